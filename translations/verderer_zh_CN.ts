<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
    <context>
        <name>HistoryModel</name>
        <message>
            <source>allow</source>
            <translation>允许</translation>
        </message>
        <message>
            <source>warn</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>block</source>
            <translation>阻止</translation>
        </message>
    </context>
    <context>
        <name>SkillBadges</name>
        <message>
            <source>not UTF-8</source>
            <translation>非 UTF-8</translation>
        </message>
        <message>
            <source>no front matter</source>
            <translation>无元数据</translation>
        </message>
        <message>
            <source>YAML</source>
            <translation>YAML</translation>
        </message>
        <message>
            <source>no mapping</source>
            <translation>非键值映射</translation>
        </message>
        <message>
            <source>unknown key</source>
            <translation>未知键</translation>
        </message>
        <message>
            <source>name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>folder differs</source>
            <translation>文件夹名不符</translation>
        </message>
        <message>
            <source>description</source>
            <translation>描述</translation>
        </message>
        <message>
            <source>allowed tools</source>
            <translation>允许的工具</translation>
        </message>
        <message>
            <source>secrets</source>
            <translation>密钥</translation>
        </message>
        <message>
            <source>unreadable</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <source>too large</source>
            <translation>过大</translation>
        </message>
        <message>
            <source>byte order mark</source>
            <translation>字节顺序标记</translation>
        </message>
        <message>
            <source>duplicate</source>
            <translation>重复</translation>
        </message>
        <message>
            <source>shadowed</source>
            <translation>被覆盖</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>已隐藏</translation>
        </message>
        <message>
            <source>link loop</source>
            <translation>链接循环</translation>
        </message>
        <message>
            <source>reserved name</source>
            <translation>保留名称</translation>
        </message>
        <message>
            <source>deleted</source>
            <translation>已删除</translation>
        </message>
        <message>
            <source>torn line</source>
            <translation>残缺行</translation>
        </message>
        <message>
            <source>changed outside</source>
            <translation>外部改动</translation>
        </message>
        <message>
            <source>%1, line %2</source>
            <translation>%1，第 %2 行</translation>
        </message>
        <message>
            <source>off</source>
            <translation>停用</translation>
        </message>
        <message>
            <source>(line %1, column %2)</source>
            <translation>（第 %1 行，第 %2 列）</translation>
        </message>
        <message>
            <source>custom</source>
            <translation>自定义</translation>
        </message>
        <message>
            <source>public</source>
            <translation>公共</translation>
        </message>
        <message>
            <source>integration</source>
            <translation>集成</translation>
        </message>
        <message>
            <source>legacy</source>
            <translation>旧版</translation>
        </message>
    </context>
    <context>
        <name>SkillText</name>
        <message>
            <source>Quote it</source>
            <translation>加引号</translation>
        </message>
        <message>
            <source>Remove it</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Convert to UTF-8</source>
            <translation>转换为 UTF-8</translation>
        </message>
        <message>
            <source>Mend it</source>
            <translation>修复</translation>
        </message>
        <message>
            <source>mixed line endings</source>
            <translation>混合换行</translation>
        </message>
        <message>
            <source>%1 is not there any more.</source>
            <translation>%1 已不存在。</translation>
        </message>
        <message>
            <source>UTF-8 with byte order mark</source>
            <translation>带字节顺序标记的 UTF-8</translation>
        </message>
        <message>
            <source>not UTF-8</source>
            <translation>非 UTF-8</translation>
        </message>
    </context>
    <context>
        <name>TextFormat</name>
        <message>
            <source>today %1</source>
            <translation>今天 %1</translation>
        </message>
        <message>
            <source>yesterday %1</source>
            <translation>昨天 %1</translation>
        </message>
        <message>
            <source>d MMM</source>
            <comment>date within this year</comment>
            <translation>M月d日</translation>
        </message>
        <message>
            <source>d MMM yyyy</source>
            <comment>date of another year</comment>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <source>%1 s ago</source>
            <translation>%1 秒前</translation>
        </message>
        <message>
            <source>%1 min ago</source>
            <translation>%1 分钟前</translation>
        </message>
        <message>
            <source>%1 h ago</source>
            <translation>%1 小时前</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>Already there</source>
            <translation>已存在</translation>
        </message>
        <message>
            <source>Changed by somebody else</source>
            <translation>已被他人更改</translation>
        </message>
        <message>
            <source>Not accepted</source>
            <translation>不被接受</translation>
        </message>
        <message>
            <source>Blocked by the scanner</source>
            <translation>被扫描器阻止</translation>
        </message>
        <message>
            <source>Locked by somebody else</source>
            <translation>被他人锁定</translation>
        </message>
        <message>
            <source>Took too long</source>
            <translation>超时</translation>
        </message>
        <message>
            <source>Cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>Cannot be written</source>
            <translation>无法写入</translation>
        </message>
        <message>
            <source>Damaged</source>
            <translation>已损坏</translation>
        </message>
        <message>
            <source>Not available</source>
            <translation>不可用</translation>
        </message>
        <message>
            <source>A fault in this program</source>
            <translation>程序内部错误</translation>
        </message>
        <message>
            <source>line %1, column %2</source>
            <translation>第 %1 行，第 %2 列</translation>
        </message>
        <message>
            <source>line %1</source>
            <translation>第 %1 行</translation>
        </message>
        <message>
            <source>held by %1</source>
            <translation>由 %1 持有</translation>
        </message>
    </context>
    <context>
        <name>verderer::Banner</name>
        <message>
            <source>Close this message</source>
            <translation>关闭此消息</translation>
        </message>
    </context>
    <context>
        <name>verderer::DiffControls</name>
        <message>
            <source>Side by side</source>
            <translation>并排</translation>
        </message>
        <message>
            <source>Show the texts side by side</source>
            <translation>并排显示两份文本</translation>
        </message>
        <message>
            <source>Unified</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>Show the texts in one column</source>
            <translation>在一列中显示两份文本</translation>
        </message>
        <message>
            <source>Words</source>
            <translation>词语</translation>
        </message>
        <message>
            <source>Mark the changed words</source>
            <translation>标出更改的词语</translation>
        </message>
        <message>
            <source>Spaces</source>
            <translation>空白</translation>
        </message>
        <message>
            <source>Count changes of spaces as changes</source>
            <translation>将空白的变化算作更改</translation>
        </message>
        <message>
            <source>↑ F7</source>
            <translation>↑ F7</translation>
        </message>
        <message>
            <source>Previous change (F7)</source>
            <translation>上一处更改 (F7)</translation>
        </message>
        <message>
            <source>Previous change</source>
            <translation>上一处更改</translation>
        </message>
        <message>
            <source>↓ F8</source>
            <translation>↓ F8</translation>
        </message>
        <message>
            <source>Next change (F8)</source>
            <translation>下一处更改 (F8)</translation>
        </message>
        <message>
            <source>Next change</source>
            <translation>下一处更改</translation>
        </message>
    </context>
    <context>
        <name>verderer::DiffOverview</name>
        <message>
            <source>Overview of the changes</source>
            <translation>更改概览</translation>
        </message>
    </context>
    <context>
        <name>verderer::DiffRows</name>
        <message>
            <source>no line ending</source>
            <translation>无换行符</translation>
        </message>
    </context>
    <context>
        <name>verderer::DiffView</name>
        <message>
            <source>No differences: the two texts are the same.</source>
            <translation>没有差异：两份文本相同。</translation>
        </message>
        <message>
            <source>The two texts differ in spaces only. Turn on “Spaces” to see where.</source>
            <translation>两份文本仅空白不同。打开“空白”可查看位置。</translation>
        </message>
        <message>
            <source>No differences are shown for these texts.</source>
            <translation>这两份文本没有可显示的差异。</translation>
        </message>
        <message>
            <source>Unified difference</source>
            <translation>合并差异</translation>
        </message>
        <message>
            <source>Old text</source>
            <translation>旧文本</translation>
        </message>
        <message>
            <source>Old text: %1</source>
            <translation>旧文本：%1</translation>
        </message>
        <message>
            <source>New text</source>
            <translation>新文本</translation>
        </message>
        <message>
            <source>New text: %1</source>
            <translation>新文本：%1</translation>
        </message>
        <message>
            <source>no differences</source>
            <translation>没有差异</translation>
        </message>
        <message>
            <source>change %1 of %2</source>
            <translation>第 %1 处更改，共 %2 处</translation>
        </message>
        <message>
            <source>Lines above %1 bytes are cut to the part around the first difference (here: %2).</source>
            <translation>超过 %1 字节的行只显示首个差异附近的部分（此处：%2 行）。</translation>
        </message>
    </context>
    <context>
        <name>verderer::DoctorModel</name>
        <message>
            <source>paths</source>
            <translation>路径</translation>
        </message>
        <message>
            <source>users</source>
            <translation>用户</translation>
        </message>
        <message>
            <source>locks</source>
            <translation>锁</translation>
        </message>
        <message>
            <source>unfinished changes</source>
            <translation>未完成的更改</translation>
        </message>
        <message>
            <source>drafts</source>
            <translation>草稿</translation>
        </message>
        <message>
            <source>skills</source>
            <translation>技能</translation>
        </message>
        <message>
            <source>histories</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>leftovers</source>
            <translation>残留文件</translation>
        </message>
        <message>
            <source>Findings</source>
            <translation>发现</translation>
        </message>
        <message>
            <source>%1, line %2</source>
            <translation>%1，第 %2 行</translation>
        </message>
        <message>
            <source>Nothing is wrong</source>
            <translation>一切正常</translation>
        </message>
        <message>
            <source>Paths, locks, skills, histories and drafts were looked at.</source>
            <translation>已检查路径、锁、技能、历史和草稿。</translation>
        </message>
        <message>
            <source>Users</source>
            <translation>用户</translation>
        </message>
        <message>
            <source>locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>somebody is at work</source>
            <translation>有人正在操作</translation>
        </message>
        <message>
            <source>Where things are</source>
            <translation>各项位置</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>missing</source>
            <translation>缺失</translation>
        </message>
        <message>
            <source>Gateway</source>
            <translation>Gateway</translation>
        </message>
        <message numerus="yes">
            <source>%n skill(s)</source>
            <translation>
                <numerusform>%n 个技能</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n history file(s)</source>
            <translation>
                <numerusform>%n 份历史</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n thing(s) in the trash</source>
            <translation>
                <numerusform>回收站中有 %n 项</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n draft(s)</source>
            <translation>
                <numerusform>%n 份草稿</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::DoctorPlace</name>
        <message>
            <source>Doctor</source>
            <translation>诊断</translation>
        </message>
        <message>
            <source>&amp;Examine again</source>
            <translation>重新检查(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>Findings</source>
            <translation>发现</translation>
        </message>
        <message>
            <source>&amp;Copy the path</source>
            <translation>复制路径(&amp;C)</translation>
        </message>
        <message>
            <source>Examining…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <source>Examining %1…</source>
            <translation>正在检查 %1…</translation>
        </message>
        <message>
            <source>Cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>Nothing was changed; what was found before is shown.</source>
            <translation>未作任何更改；显示的是之前的发现。</translation>
        </message>
        <message numerus="yes">
            <source>%n thing(s) to look at</source>
            <translation>
                <numerusform>%n 项需要查看</numerusform>
            </translation>
        </message>
        <message>
            <source>nothing is wrong</source>
            <translation>一切正常</translation>
        </message>
    </context>
    <context>
        <name>verderer::EditController</name>
        <message>
            <source>A link of this skill</source>
            <translation>此技能中的链接</translation>
        </message>
        <message>
            <source>&amp;Open in the browser</source>
            <translation>在浏览器中打开(&amp;O)</translation>
        </message>
        <message>
            <source>The draft cannot be kept</source>
            <translation>无法保存草稿</translation>
        </message>
        <message>
            <source>This skill is deleted</source>
            <translation>此技能已删除</translation>
        </message>
        <message>
            <source>Its history is kept. Choose a record there to bring its text back.</source>
            <translation>其历史仍保留。可在历史中选择一条记录来恢复文本。</translation>
        </message>
        <message>
            <source>Looks like UTF-16</source>
            <translation>看起来是 UTF-16</translation>
        </message>
        <message>
            <source>DeerFlow reads UTF-8 only. Below are the bytes of the file.</source>
            <translation>DeerFlow 只读取 UTF-8。下面是文件的字节。</translation>
        </message>
        <message>
            <source>&amp;Convert to UTF-8</source>
            <translation>转换为 UTF-8(&amp;C)</translation>
        </message>
        <message>
            <source>Read only</source>
            <translation>只读</translation>
        </message>
        <message>
            <source>Begins with a byte order mark</source>
            <translation>以字节顺序标记开头</translation>
        </message>
        <message>
            <source>DeerFlow finds no front matter behind it, so the skill does not load.</source>
            <translation>DeerFlow 在它之后找不到元数据，因此不会加载此技能。</translation>
        </message>
        <message>
            <source>&amp;Remove it</source>
            <translation>移除(&amp;R)</translation>
        </message>
        <message>
            <source>Not UTF-8</source>
            <translation>非 UTF-8</translation>
        </message>
        <message>
            <source>Bytes that are no text are shown as blocks. DeerFlow does not load this skill until they are gone.</source>
            <translation>不是文本的字节显示为方块。除去它们之前，DeerFlow 不会加载此技能。</translation>
        </message>
        <message>
            <source>Typed in the window and not saved yet.</source>
            <translation>在窗口中输入，尚未保存。</translation>
        </message>
        <message>
            <source>The text is too long for a preview.</source>
            <translation>文本过长，无法预览。</translation>
        </message>
        <message>
            <source>There is no text to save.</source>
            <translation>没有可保存的文本。</translation>
        </message>
        <message>
            <source>This text is shown read-only.</source>
            <translation>此文本以只读方式显示。</translation>
        </message>
        <message>
            <source>Another change is being made.</source>
            <translation>正在进行另一项更改。</translation>
        </message>
        <message>
            <source>Nothing is changed.</source>
            <translation>没有更改。</translation>
        </message>
        <message>
            <source>draft kept %1</source>
            <translation>草稿保存于%1</translation>
        </message>
        <message>
            <source>Saving %1…</source>
            <translation>正在保存 %1…</translation>
        </message>
        <message>
            <source>%1 was not saved</source>
            <translation>%1 未保存</translation>
        </message>
        <message>
            <source>Its text is kept.</source>
            <translation>其文本已保留。</translation>
        </message>
        <message>
            <source>Not saved: the file was changed meanwhile</source>
            <translation>未保存：文件在此期间已被更改</translation>
        </message>
        <message>
            <source>Not saved</source>
            <translation>未保存</translation>
        </message>
        <message>
            <source>You cancelled it. Your text is kept.</source>
            <translation>已由您取消。您的文本已保留。</translation>
        </message>
        <message>
            <source>Not saved: %1</source>
            <translation>未保存：%1</translation>
        </message>
        <message>
            <source>Your text is kept.</source>
            <translation>您的文本已保留。</translation>
        </message>
        <message>
            <source>&amp;Try again</source>
            <translation>重试(&amp;T)</translation>
        </message>
        <message>
            <source>Difference in %1</source>
            <translation>%1 的差异</translation>
        </message>
        <message>
            <source>Changed on disk %1</source>
            <translation>磁盘上的文件于%1更改</translation>
        </message>
        <message>
            <source>Read again</source>
            <translation>已重新读取</translation>
        </message>
        <message>
            <source>The file was changed on disk, and you had typed nothing.</source>
            <translation>磁盘上的文件已更改，而您尚未输入任何内容。</translation>
        </message>
        <message>
            <source>Show &amp;difference</source>
            <translation>显示差异(&amp;D)</translation>
        </message>
        <message>
            <source>before</source>
            <translation>之前</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>磁盘上</translation>
        </message>
        <message>
            <source>Deleted on disk</source>
            <translation>文件已从磁盘删除</translation>
        </message>
        <message>
            <source>Your text is kept here and as a draft.</source>
            <translation>您的文本保留在此处，并已存为草稿。</translation>
        </message>
        <message>
            <source>This is the text as it was read last.</source>
            <translation>这是上次读取的文本。</translation>
        </message>
        <message>
            <source>&amp;Merge…</source>
            <translation>合并(&amp;M)…</translation>
        </message>
        <message>
            <source>Re&amp;load</source>
            <translation>重新加载(&amp;L)</translation>
        </message>
        <message>
            <source>Take the text on disk; what you typed can be brought back with Undo</source>
            <translation>采用磁盘上的文本；您输入的内容可通过撤销找回</translation>
        </message>
        <message>
            <source>&amp;Keep mine</source>
            <translation>保留我的(&amp;K)</translation>
        </message>
        <message>
            <source>Go on with your text; saving then replaces the one on disk, which stays in the history</source>
            <translation>继续使用您的文本；保存时会替换磁盘上的文本，后者仍保留在历史中</translation>
        </message>
        <message>
            <source>your text</source>
            <translation>您的文本</translation>
        </message>
        <message>
            <source>It was typed and never saved.</source>
            <translation>已输入但从未保存。</translation>
        </message>
        <message>
            <source>Kept by process %1.</source>
            <translation>由进程 %1 保存。</translation>
        </message>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>另有 %n 份</numerusform>
            </translation>
        </message>
        <message>
            <source>A draft from %1</source>
            <translation>%1的草稿</translation>
        </message>
        <message>
            <source>draft</source>
            <translation>草稿</translation>
        </message>
        <message>
            <source>&amp;Restore</source>
            <translation>恢复(&amp;R)</translation>
        </message>
        <message>
            <source>Dis&amp;card</source>
            <translation>丢弃(&amp;C)</translation>
        </message>
        <message>
            <source>Changed on disk since this draft</source>
            <translation>此草稿之后磁盘上的文件已更改</translation>
        </message>
        <message>
            <source>The draft cannot be removed</source>
            <translation>无法移除草稿</translation>
        </message>
    </context>
    <context>
        <name>verderer::EditTab</name>
        <message>
            <source>Text of the skill</source>
            <translation>技能文本</translation>
        </message>
        <message>
            <source>Bytes of the file</source>
            <translation>文件的字节</translation>
        </message>
        <message>
            <source>Reading…</source>
            <translation>正在读取…</translation>
        </message>
        <message numerus="yes">
            <source>… and %n more byte(s)</source>
            <translation>
                <numerusform>……另有 %n 个字节</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::HistoryController</name>
        <message>
            <source>Shared skills have no history</source>
            <translation>共享技能没有历史</translation>
        </message>
        <message>
            <source>DeerFlow records changes of a user's own skills only.</source>
            <translation>DeerFlow 只记录用户自己技能的更改。</translation>
        </message>
        <message>
            <source>No history yet</source>
            <translation>尚无历史</translation>
        </message>
        <message>
            <source>The first save in Verderer or DeerFlow writes the first record.</source>
            <translation>在 Verderer 或 DeerFlow 中首次保存时会写入第一条记录。</translation>
        </message>
        <message>
            <source>read only</source>
            <translation>只读</translation>
        </message>
        <message>
            <source>no history yet</source>
            <translation>尚无历史</translation>
        </message>
        <message numerus="yes">
            <source>%n record(s)</source>
            <translation>
                <numerusform>%n 条记录</numerusform>
            </translation>
        </message>
        <message>
            <source>counting records…</source>
            <translation>正在统计记录…</translation>
        </message>
        <message>
            <source>DeerFlow cannot read this history, %1</source>
            <translation>DeerFlow 无法读取此历史，%1</translation>
        </message>
        <message numerus="yes">
            <source>%n damaged line(s)</source>
            <translation>
                <numerusform>%n 行损坏</numerusform>
            </translation>
        </message>
        <message>
            <source>changed outside history, %1</source>
            <translation>有历史之外的更改，%1</translation>
        </message>
        <message>
            <source>newest %1 unbroken, %2</source>
            <translation>最新 %1 条连续，%2</translation>
        </message>
        <message>
            <source>history unbroken, %1</source>
            <translation>历史连续，%1</translation>
        </message>
        <message>
            <source>DeerFlow cannot read this history</source>
            <translation>DeerFlow 无法读取此历史</translation>
        </message>
        <message>
            <source>Choose a record first.</source>
            <translation>请先选择一条记录。</translation>
        </message>
        <message>
            <source>Only a user's own skills can be changed.</source>
            <translation>只能更改用户自己的技能。</translation>
        </message>
        <message>
            <source>This line holds no text that could be restored.</source>
            <translation>此行没有可恢复的文本。</translation>
        </message>
        <message>
            <source>There was no text before this record: it created the file.</source>
            <translation>此记录之前没有文本：它创建了该文件。</translation>
        </message>
        <message>
            <source>Choose a record to see what it changed.</source>
            <translation>选择一条记录以查看其更改。</translation>
        </message>
        <message>
            <source>present</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>before %1</source>
            <translation>%1 之前</translation>
        </message>
        <message>
            <source>after %1</source>
            <translation>%1 之后</translation>
        </message>
        <message>
            <source>nothing</source>
            <translation>无</translation>
        </message>
    </context>
    <context>
        <name>verderer::HistoryModel</name>
        <message>
            <source>no time</source>
            <translation>无时间</translation>
        </message>
        <message>
            <source>too long to count</source>
            <translation>过长，未统计</translation>
        </message>
        <message>
            <source>to the text before %1</source>
            <translation>恢复到 %1 之前的文本</translation>
        </message>
        <message>
            <source>glued to its neighbour</source>
            <translation>与相邻记录粘连</translation>
        </message>
        <message numerus="yes">
            <source>%n finding(s)</source>
            <translation>
                <numerusform>%n 项发现</numerusform>
            </translation>
        </message>
        <message>
            <source>The bytes it replaced are kept in %1</source>
            <translation>被替换的字节保存在 %1</translation>
        </message>
        <message>
            <source>Torn line</source>
            <translation>残缺行</translation>
        </message>
        <message>
            <source>Being written</source>
            <translation>正在写入</translation>
        </message>
        <message>
            <source>Damaged line</source>
            <translation>损坏行</translation>
        </message>
        <message>
            <source>When</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Action</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>By</source>
            <translation>执行者</translation>
        </message>
        <message>
            <source>Change</source>
            <translation>更改</translation>
        </message>
        <message>
            <source>Verdict</source>
            <translation>结论</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>%1 was changed outside history after %2</source>
            <translation>%1 在 %2 之后有历史之外的更改</translation>
        </message>
        <message>
            <source>%1 was created outside history after %2</source>
            <translation>%1 在 %2 之后在历史之外被创建</translation>
        </message>
        <message>
            <source>%1 was removed outside history after %2</source>
            <translation>%1 在 %2 之后在历史之外被移除</translation>
        </message>
        <message>
            <source>%1 does not follow from %2; a line that cannot be read may tell why</source>
            <translation>%1 与 %2 不连续；可能由一行无法读取的记录造成</translation>
        </message>
    </context>
    <context>
        <name>verderer::HistoryTab</name>
        <message>
            <source>&amp;Restore the text before this…</source>
            <translation>恢复此前的文本(&amp;R)…</translation>
        </message>
        <message>
            <source>Records, newest first</source>
            <translation>记录，最新在前</translation>
        </message>
        <message>
            <source>Record</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>Compared with</source>
            <translation>比较对象</translation>
        </message>
        <message>
            <source>What the line holds</source>
            <translation>该行的内容</translation>
        </message>
        <message>
            <source>against</source>
            <translation>对比</translation>
        </message>
        <message>
            <source>Reading the history…</source>
            <translation>正在读取历史…</translation>
        </message>
        <message>
            <source>previous</source>
            <translation>上一版</translation>
        </message>
        <message>
            <source>present</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1(%2)</translation>
        </message>
        <message>
            <source>Show what would change, then put the text back as it was before this record</source>
            <translation>先显示将发生的更改，再将文本恢复到此记录之前</translation>
        </message>
        <message>
            <source>no record</source>
            <translation>无记录</translation>
        </message>
    </context>
    <context>
        <name>verderer::MainWindow</name>
        <message>
            <source>Skills</source>
            <translation>技能</translation>
        </message>
        <message>
            <source>Refresh</source>
            <translation>刷新</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>%1 – Verderer</source>
            <translation>%1 – Verderer</translation>
        </message>
        <message>
            <source>Choose a DeerFlow installation</source>
            <translation>选择 DeerFlow 安装</translation>
        </message>
        <message>
            <source>Doctor</source>
            <translation>诊断</translation>
        </message>
    </context>
    <context>
        <name>verderer::MarkdownPreview</name>
        <message>
            <source>Preview</source>
            <translation>预览</translation>
        </message>
    </context>
    <context>
        <name>verderer::MergeDialog</name>
        <message>
            <source>&amp;Take the merged text</source>
            <translation>采用合并结果(&amp;T)</translation>
        </message>
        <message>
            <source>Merge %1</source>
            <translation>合并 %1</translation>
        </message>
        <message>
            <source>Your text and the one on disk were both changed. The merged text comes into the editor; nothing is saved yet.</source>
            <translation>您的文本和磁盘上的文本都已更改。合并结果将放入编辑器，尚未保存。</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>your text</source>
            <translation>您的文本</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>磁盘上</translation>
        </message>
        <message>
            <source>Both sets of changes fit together. The merged text comes into the editor; nothing is saved yet.</source>
            <translation>两组更改互不冲突。合并结果将放入编辑器，尚未保存。</translation>
        </message>
        <message numerus="yes">
            <source>%n conflict(s) still open: choose a side or edit the text below.</source>
            <translation>
                <numerusform>仍有 %n 处冲突：请选择一方，或编辑下方文本。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::MergeView</name>
        <message>
            <source>Result of the merge</source>
            <translation>合并结果</translation>
        </message>
        <message>
            <source>Result: edit it freely</source>
            <translation>结果：可自由编辑</translation>
        </message>
        <message>
            <source>↑</source>
            <translation>↑</translation>
        </message>
        <message>
            <source>Previous conflict (Shift+F9)</source>
            <translation>上一处冲突 (Shift+F9)</translation>
        </message>
        <message>
            <source>Previous conflict</source>
            <translation>上一处冲突</translation>
        </message>
        <message>
            <source>↓</source>
            <translation>↓</translation>
        </message>
        <message>
            <source>Next conflict (F9)</source>
            <translation>下一处冲突 (F9)</translation>
        </message>
        <message>
            <source>Next conflict</source>
            <translation>下一处冲突</translation>
        </message>
        <message>
            <source>Use &amp;mine</source>
            <translation>用我的(&amp;M)</translation>
        </message>
        <message>
            <source>Put your text in the place of this conflict</source>
            <translation>用您的文本替换此冲突</translation>
        </message>
        <message>
            <source>Use &amp;theirs</source>
            <translation>用对方的(&amp;T)</translation>
        </message>
        <message>
            <source>Put their text in the place of this conflict</source>
            <translation>用对方的文本替换此冲突</translation>
        </message>
        <message>
            <source>Use &amp;both</source>
            <translation>两者都用(&amp;B)</translation>
        </message>
        <message>
            <source>Put your text, then theirs</source>
            <translation>先放您的文本，再放对方的</translation>
        </message>
        <message>
            <source>Use b&amp;ase</source>
            <translation>用原文(&amp;A)</translation>
        </message>
        <message>
            <source>Put back what stood here before both changes</source>
            <translation>恢复双方更改之前的内容</translation>
        </message>
        <message>
            <source>&amp;Edit by hand</source>
            <translation>手动编辑(&amp;E)</translation>
        </message>
        <message>
            <source>Go to this conflict in the result; it counts as resolved when its markers are gone</source>
            <translation>转到结果中的此冲突；标记消失即视为已解决</translation>
        </message>
        <message>
            <source>Mine</source>
            <translation>我的</translation>
        </message>
        <message>
            <source>Before both changes</source>
            <translation>双方更改之前</translation>
        </message>
        <message>
            <source>Theirs</source>
            <translation>对方的</translation>
        </message>
        <message>
            <source>Mine: %1</source>
            <translation>我的：%1</translation>
        </message>
        <message>
            <source>Theirs: %1</source>
            <translation>对方的：%1</translation>
        </message>
        <message>
            <source>No conflicts: the two changes were merged.</source>
            <translation>没有冲突：两组更改已合并。</translation>
        </message>
        <message>
            <source>✓ All conflicts are resolved (%1 of %1).</source>
            <translation>✓ 所有冲突均已解决（%1/%1）。</translation>
        </message>
        <message>
            <source>Conflict %1 of %2, %3 open</source>
            <translation>第 %1 处冲突，共 %2 处，%3 处未解决</translation>
        </message>
    </context>
    <context>
        <name>verderer::MutationRun</name>
        <message>
            <source>Waiting for %1</source>
            <translation>正在等待 %1</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>Go on &amp;without that lock</source>
            <translation>不使用该锁继续(&amp;W)</translation>
        </message>
        <message>
            <source>Gateways and scripts are not kept out then: a change of theirs at the same moment may be lost</source>
            <translation>此时不会排除 Gateway 和脚本：它们同时进行的更改可能丢失</translation>
        </message>
        <message>
            <source>&amp;Remove that note and go on</source>
            <translation>移除该标记并继续(&amp;R)</translation>
        </message>
        <message>
            <source>Only if nobody on that computer is at work any more</source>
            <translation>仅当那台计算机上已无人操作时</translation>
        </message>
    </context>
    <context>
        <name>verderer::NoInstallation</name>
        <message>
            <source>&amp;Choose a folder…</source>
            <translation>选择文件夹(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Look again</source>
            <translation>重新查找(&amp;L)</translation>
        </message>
        <message>
            <source>Looking for an installation…</source>
            <translation>正在查找安装…</translation>
        </message>
        <message>
            <source>No DeerFlow installation found</source>
            <translation>未找到 DeerFlow 安装</translation>
        </message>
        <message>
            <source>This installation cannot be opened</source>
            <translation>无法打开此安装</translation>
        </message>
        <message>
            <source>Choose a repository folder of DeerFlow, its home (.deer-flow), or the folder of its config.yaml.</source>
            <translation>请选择 DeerFlow 的仓库文件夹、其主目录（.deer-flow）或 config.yaml 所在的文件夹。</translation>
        </message>
    </context>
    <context>
        <name>verderer::PieceText</name>
        <message>
            <source>Text in pieces, read-only</source>
            <translation>分段文本，只读</translation>
        </message>
    </context>
    <context>
        <name>verderer::PieceView</name>
        <message>
            <source>This file is too large to edit here: %1 bytes. Shown are the first %2.</source>
            <translation>文件过大，无法在此编辑：%1 字节。仅显示前 %2 字节。</translation>
        </message>
        <message>
            <source>Lines above %1 bytes are shown in pieces, without highlighting (here: %2). This text cannot be edited here.</source>
            <translation>超过 %1 字节的行分段显示，不作高亮（此处：%2 行）。此文本无法在此编辑。</translation>
        </message>
    </context>
    <context>
        <name>verderer::ProblemAnnotations</name>
        <message>
            <source>line %1, column %2: </source>
            <translation>第 %1 行，第 %2 列：</translation>
        </message>
        <message>
            <source>line %1: </source>
            <translation>第 %1 行：</translation>
        </message>
    </context>
    <context>
        <name>verderer::Rail</name>
        <message>
            <source>Places</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1(%2)</translation>
        </message>
    </context>
    <context>
        <name>verderer::RailButton</name>
        <message numerus="yes">
            <source>%n finding(s)</source>
            <translation>
                <numerusform>%n 项发现</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::RollbackFlow</name>
        <message>
            <source>Restore the text before %1</source>
            <translation>恢复 %1 之前的文本</translation>
        </message>
        <message>
            <source>&amp;Restore</source>
            <translation>恢复(&amp;R)</translation>
        </message>
        <message>
            <source>This is what restoring changes in %1 of %2. The present text stays in the history.</source>
            <translation>以下是恢复将对 %2 的 %1 所做的更改。当前文本仍保留在历史中。</translation>
        </message>
        <message>
            <source>Note for the history (optional)</source>
            <translation>历史备注（可选）</translation>
        </message>
        <message>
            <source>present</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>nothing: the file is deleted</source>
            <translation>无：文件已删除</translation>
        </message>
        <message>
            <source>before %1</source>
            <translation>%1 之前</translation>
        </message>
        <message>
            <source>Already identical</source>
            <translation>已经相同</translation>
        </message>
        <message>
            <source>The present text is the one before %1; there is nothing to do.</source>
            <translation>当前文本就是 %1 之前的文本，无需操作。</translation>
        </message>
        <message>
            <source>DeerFlow would not accept this text</source>
            <translation>DeerFlow 不会接受此文本</translation>
        </message>
        <message>
            <source>Restored the text before %1.</source>
            <translation>已恢复 %1 之前的文本。</translation>
        </message>
        <message>
            <source>Restoring %1…</source>
            <translation>正在恢复 %1…</translation>
        </message>
        <message>
            <source>Nothing was written.</source>
            <translation>未写入任何内容。</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>Undone: the text is as it was before.</source>
            <translation>已撤销：文本已恢复原状。</translation>
        </message>
        <message>
            <source>Nothing was restored</source>
            <translation>未恢复</translation>
        </message>
        <message>
            <source>You cancelled it.</source>
            <translation>已由您取消。</translation>
        </message>
        <message>
            <source>The file was changed since the difference was shown. Look at it again.</source>
            <translation>显示差异之后文件已被更改。请重新查看。</translation>
        </message>
        <message>
            <source>Nothing was restored: %1</source>
            <translation>未恢复：%1</translation>
        </message>
    </context>
    <context>
        <name>verderer::SaveFlow</name>
        <message>
            <source>Save %1</source>
            <translation>保存 %1</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>This is what saving changes in %1.</source>
            <translation>以下是保存将对 %1 所做的更改。</translation>
        </message>
        <message>
            <source>Note for the history (optional)</source>
            <translation>历史备注（可选）</translation>
        </message>
        <message>
            <source>on disk</source>
            <translation>磁盘上</translation>
        </message>
        <message>
            <source>your text</source>
            <translation>您的文本</translation>
        </message>
        <message>
            <source>Line %1, column %2: %3</source>
            <translation>第 %1 行，第 %2 列：%3</translation>
        </message>
        <message>
            <source>DeerFlow would not accept this text</source>
            <translation>DeerFlow 不会接受此文本</translation>
        </message>
        <message>
            <source>Worth knowing</source>
            <translation>值得注意</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillListController</name>
        <message>
            <source>This account may not write %1.</source>
            <translation>此账户无权写入 %1。</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillListModel</name>
        <message>
            <source>Custom</source>
            <translation>自定义</translation>
        </message>
        <message>
            <source>Will not load</source>
            <translation>无法加载</translation>
        </message>
        <message>
            <source>Integrations</source>
            <translation>集成</translation>
        </message>
        <message>
            <source>Public</source>
            <translation>公共</translation>
        </message>
        <message>
            <source>Legacy</source>
            <translation>旧版</translation>
        </message>
        <message>
            <source>%1 · read only</source>
            <translation>%1 · 只读</translation>
        </message>
        <message>
            <source>%1, in the folder %2</source>
            <translation>%1，位于文件夹 %2</translation>
        </message>
        <message>
            <source>deleted, its history is kept</source>
            <translation>已删除，历史仍保留</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillListPane</name>
        <message>
            <source>Search name, description, content</source>
            <translation>搜索名称、描述、内容</translation>
        </message>
        <message>
            <source>Search skills</source>
            <translation>搜索技能</translation>
        </message>
        <message>
            <source>Search name, description and content (%1)</source>
            <translation>搜索名称、描述和内容 (%1)</translation>
        </message>
        <message>
            <source>Which skills are listed</source>
            <translation>列出哪些技能</translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Every skill of this user and the shared ones</source>
            <translation>此用户的所有技能以及共享技能</translation>
        </message>
        <message>
            <source>Custom</source>
            <translation>自定义</translation>
        </message>
        <message>
            <source>This user's own skills: they can be edited</source>
            <translation>此用户自己的技能：可以编辑</translation>
        </message>
        <message>
            <source>Public</source>
            <translation>公共</translation>
        </message>
        <message>
            <source>Shared skills that come with the installation</source>
            <translation>随安装提供的共享技能</translation>
        </message>
        <message>
            <source>Integrations</source>
            <translation>集成</translation>
        </message>
        <message>
            <source>Shared skills of integrations</source>
            <translation>集成提供的共享技能</translation>
        </message>
        <message>
            <source>Legacy</source>
            <translation>旧版</translation>
        </message>
        <message>
            <source>Shared skills of the older layout</source>
            <translation>旧版布局的共享技能</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Skills with something wrong</source>
            <translation>有问题的技能</translation>
        </message>
        <message>
            <source>No skills here</source>
            <translation>此处没有技能</translation>
        </message>
        <message>
            <source>This user has no custom skill, and the installation has no shared ones.</source>
            <translation>此用户没有自定义技能，安装中也没有共享技能。</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
        <message>
            <source>No skill's name, description or content holds these words.</source>
            <translation>没有技能的名称、描述或内容包含这些词语。</translation>
        </message>
        <message>
            <source>Show &amp;all skills</source>
            <translation>显示全部技能(&amp;A)</translation>
        </message>
        <message>
            <source>Reading skills…</source>
            <translation>正在读取技能…</translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s) with the folders</source>
            <translation>
                <numerusform>文件夹有 %n 个问题</numerusform>
            </translation>
        </message>
        <message>
            <source>Searching contents…</source>
            <translation>正在搜索内容…</translation>
        </message>
        <message>
            <source>Read only</source>
            <translation>只读</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillListView</name>
        <message>
            <source>Skills</source>
            <translation>技能</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillPage</name>
        <message>
            <source>Roll &amp;back…</source>
            <translation>回滚(&amp;B)…</translation>
        </message>
        <message>
            <source>&amp;Save…</source>
            <translation>保存(&amp;S)…</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>More that can be done with this skill</source>
            <translation>对此技能的更多操作</translation>
        </message>
        <message>
            <source>Views of the skill</source>
            <translation>技能的视图</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;History</source>
            <translation>历史(&amp;H)</translation>
        </message>
        <message>
            <source>Choose a skill</source>
            <translation>选择一个技能</translation>
        </message>
        <message>
            <source>Its text and its history are shown here.</source>
            <translation>其文本和历史显示在此处。</translation>
        </message>
        <message>
            <source>in the folder %1</source>
            <translation>位于文件夹 %1</translation>
        </message>
        <message>
            <source>%1 · in the folder %2</source>
            <translation>%1 · 位于文件夹 %2</translation>
        </message>
        <message>
            <source>on</source>
            <translation>启用</translation>
        </message>
        <message>
            <source>not saved</source>
            <translation>未保存</translation>
        </message>
        <message>
            <source>This text is not saved yet. A draft of it is kept.</source>
            <translation>此文本尚未保存。已保留其草稿。</translation>
        </message>
        <message>
            <source>Show what changes, then save (%1)</source>
            <translation>先显示更改，再保存 (%1)</translation>
        </message>
        <message>
            <source>Restore an earlier text of this skill</source>
            <translation>恢复此技能的早先文本</translation>
        </message>
        <message>
            <source>&amp;History %1</source>
            <translation>历史(&amp;H) %1</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillTextEdit</name>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
    </context>
    <context>
        <name>verderer::SkillsPlace</name>
        <message>
            <source>Saved</source>
            <translation>已保存</translation>
        </message>
        <message>
            <source>Already identical</source>
            <translation>已经相同</translation>
        </message>
        <message>
            <source>Nothing was written.</source>
            <translation>未写入任何内容。</translation>
        </message>
        <message>
            <source>Search skills</source>
            <translation>搜索技能</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>编辑</translation>
        </message>
        <message>
            <source>History</source>
            <translation>历史</translation>
        </message>
        <message>
            <source>Show &amp;preview</source>
            <translation>显示预览(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Copy the file's path</source>
            <translation>复制文件路径(&amp;C)</translation>
        </message>
        <message>
            <source>Read &amp;again</source>
            <translation>重新读取(&amp;A)</translation>
        </message>
        <message>
            <source>Shared skills have no history.</source>
            <translation>共享技能没有历史。</translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s): this would not load</source>
            <translation>
                <numerusform>%n 个问题：无法加载</numerusform>
            </translation>
        </message>
        <message>
            <source>line %1, column %2</source>
            <translation>第 %1 行，第 %2 列</translation>
        </message>
        <message numerus="yes">
            <source>%n skill(s) will not load</source>
            <translation>
                <numerusform>%n 个技能无法加载</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>verderer::TextDiffDialog</name>
        <message>
            <source>&amp;Close</source>
            <translation>关闭(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
    </context>
    <context>
        <name>verderer::TopBar</name>
        <message>
            <source>in memory</source>
            <translation>内存</translation>
        </message>
        <message>
            <source>Installation</source>
            <translation>安装</translation>
        </message>
        <message>
            <source>User</source>
            <translation>用户</translation>
        </message>
        <message>
            <source>&amp;Open another installation…</source>
            <translation>打开其他安装(&amp;O)…</translation>
        </message>
        <message>
            <source>Show resolved &amp;paths</source>
            <translation>显示解析后的路径(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Look again</source>
            <translation>重新查找(&amp;L)</translation>
        </message>
        <message>
            <source>No installation</source>
            <translation>没有安装</translation>
        </message>
        <message>
            <source>Installation %1 · %2</source>
            <translation>安装 %1 · %2</translation>
        </message>
        <message>
            <source>User %1</source>
            <translation>用户 %1</translation>
        </message>
    </context>
</TS>
