<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>BulkActs</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feedback(s)</source>
        <translation>
            <numerusform>%n feedback</numerusform>
            <numerusform>%n feedbacks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n checkpoint</numerusform>
            <numerusform>%n checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint write(s)</source>
        <translation>
            <numerusform>%n checkpoint write</numerusform>
            <numerusform>%n checkpoint writes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n thread(s)</source>
        <translation>
            <numerusform>Delete %n thread</numerusform>
            <numerusform>Delete %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pin %n thread(s)</source>
        <translation>
            <numerusform>Pin %n thread</numerusform>
            <numerusform>Pin %n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpin %n thread(s)</source>
        <translation>
            <numerusform>Unpin %n thread</numerusform>
            <numerusform>Unpin %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::AdoptDialog</name>
    <message numerus="yes">
        <source>%n run(s) could not be adopted; the list says why.</source>
        <translation>
            <numerusform>%n run could not be adopted; the list says why.</numerusform>
            <numerusform>%n runs could not be adopted; the list says why.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is something to know about %n run(s); the list says what.</source>
        <translation>
            <numerusform>There is something to know about %n run; the list says what.</numerusform>
            <numerusform>There is something to know about %n runs; the list says what.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::BulkDialog</name>
    <message numerus="yes">
        <source>%n cannot be done now; the list says why.</source>
        <translation>
            <numerusform>%n cannot be done now; the list says why.</numerusform>
            <numerusform>%n cannot be done now; the list says why.</numerusform>
        </translation>
    </message>
</context>
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
    <name>verderer::ErrorBox</name>
    <message numerus="yes">
        <source>… and %n more character(s); “Copy” takes them all.</source>
        <translation>
            <numerusform>… and %n more character; “Copy” takes it too.</numerusform>
            <numerusform>… and %n more characters; “Copy” takes them all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::FilesTab</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
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
    <name>verderer::InstallDialog</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) were installed.</source>
        <translation>
            <numerusform>%n skill was installed.</numerusform>
            <numerusform>%n skills were installed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::JsonTree</name>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
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
    <name>verderer::OverviewPage</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the last %n day(s), today included</source>
        <translation>
            <numerusform>Show the last %n day, today included</numerusform>
            <numerusform>Show the last %n days, today included</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a sign of life</source>
        <translation>
            <numerusform>%n without a sign of life</numerusform>
            <numerusform>%n without a sign of life</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) without a sign of life</source>
        <translation>
            <numerusform>%n run without a sign of life</numerusform>
            <numerusform>%n runs without a sign of life</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n day(s)</source>
        <translation>
            <numerusform>in %n day</numerusform>
            <numerusform>in %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) have no time that can be read: they are in the totals, on no day.</source>
        <translation>
            <numerusform>%n run has no time that can be read: it is in the totals, on no day.</numerusform>
            <numerusform>%n runs have no time that can be read: they are in the totals, on no day.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) have damaged numbers for each model: they are counted by their totals.</source>
        <translation>
            <numerusform>%n run has damaged numbers for each model: it is counted by its totals.</numerusform>
            <numerusform>%n runs have damaged numbers for each model: they are counted by their totals.</numerusform>
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
    <name>verderer::RunDetailPage</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::RunExportFlow</name>
    <message numerus="yes">
        <source>%n run(s) were deleted meanwhile.</source>
        <translation>
            <numerusform>%n run was deleted meanwhile.</numerusform>
            <numerusform>%n runs were deleted meanwhile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::RunsPlace</name>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n active run</numerusform>
            <numerusform>%n active runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them without a sign of life</source>
        <translation>
            <numerusform>%n of them without a sign of life</numerusform>
            <numerusform>%n of them without a sign of life</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::SkillActs</name>
    <message numerus="yes">
        <source>%n file(s) to %1.</source>
        <translation>
            <numerusform>%n file to %1.</numerusform>
            <numerusform>%n files to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::SkillFileActs</name>
    <message numerus="yes">
        <source>%n file(s) were added</source>
        <translation>
            <numerusform>%n file was added</numerusform>
            <numerusform>%n files were added</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::SkillFilesTab</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
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
<context>
    <name>verderer::TextView</name>
    <message numerus="yes">
        <source>… and %n more byte(s)</source>
        <translation>
            <numerusform>… and %n more byte</numerusform>
            <numerusform>… and %n more bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::ThreadExport</name>
    <message numerus="yes">
        <source>%n was deleted by somebody meanwhile.</source>
        <translation>
            <numerusform>%n was deleted by somebody meanwhile.</numerusform>
            <numerusform>%n were deleted by somebody meanwhile.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::ThreadsPlace</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::TimelineTab</name>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n event</numerusform>
            <numerusform>%n events</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::TranscriptView</name>
    <message numerus="yes">
        <source>Show %n hidden message(s)</source>
        <translation>
            <numerusform>Show %n hidden message</numerusform>
            <numerusform>Show %n hidden messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::TrashDialog</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The trash holds %n folder(s), %1. Histories stay, whatever is thrown away.</source>
        <translation>
            <numerusform>The trash holds %n folder, %1. Histories stay, whatever is thrown away.</numerusform>
            <numerusform>The trash holds %n folders, %1. Histories stay, whatever is thrown away.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) go for good</source>
        <translation>
            <numerusform>%n folder goes for good</numerusform>
            <numerusform>%n folders go for good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) are gone.</source>
        <translation>
            <numerusform>%n folder is gone.</numerusform>
            <numerusform>%n folders are gone.</numerusform>
        </translation>
    </message>
</context>
</TS>
