<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
    <context>
        <name>verderer::DoctorModel</name>
        <message numerus="yes">
            <source>%n skill(s)</source>
            <translation>
                <numerusform>%n skill</numerusform>
                <numerusform>%n skills</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n history file(s)</source>
            <translation>
                <numerusform>%n history file</numerusform>
                <numerusform>%n history files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n thing(s) in the trash</source>
            <translation>
                <numerusform>%n thing in the trash</numerusform>
                <numerusform>%n things in the trash</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n draft(s)</source>
            <translation>
                <numerusform>%n draft</numerusform>
                <numerusform>%n drafts</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::DoctorPlace</name>
        <message numerus="yes">
            <source>%n thing(s) to look at</source>
            <translation>
                <numerusform>%n thing to look at</numerusform>
                <numerusform>%n things to look at</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::EditController</name>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>%n more</numerusform>
                <numerusform>%n more</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::EditTab</name>
        <message numerus="yes">
            <source>… and %n more byte(s)</source>
            <translation>
                <numerusform>… and %n more byte</numerusform>
                <numerusform>… and %n more bytes</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::HistoryController</name>
        <message numerus="yes">
            <source>%n record(s)</source>
            <translation>
                <numerusform>%n record</numerusform>
                <numerusform>%n records</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n damaged line(s)</source>
            <translation>
                <numerusform>%n damaged line</numerusform>
                <numerusform>%n damaged lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::HistoryModel</name>
        <message numerus="yes">
            <source>%n finding(s)</source>
            <translation>
                <numerusform>%n finding</numerusform>
                <numerusform>%n findings</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::MergeDialog</name>
        <message numerus="yes">
            <source>%n conflict(s) still open: choose a side or edit the text below.</source>
            <translation>
                <numerusform>%n conflict still open: choose a side or edit the text below.</numerusform>
                <numerusform>%n conflicts still open: choose a side or edit the text below.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::RailButton</name>
        <message numerus="yes">
            <source>%n finding(s)</source>
            <translation>
                <numerusform>%n finding</numerusform>
                <numerusform>%n findings</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillListPane</name>
        <message numerus="yes">
            <source>%n problem(s) with the folders</source>
            <translation>
                <numerusform>%n problem with the folders</numerusform>
                <numerusform>%n problems with the folders</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillsPlace</name>
        <message numerus="yes">
            <source>%n problem(s): this would not load</source>
            <translation>
                <numerusform>%n problem: this would not load</numerusform>
                <numerusform>%n problems: this would not load</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n skill(s) will not load</source>
            <translation>
                <numerusform>%n skill will not load</numerusform>
                <numerusform>%n skills will not load</numerusform>
            </translation>
        </message>
    </context>
</TS>
