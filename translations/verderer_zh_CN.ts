<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>BulkActs</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feedback(s)</source>
        <translation>
            <numerusform>%n 条反馈</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s)</source>
        <translation>
            <numerusform>%n 个检查点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint write(s)</source>
        <translation>
            <numerusform>%n 次检查点写入</numerusform>
        </translation>
    </message>
    <message>
        <source>busy: run %1 has been active since %2</source>
        <translation>忙：运行 %1 自 %2 起处于活动状态</translation>
    </message>
    <message>
        <source>an unknown time</source>
        <translation>未知时间</translation>
    </message>
    <message>
        <source>the row alone</source>
        <translation>仅该行</translation>
    </message>
    <message>
        <source>the row, %1</source>
        <translation>该行、%1</translation>
    </message>
    <message>
        <source>goes: the folder %1</source>
        <translation>删除：文件夹 %1</translation>
    </message>
    <message>
        <source>goes: the file %1</source>
        <translation>删除：文件 %1</translation>
    </message>
    <message>
        <source>stays: %1</source>
        <translation>保留：%1</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n thread(s)</source>
        <translation>
            <numerusform>删除 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Deleting</source>
        <translation>正在删除</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>This cannot be undone. The database comes first, the files after it; the audit log keeps the rows of the threads.</source>
        <translation>此操作无法撤销。先删数据库记录，再删文件；审计日志保留会话的行。</translation>
    </message>
    <message>
        <source>left on disk: %1</source>
        <translation>仍在磁盘上：%1</translation>
    </message>
    <message numerus="yes">
        <source>Pin %n thread(s)</source>
        <translation>
            <numerusform>置顶 %n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unpin %n thread(s)</source>
        <translation>
            <numerusform>取消置顶 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>置顶(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Unpin</source>
        <translation>取消置顶(&amp;U)</translation>
    </message>
    <message>
        <source>Pinning</source>
        <translation>正在置顶</translation>
    </message>
    <message>
        <source>Unpinning</source>
        <translation>正在取消置顶</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>unpinned</source>
        <translation>已取消置顶</translation>
    </message>
</context>
<context>
    <name>EventText</name>
    <message>
        <source>nothing was delivered</source>
        <translation>没有交付任何内容</translation>
    </message>
    <message>
        <source>… cut by DeerFlow; it had %1 bytes</source>
        <translation>… 被 DeerFlow 截断；原有 %1 字节</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
</context>
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
    <name>InstallSource</name>
    <message>
        <source>%1 is left out: %2.</source>
        <translation>未包含 %1：%2。</translation>
    </message>
    <message>
        <source>It is installed already, just so.</source>
        <translation>已安装，内容完全相同。</translation>
    </message>
    <message>
        <source>A skill of this name is there.</source>
        <translation>已有同名技能。</translation>
    </message>
    <message>
        <source>A skill of this name is there, and a folder replaces none. Delete it first.</source>
        <translation>已有同名技能，文件夹不能替换它。请先删除。</translation>
    </message>
</context>
<context>
    <name>MetadataText</name>
    <message>
        <source>This is not valid JSON: line %1, column %2.</source>
        <translation>这不是有效的 JSON：第 %1 行，第 %2 列。</translation>
    </message>
    <message>
        <source>pinning, set by DeerFlow</source>
        <translation>置顶，由 DeerFlow 设置</translation>
    </message>
    <message>
        <source>side conversation, set by DeerFlow</source>
        <translation>旁支对话，由 DeerFlow 设置</translation>
    </message>
    <message>
        <source>branch, set by DeerFlow</source>
        <translation>分支，由 DeerFlow 设置</translation>
    </message>
    <message>
        <source>message channel, set by DeerFlow</source>
        <translation>消息渠道，由 DeerFlow 设置</translation>
    </message>
    <message>
        <source>reserved by DeerFlow</source>
        <translation>DeerFlow 保留</translation>
    </message>
    <message>
        <source>Metadata is a JSON object: { &quot;key&quot;: value }.</source>
        <translation>元数据是一个 JSON 对象：{ &quot;键&quot;: 值 }。</translation>
    </message>
    <message>
        <source>The key “%1” cannot be edited here: %2.</source>
        <translation>键“%1”不能在此编辑：%2。</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>thread never came to be</source>
        <translation>会话从未建立</translation>
    </message>
    <message>
        <source>thread without a title</source>
        <translation>无标题会话</translation>
    </message>
    <message>
        <source>— tokens</source>
        <translation>— 个 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>no sign of life for %1</source>
        <translation>已 %1 没有动静</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>迄今 %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
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
    <name>StatusWords</name>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>success</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
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
    <name>ThreadBadges</name>
    <message>
        <source>no title</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>metadata damaged</source>
        <translation>元数据损坏</translation>
    </message>
    <message>
        <source>unusual time</source>
        <translation>时间格式异常</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
    <message>
        <source>It has no owner: DeerFlow shows it in nobody&apos;s list.</source>
        <translation>它没有所有者：DeerFlow 不在任何人的列表中显示它。</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>“%1” cannot be read as a time.</source>
        <translation>“%1”无法读作时间。</translation>
    </message>
    <message>
        <source>stored as “%1”, which is not DeerFlow&apos;s own form and sorts elsewhere</source>
        <translation>存储为“%1”，不是 DeerFlow 自己的格式，排序位置会不同</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>verderer::AdoptDialog</name>
    <message>
        <source>&amp;Adopt all</source>
        <translation>全部收养(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Adopt runs without a thread</source>
        <translation>收养没有会话的运行</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>多于 %1</translation>
    </message>
    <message>
        <source>Runs in this list without a thread: %1. Each gets the thread it was meant for, with the run&apos;s owner and its first message as title. A thread that is there by now is left as it is. Threads are made one after the other; what is made stays.</source>
        <translation>此列表中没有会话的运行：%1。每个运行都会得到它本应属于的会话，所有者取自运行，首条消息作为标题。已经存在的会话保持原样。会话逐个建立；已建立的会保留。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>made</source>
        <translation>已建立</translation>
    </message>
    <message>
        <source>was already there</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>What was made so far stays; adopt again for the rest.</source>
        <translation>已建立的会保留；其余的请再次收养。</translation>
    </message>
    <message>
        <source>Done in part</source>
        <translation>部分完成</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) could not be adopted; the list says why.</source>
        <translation>
            <numerusform>%n 次运行无法收养；原因见列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>There was nothing left to adopt.</source>
        <translation>没有可收养的了。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 made</source>
        <translation>已建立 %1</translation>
    </message>
    <message>
        <source>%1 were there</source>
        <translation>%1 个已存在</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message numerus="yes">
        <source>There is something to know about %n run(s); the list says what.</source>
        <translation>
            <numerusform>有 %n 个运行需要留意，详见列表。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::AdoptFlow</name>
    <message>
        <source>Adopting…</source>
        <translation>正在收养…</translation>
    </message>
    <message>
        <source>The thread of %1 is being made.</source>
        <translation>正在建立 %1 的会话。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>The thread was made</source>
        <translation>会话已建立</translation>
    </message>
    <message>
        <source>The thread was already there</source>
        <translation>会话已存在</translation>
    </message>
    <message>
        <source>%1 has this run&apos;s owner; its first message is the title.</source>
        <translation>%1 的所有者取自此运行；首条消息是标题。</translation>
    </message>
    <message>
        <source>Somebody made %1 meanwhile; nothing was changed.</source>
        <translation>期间有人建立了 %1；未作任何更改。</translation>
    </message>
</context>
<context>
    <name>verderer::AnswerPanel</name>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>You asked for</source>
        <translation>你要求的</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>已存储的</translation>
    </message>
    <message>
        <source>left out: DeerFlow reserves this key</source>
        <translation>已略去：DeerFlow 保留此键</translation>
    </message>
    <message>
        <source>It belongs to nobody, so DeerFlow shows it in nobody&apos;s list. You can claim it for the owner chosen above.</source>
        <translation>它不属于任何人，因此 DeerFlow 不在任何人的列表中显示它。你可以为上面选择的所有者认领它。</translation>
    </message>
    <message>
        <source>Created.</source>
        <translation>已创建。</translation>
    </message>
    <message>
        <source>The thread %1 is stored.</source>
        <translation>会话 %1 已存储。</translation>
    </message>
    <message>
        <source>It was already there.</source>
        <translation>它已经存在。</translation>
    </message>
    <message>
        <source>Nothing was changed; it is as you asked for.</source>
        <translation>未作任何更改；它正是你要求的样子。</translation>
    </message>
    <message>
        <source>Nothing was changed; this is the stored thread.</source>
        <translation>未作任何更改；这是已存储的会话。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Your metadata was added.</source>
        <translation>你的元数据已添加。</translation>
    </message>
    <message>
        <source>Everything else of %1 is as it was stored.</source>
        <translation>%1 的其余内容保持原样。</translation>
    </message>
    <message>
        <source>It was already there, and is yours now.</source>
        <translation>它已经存在，现在归你所有。</translation>
    </message>
    <message>
        <source>It had no owner; it belongs to %1.</source>
        <translation>它原本没有所有者；现在属于 %1。</translation>
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
    <name>verderer::BulkDialog</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Threads and what becomes of them</source>
        <translation>会话及其结果</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>What goes</source>
        <translation>将删除的内容</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Finding out what goes…</source>
        <translation>正在查明将删除的内容…</translation>
    </message>
    <message>
        <source>Cancelled; nothing was done.</source>
        <translation>已取消；什么也没做。</translation>
    </message>
    <message>
        <source>%1 of %2 can be done. With them go %3 runs, %4 events, %5 checkpoints and %6 files or folders.</source>
        <translation>%2 个中有 %1 个可以执行。随之删除 %3 次运行、%4 个事件、%5 个检查点以及 %6 个文件或文件夹。</translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be done now; the list says why.</source>
        <translation>
            <numerusform>%n 个现在无法执行；原因见列表。</numerusform>
        </translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>%1… %2 of %3</source>
        <translation>%1… %2 / %3</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>%1 of %2 done.</source>
        <translation>%2 个中已完成 %1 个。</translation>
    </message>
    <message>
        <source>The rest was cancelled and is as it was.</source>
        <translation>其余已取消，保持原样。</translation>
    </message>
    <message>
        <source>The list says what went wrong; nothing else was changed.</source>
        <translation>出错之处见列表；其他未作更改。</translation>
    </message>
    <message>
        <source>&amp;Try these again</source>
        <translation>重试这些(&amp;T)</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
</context>
<context>
    <name>verderer::ConfirmDialog</name>
    <message>
        <source>Note for the history (optional)</source>
        <translation>历史备注（可选）</translation>
    </message>
</context>
<context>
    <name>verderer::CopySkillDialog</name>
    <message>
        <source>Copy %1 to other users</source>
        <translation>将 %1 复制给其他用户</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>C&amp;opy</source>
        <translation>复制(&amp;O)</translation>
    </message>
    <message>
        <source>Name of the copy</source>
        <translation>副本名称</translation>
    </message>
    <message>
        <source>Users who get a copy, and what becomes of them</source>
        <translation>将获得副本的用户及其结果</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The whole folder is copied, links are left out; the copy declares its own name. Its history begins with the copy.</source>
        <translation>复制整个文件夹，不含链接；副本声明自己的名称，其历史从复制开始。</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>对象(&amp;F)</translation>
    </message>
    <message>
        <source>%1, shown now</source>
        <translation>%1（当前显示）</translation>
    </message>
    <message>
        <source>DeerFlow has made no folder for this user yet</source>
        <translation>DeerFlow 尚未为此用户创建文件夹</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>Choose who gets it.</source>
        <translation>请选择接收者。</translation>
    </message>
    <message>
        <source>has a skill of this name already</source>
        <translation>已有同名技能</translation>
    </message>
    <message>
        <source>will get a copy</source>
        <translation>将获得副本</translation>
    </message>
    <message>
        <source>Everybody chosen has a skill of this name already.</source>
        <translation>所选用户均已有同名技能。</translation>
    </message>
    <message>
        <source>Copying for %1…</source>
        <translation>正在为 %1 复制…</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>%1 of %2 copied.</source>
        <translation>已复制 %1/%2。</translation>
    </message>
    <message>
        <source>The list says why the others were not; they stay chosen.</source>
        <translation>其余未复制的原因见列表；它们仍被选中。</translation>
    </message>
    <message>
        <source>Not everybody got a copy</source>
        <translation>并非所有人都获得了副本</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
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
    <message>
        <source>database</source>
        <translation>数据库</translation>
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
    <message>
        <source>Show the &amp;verdict</source>
        <translation>显示结论(&amp;V)</translation>
    </message>
</context>
<context>
    <name>verderer::EditTab</name>
    <message>
        <source>Text of the skill</source>
        <translation>技能文本</translation>
    </message>
    <message>
        <source>&amp;Restore it</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>This skill is deleted</source>
        <translation>此技能已删除</translation>
    </message>
    <message>
        <source>It can be restored: the whole folder where it is in the trash, else the text from its history.</source>
        <translation>可以恢复：若回收站中有整个文件夹则恢复文件夹，否则从历史恢复文本。</translation>
    </message>
</context>
<context>
    <name>verderer::ErrorBox</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Error of the run</source>
        <translation>运行的错误</translation>
    </message>
    <message>
        <source>Copy the whole error</source>
        <translation>复制完整错误</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more character(s); “Copy” takes them all.</source>
        <translation>
            <numerusform>… 还有 %n 个字符；“复制”会取得全部。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::EventModel</name>
    <message>
        <source>This kind of event is not known; it is shown as it is stored.</source>
        <translation>未知的事件类型；按存储原样显示。</translation>
    </message>
    <message>
        <source>no time: %1</source>
        <translation>没有时间：%1</translation>
    </message>
</context>
<context>
    <name>verderer::FileEditDialog</name>
    <message>
        <source>New files lie below references/, templates/, scripts/ or assets/.</source>
        <translation>新文件须位于 references/、templates/、scripts/ 或 assets/ 之下。</translation>
    </message>
    <message>
        <source>New file</source>
        <translation>新建文件</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Name of the file, below the skill</source>
        <translation>文件名（相对于技能）</translation>
    </message>
    <message>
        <source>Note for the history (optional)</source>
        <translation>历史备注（可选）</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>正在保存 %1…</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Save &amp;over it</source>
        <translation>覆盖保存(&amp;O)</translation>
    </message>
</context>
<context>
    <name>verderer::FileNameDialog</name>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>New name of the file, below the skill</source>
        <translation>文件的新名称（相对于技能）</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>That is its name already.</source>
        <translation>名称没有变化。</translation>
    </message>
    <message>
        <source>Renaming %1…</source>
        <translation>正在重命名 %1…</translation>
    </message>
    <message>
        <source>Not renamed</source>
        <translation>未重命名</translation>
    </message>
</context>
<context>
    <name>verderer::FilesTab</name>
    <message>
        <source>new</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>new link</source>
        <translation>新链接</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>重试(&amp;A)</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>更改的文件</translation>
    </message>
    <message>
        <source>What changed in the file</source>
        <translation>文件中的更改</translation>
    </message>
    <message>
        <source>Reading changed files…</source>
        <translation>正在读取更改的文件…</translation>
    </message>
    <message>
        <source>No file was changed</source>
        <translation>没有文件被更改</translation>
    </message>
    <message>
        <source>No changes to be read here</source>
        <translation>此处没有可读的更改</translation>
    </message>
    <message>
        <source>This run recorded no change of its workspace.</source>
        <translation>此运行没有记录工作区的更改。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>the list was cut when it was recorded</source>
        <translation>列表在记录时被截断</translation>
    </message>
    <message>
        <source>No difference was recorded for this file: it is not a text, or too large.</source>
        <translation>此文件没有记录差异：它不是文本，或太大。</translation>
    </message>
</context>
<context>
    <name>verderer::HistoryController</name>
    <message>
        <source>Shared skills have no history</source>
        <translation>共享技能没有历史</translation>
    </message>
    <message>
        <source>DeerFlow records changes of a user&apos;s own skills only.</source>
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
        <source>Only a user&apos;s own skills can be changed.</source>
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
    <name>verderer::InstallDialog</name>
    <message>
        <source>✕ refuses it</source>
        <translation>✕ 拒绝</translation>
    </message>
    <message>
        <source>▲ warns</source>
        <translation>▲ 警告</translation>
    </message>
    <message>
        <source>✓ found nothing</source>
        <translation>✓ 未发现问题</translation>
    </message>
    <message>
        <source>Install skills</source>
        <translation>安装技能</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>安装(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Replace skills of the same name; what was there goes to the trash</source>
        <translation>替换同名技能；原有内容移入回收站(&amp;R)</translation>
    </message>
    <message>
        <source>What is to be installed</source>
        <translation>将要安装的内容</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Scanner</source>
        <translation>扫描器</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What is in the chosen one, and what to know about it</source>
        <translation>所选项的内容及注意事项</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>无名称</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>will replace what is there</source>
        <translation>将替换现有技能</translation>
    </message>
    <message>
        <source>will be installed</source>
        <translation>将被安装</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>It is still being read.</source>
        <translation>仍在读取。</translation>
    </message>
    <message>
        <source>Nothing of it can be installed; the list says why.</source>
        <translation>没有可安装的内容，原因见列表。</translation>
    </message>
    <message>
        <source>Not everything was installed</source>
        <translation>未能全部安装</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>已安装</translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) were installed.</source>
        <translation>
            <numerusform>已安装 %n 个技能。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Installing %1…</source>
        <translation>正在安装 %1…</translation>
    </message>
    <message>
        <source>installed</source>
        <translation>已安装</translation>
    </message>
</context>
<context>
    <name>verderer::JsonTree</name>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n 个键</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>&amp;Copy the value</source>
        <translation>复制值(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::ListingModelBase</name>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
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
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
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
    <name>verderer::MetadataTab</name>
    <message>
        <source>T&amp;ree</source>
        <translation>树(&amp;R)</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文本(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Edit metadata</source>
        <translation>编辑元数据(&amp;E)</translation>
    </message>
    <message>
        <source>Remove the &amp;key…</source>
        <translation>移除键(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Do not save</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Metadata as text</source>
        <translation>元数据文本</translation>
    </message>
    <message>
        <source>Metadata being edited</source>
        <translation>正在编辑的元数据</translation>
    </message>
    <message>
        <source>Changed by somebody else meanwhile</source>
        <translation>期间被他人更改</translation>
    </message>
    <message>
        <source>Saving replaces what is stored now for: %1.</source>
        <translation>保存会替换现在存储的：%1。</translation>
    </message>
    <message>
        <source>The stored metadata is damaged</source>
        <translation>存储的元数据已损坏</translation>
    </message>
    <message>
        <source>It is no JSON, so DeerFlow cannot read it either; the text is shown as it is stored. While it stays so, DeerFlow&apos;s own search fails for this owner.</source>
        <translation>它不是 JSON，DeerFlow 也无法读取；文本按存储原样显示。在此期间，DeerFlow 自己的搜索对此所有者会失败。</translation>
    </message>
    <message>
        <source>The stored metadata is no JSON object, so it cannot be changed key by key.</source>
        <translation>存储的元数据不是 JSON 对象，因此不能逐键更改。</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Take keys out?</source>
        <translation>移除这些键？</translation>
    </message>
    <message>
        <source>No longer in the text: %1. DeerFlow itself never takes a key out; it can be done here.</source>
        <translation>文本中已没有：%1。DeerFlow 自己从不移除键；可以在此移除。</translation>
    </message>
    <message>
        <source>Take them &amp;out</source>
        <translation>移除它们(&amp;O)</translation>
    </message>
    <message>
        <source>Save, but &amp;keep them</source>
        <translation>保存但保留它们(&amp;K)</translation>
    </message>
    <message>
        <source>Take “%1” out of the metadata?</source>
        <translation>从元数据中移除“%1”？</translation>
    </message>
    <message>
        <source>DeerFlow itself never takes a key out. The audit log keeps its value.</source>
        <translation>DeerFlow 自己从不移除键。审计日志保留其值。</translation>
    </message>
    <message>
        <source>Take it &amp;out</source>
        <translation>移除(&amp;O)</translation>
    </message>
    <message>
        <source>Saving the metadata…</source>
        <translation>正在保存元数据…</translation>
    </message>
    <message>
        <source>The metadata was saved: %1.</source>
        <translation>元数据已保存：%1。</translation>
    </message>
    <message>
        <source>Taken out: %1.</source>
        <translation>已移除：%1。</translation>
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
    <name>verderer::NewSkillDialog</name>
    <message>
        <source>New skill</source>
        <translation>新建技能</translation>
    </message>
    <message>
        <source>C&amp;reate the skill</source>
        <translation>创建技能(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>small letters, digits and single hyphens</source>
        <translation>小写字母、数字和单个连字符</translation>
    </message>
    <message>
        <source>&amp;Description</source>
        <translation>描述(&amp;D)</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>What it does and when to use it: agents choose skills by this</source>
        <translation>它做什么、何时使用：智能体据此选择技能</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Version</source>
        <translation>版本(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;License</source>
        <translation>许可证(&amp;L)</translation>
    </message>
    <message>
        <source>A&amp;uthor</source>
        <translation>作者(&amp;U)</translation>
    </message>
    <message>
        <source>Com&amp;patibility</source>
        <translation>兼容性(&amp;P)</translation>
    </message>
    <message>
        <source>Allowed &amp;tools</source>
        <translation>允许的工具(&amp;T)</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Required &amp;secrets</source>
        <translation>所需密钥(&amp;S)</translation>
    </message>
    <message>
        <source>Names of tools, separated by commas. With none named, the skill restricts nothing.</source>
        <translation>工具名称，以逗号分隔。留空则不作限制。</translation>
    </message>
    <message>
        <source>Names of secrets it needs, separated by commas. Never their values.</source>
        <translation>所需密钥的名称，以逗号分隔。切勿填写其值。</translation>
    </message>
    <message>
        <source>Te&amp;xt</source>
        <translation>文本(&amp;X)</translation>
    </message>
    <message>
        <source>What the text begins with</source>
        <translation>文本以什么开始</translation>
    </message>
    <message>
        <source>An outline to go on from</source>
        <translation>可继续编写的提纲</translation>
    </message>
    <message>
        <source>A text of my own</source>
        <translation>自己编写的文本</translation>
    </message>
    <message>
        <source>A template file</source>
        <translation>模板文件</translation>
    </message>
    <message>
        <source>Text below the front matter</source>
        <translation>前置元数据之下的文本</translation>
    </message>
    <message>
        <source>What the agent is to do, in Markdown. The front matter comes from the fields above.</source>
        <translation>用 Markdown 写明智能体要做什么。前置元数据来自上方各栏。</translation>
    </message>
    <message>
        <source>Choose the &amp;file…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>This comes from the template.</source>
        <translation>此项来自模板。</translation>
    </message>
    <message>
        <source>Choose a SKILL.md as template</source>
        <translation>选择一个 SKILL.md 作为模板</translation>
    </message>
    <message>
        <source>Skills and Markdown (*.md)</source>
        <translation>技能和 Markdown (*.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>Choose the template first.</source>
        <translation>请先选择模板。</translation>
    </message>
    <message>
        <source>It needs a description.</source>
        <translation>需要描述。</translation>
    </message>
    <message>
        <source>There is a custom skill of this name already.</source>
        <translation>已有同名自定义技能。</translation>
    </message>
    <message>
        <source>Creating %1…</source>
        <translation>正在创建 %1…</translation>
    </message>
    <message>
        <source>No skill was made</source>
        <translation>未创建技能</translation>
    </message>
</context>
<context>
    <name>verderer::NewThreadDialog</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;reate the thread</source>
        <translation>创建会话(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Use another id</source>
        <translation>使用其他编号(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Add my metadata to it</source>
        <translation>添加我的元数据(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;laim it</source>
        <translation>认领(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Open the thread</source>
        <translation>打开会话(&amp;O)</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>new random id</source>
        <translation>新的随机编号</translation>
    </message>
    <message>
        <source>none; DeerFlow&apos;s own default</source>
        <translation>无；DeerFlow 的默认值</translation>
    </message>
    <message>
        <source>none; DeerFlow gives one after the first run</source>
        <translation>无；DeerFlow 在首次运行后给出</translation>
    </message>
    <message>
        <source>A title set by hand can be overwritten: after each run DeerFlow copies its own over it.</source>
        <translation>手动设置的标题可能被覆盖：每次运行后 DeerFlow 会用自己的标题替换。</translation>
    </message>
    <message>
        <source>&amp;Id</source>
        <translation>编号(&amp;I)</translation>
    </message>
    <message>
        <source>O&amp;wner</source>
        <translation>所有者(&amp;W)</translation>
    </message>
    <message>
        <source>Assi&amp;stant</source>
        <translation>助手(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Metadata</source>
        <translation>元数据(&amp;M)</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>An id has 1 to 64 letters, digits, _ and -.</source>
        <translation>编号由 1 到 64 个字母、数字、_ 和 - 组成。</translation>
    </message>
    <message>
        <source>The metadata is not valid JSON: line %1, column %2.</source>
        <translation>元数据不是有效的 JSON：第 %1 行，第 %2 列。</translation>
    </message>
    <message>
        <source>There is a thread of this id: “%1”. Nothing of it will be changed.</source>
        <translation>已有此编号的会话：“%1”。不会更改它。</translation>
    </message>
    <message>
        <source>no title</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>An earlier thread of this id left %1 runs and %2 events behind; they will show up in the new one.</source>
        <translation>此编号的早先会话留下了 %1 次运行和 %2 个事件；它们会出现在新会话中。</translation>
    </message>
    <message>
        <source>Creating…</source>
        <translation>正在创建…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>No thread was made</source>
        <translation>没有创建会话</translation>
    </message>
    <message>
        <source>The database is not open.</source>
        <translation>数据库未打开。</translation>
    </message>
    <message>
        <source>This id exists and belongs to another user</source>
        <translation>此编号已存在，属于其他用户</translation>
    </message>
    <message>
        <source>Its owner is %1. Choose another id; nothing was changed.</source>
        <translation>其所有者是 %1。请选择其他编号；未作任何更改。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>No thread was made.</source>
        <translation>没有创建会话。</translation>
    </message>
    <message>
        <source>No answer yet: %1</source>
        <translation>尚无答复：%1</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Nothing was added: %1</source>
        <translation>未添加任何内容：%1</translation>
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
    <name>verderer::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>No run has failed.</source>
        <translation>没有失败的运行。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>重试(&amp;A)</translation>
    </message>
    <message>
        <source>Nothing has run here yet</source>
        <translation>这里还没有运行过</translation>
    </message>
    <message>
        <source>Start a conversation in DeerFlow, or create a thread by hand: its runs, tokens and costs are counted here.</source>
        <translation>在 DeerFlow 中开始对话，或手动创建会话：其运行、token 和费用会在此统计。</translation>
    </message>
    <message>
        <source>Go to &amp;threads</source>
        <translation>转到会话(&amp;T)</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the last %n day(s), today included</source>
        <translation>
            <numerusform>显示最近 %n 天（含今天）</numerusform>
        </translation>
    </message>
    <message>
        <source>Newest failures</source>
        <translation>最近的失败</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Runs each day</source>
        <translation>每日运行</translation>
    </message>
    <message>
        <source>Tokens each day</source>
        <translation>每日 token</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>By owner</source>
        <translation>按所有者</translation>
    </message>
    <message>
        <source>Day by day</source>
        <translation>逐日</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>No database to read from</source>
        <translation>没有可读取的数据库</translation>
    </message>
    <message numerus="yes">
        <source>%n without a sign of life</source>
        <translation>
            <numerusform>%n 个没有动静</numerusform>
        </translation>
    </message>
    <message>
        <source>pending or running</source>
        <translation>等待中或运行中</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) without a sign of life</source>
        <translation>
            <numerusform>%n 次运行没有动静</numerusform>
        </translation>
    </message>
    <message>
        <source>They are stored as active, but nothing has been heard of them. Nothing is changed by itself.</source>
        <translation>它们存储为活动状态，但没有任何动静。不会自动更改。</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>Runs without a thread: %1</source>
        <translation>没有会话的运行：%1</translation>
    </message>
    <message>
        <source>Their threads never came to be, or were deleted. They can be adopted.</source>
        <translation>它们的会话从未建立，或已被删除。可以收养它们。</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>显示(&amp;H)</translation>
    </message>
    <message numerus="yes">
        <source>in %n day(s)</source>
        <translation>
            <numerusform>%n 天内</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Runs that ended with an error or ran out of time, ever, and %1.</source>
        <translation>以错误或超时结束的运行：历来，以及 %1。</translation>
    </message>
    <message>
        <source>every owner&apos;s, and nobody&apos;s</source>
        <translation>所有人的以及无主的</translation>
    </message>
    <message>
        <source>%1 ever, %2 %3</source>
        <translation>历来 %1，%2 %3</translation>
    </message>
    <message>
        <source>Costs: %1.</source>
        <translation>费用：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) have no time that can be read: they are in the totals, on no day.</source>
        <translation>
            <numerusform>%n 次运行没有可读的时间：计入总数，但不属于任何一天。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) have damaged numbers for each model: they are counted by their totals.</source>
        <translation>
            <numerusform>%n 次运行的分模型数字已损坏：按其总数统计。</numerusform>
        </translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
    <message>
        <source>ddd d MMM</source>
        <comment>day in a table</comment>
        <translation>M月d日 ddd</translation>
    </message>
</context>
<context>
    <name>verderer::OverviewPlace</name>
    <message>
        <source>no database</source>
        <translation>没有数据库</translation>
    </message>
    <message>
        <source>days by the time of %1</source>
        <translation>日期按 %1 的时间</translation>
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
    <name>verderer::RenameDialog</name>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>Rename the thread</source>
        <translation>重命名会话</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>DeerFlow copies its own title over this one after the thread&apos;s next run. Without any text the title is taken away.</source>
        <translation>会话下次运行后 DeerFlow 会用自己的标题替换。留空则去掉标题。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
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
    <message>
        <source>That text</source>
        <translation>该文本</translation>
    </message>
    <message>
        <source>The scanner refuses this text</source>
        <translation>扫描器拒绝此文本</translation>
    </message>
</context>
<context>
    <name>verderer::RunDetailPage</name>
    <message>
        <source>Open &amp;thread</source>
        <translation>打开会话(&amp;T)</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>A&amp;dopt</source>
        <translation>收养(&amp;D)</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Model calls</source>
        <translation>模型调用</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>What the run was started with</source>
        <translation>运行启动时的输入</translation>
    </message>
    <message>
        <source>The row as it is stored</source>
        <translation>按存储原样的行</translation>
    </message>
    <message>
        <source>Make the missing thread, with this run&apos;s owner and its first message as title</source>
        <translation>建立缺失的会话，所有者取自此运行，首条消息作为标题</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Copy ids of this run</source>
        <translation>复制此运行的编号</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>运行的视图</translation>
    </message>
    <message>
        <source>T&amp;imeline</source>
        <translation>时间线(&amp;I)</translation>
    </message>
    <message>
        <source>T&amp;ranscript</source>
        <translation>对话记录(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Files changed</source>
        <translation>更改的文件(&amp;F)</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>Token(&amp;K)</translation>
    </message>
    <message>
        <source>I&amp;nput</source>
        <translation>输入(&amp;N)</translation>
    </message>
    <message>
        <source>Ra&amp;w row</source>
        <translation>原始行(&amp;W)</translation>
    </message>
    <message>
        <source>Copy the &amp;run&apos;s id</source>
        <translation>复制运行编号(&amp;R)</translation>
    </message>
    <message>
        <source>Copy the &amp;thread&apos;s id</source>
        <translation>复制会话编号(&amp;T)</translation>
    </message>
    <message>
        <source>Copy the &amp;error</source>
        <translation>复制错误(&amp;E)</translation>
    </message>
    <message>
        <source>Transcript as &amp;Markdown…</source>
        <translation>对话记录为 Markdown(&amp;M)…</translation>
    </message>
    <message>
        <source>Run and events as &amp;JSON…</source>
        <translation>运行和事件为 JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Events as JSON lines…</source>
        <translation>事件为 JSON 行(&amp;E)…</translation>
    </message>
    <message>
        <source>Choose a run</source>
        <translation>选择一次运行</translation>
    </message>
    <message>
        <source>What happened in it, what it cost and what went wrong is shown here.</source>
        <translation>这里显示其中发生的事、花费以及出错之处。</translation>
    </message>
    <message>
        <source>Created: %1</source>
        <translation>创建：%1</translation>
    </message>
    <message>
        <source>Last change: %1</source>
        <translation>最后更改：%1</translation>
    </message>
    <message>
        <source>Stop reason: %1</source>
        <translation>停止原因：%1</translation>
    </message>
    <message>
        <source>Worker: %1</source>
        <translation>工作进程：%1</translation>
    </message>
    <message>
        <source>Lease: ran out %1</source>
        <translation>租约：已于 %1 到期</translation>
    </message>
    <message>
        <source>Lease: until %1</source>
        <translation>租约：至 %1</translation>
    </message>
    <message>
        <source>Cancel asked for: %1</source>
        <translation>已请求取消：%1</translation>
    </message>
    <message>
        <source>no action</source>
        <translation>无操作</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>Follows %1</source>
        <translation>接续 %1</translation>
    </message>
    <message>
        <source>There is no thread %1: it never came to be, or was deleted.</source>
        <translation>没有会话 %1：它从未建立，或已被删除。</translation>
    </message>
    <message>
        <source>No sign of life</source>
        <translation>没有动静</translation>
    </message>
    <message>
        <source>Orphan</source>
        <translation>孤儿</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Damaged row</source>
        <translation>损坏的行</translation>
    </message>
    <message>
        <source>in %1 · out %2</source>
        <translation>入 %1 · 出 %2</translation>
    </message>
    <message>
        <source>Counted once the run is over.</source>
        <translation>运行结束后统计。</translation>
    </message>
    <message>
        <source>cache hits %1</source>
        <translation>缓存命中 %1</translation>
    </message>
    <message>
        <source>no cache hits</source>
        <translation>无缓存命中</translation>
    </message>
    <message>
        <source>By the prices in config.yaml; what the provider bills may differ.</source>
        <translation>按 config.yaml 中的价格；供应商的账单可能不同。</translation>
    </message>
    <message>
        <source>lead agent %1</source>
        <translation>主代理 %1</translation>
    </message>
    <message>
        <source>subagents %1</source>
        <translation>子代理 %1</translation>
    </message>
    <message>
        <source>middleware %1</source>
        <translation>中间件 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Tokens: %1</source>
        <translation>Token：%1</translation>
    </message>
    <message>
        <source>from start to end</source>
        <translation>从开始到结束</translation>
    </message>
    <message>
        <source>to its last sign of life</source>
        <translation>到最后的动静</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>迄今</translation>
    </message>
    <message>
        <source>to the error</source>
        <translation>到出错</translation>
    </message>
    <message>
        <source>to the timeout</source>
        <translation>到超时</translation>
    </message>
    <message>
        <source>to the interruption</source>
        <translation>到中断</translation>
    </message>
    <message>
        <source>its times cannot be read</source>
        <translation>其时间无法读取</translation>
    </message>
</context>
<context>
    <name>verderer::RunExportFlow</name>
    <message>
        <source>Export the run</source>
        <translation>导出运行</translation>
    </message>
    <message>
        <source>Export the list of runs</source>
        <translation>导出运行列表</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>%1 of %2 to %3</source>
        <translation>%1 / %2 到 %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 written to %2.</source>
        <translation>已将 %1 条写入 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) were deleted meanwhile.</source>
        <translation>
            <numerusform>期间有 %n 次运行被删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>已导出</translation>
    </message>
</context>
<context>
    <name>verderer::RunListController</name>
    <message>
        <source>The database does not answer</source>
        <translation>数据库没有应答</translation>
    </message>
</context>
<context>
    <name>verderer::RunListDelegate</name>
    <message>
        <source>gone, or moved in the list</source>
        <translation>已消失，或在列表中移动</translation>
    </message>
</context>
<context>
    <name>verderer::RunListModel</name>
    <message>
        <source>There is no thread %1: it never came to be, or was deleted.</source>
        <translation>没有会话 %1：它从未建立，或已被删除。</translation>
    </message>
</context>
<context>
    <name>verderer::RunListPane</name>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Adopt &amp;all…</source>
        <translation>全部收养(&amp;A)…</translation>
    </message>
    <message>
        <source>Run, thread, message, error</source>
        <translation>运行、会话、消息、错误</translation>
    </message>
    <message>
        <source>Search runs</source>
        <translation>搜索运行</translation>
    </message>
    <message>
        <source>Search ids, titles, first messages and errors (%1)</source>
        <translation>搜索编号、标题、首条消息和错误 (%1)</translation>
    </message>
    <message>
        <source>Which runs are listed</source>
        <translation>列出哪些运行</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Every owner&apos;s runs, and nobody&apos;s</source>
        <translation>所有人的以及无主的运行</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Runs that ended with an error or ran out of time</source>
        <translation>以错误或超时结束的运行</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Runs that are stored as pending or running</source>
        <translation>存储为等待中或运行中的运行</translation>
    </message>
    <message>
        <source>Orphans</source>
        <translation>孤儿</translation>
    </message>
    <message>
        <source>Runs without a thread: it never came to be, or was deleted</source>
        <translation>没有会话的运行：会话从未建立，或已被删除</translation>
    </message>
    <message>
        <source>Make the missing threads of all runs in this list</source>
        <translation>为此列表中所有运行建立缺失的会话</translation>
    </message>
    <message>
        <source>Another owner…</source>
        <translation>其他所有者…</translation>
    </message>
    <message>
        <source>The owner&apos;s id:</source>
        <translation>所有者编号：</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>其他模型…</translation>
    </message>
    <message>
        <source>The model&apos;s name, as it is configured:</source>
        <translation>模型名称（按配置）：</translation>
    </message>
    <message>
        <source>last 24 hours</source>
        <translation>最近 24 小时</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>last 90 days</source>
        <translation>最近 90 天</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Export this list</source>
        <translation>导出此列表</translation>
    </message>
    <message>
        <source>Export the list as &amp;CSV…</source>
        <translation>将列表导出为 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Export the list as &amp;JSON…</source>
        <translation>将列表导出为 JSON(&amp;J)…</translation>
    </message>
    <message>
        <source>Export the list as JSON &amp;lines…</source>
        <translation>将列表导出为 JSON 行(&amp;L)…</translation>
    </message>
    <message>
        <source>Reading runs…</source>
        <translation>正在读取运行…</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>This installation has not run anything. Start a conversation in DeerFlow, or run a command with “verdererctl runs start”.</source>
        <translation>此安装还没有运行过任何内容。在 DeerFlow 中开始对话，或用“verdererctl runs start”运行命令。</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No run passes this search and these filters.</source>
        <translation>没有运行符合此搜索和筛选。</translation>
    </message>
    <message>
        <source>Show &amp;all runs</source>
        <translation>显示所有运行(&amp;A)</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>重试(&amp;A)</translation>
    </message>
    <message>
        <source>No database to read from</source>
        <translation>没有可读取的数据库</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
</context>
<context>
    <name>verderer::RunListView</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>verderer::RunPageController</name>
    <message>
        <source>This run is gone</source>
        <translation>此运行已消失</translation>
    </message>
    <message>
        <source>%1 is not in the database any more, or never was.</source>
        <translation>%1 已不在数据库中，或从未存在。</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
    <message>
        <source>F5 tries again.</source>
        <translation>按 F5 重试。</translation>
    </message>
    <message>
        <source>Nothing was said</source>
        <translation>没有对话</translation>
    </message>
    <message>
        <source>No messages to be read here</source>
        <translation>此处没有可读的消息</translation>
    </message>
    <message>
        <source>This run recorded no message.</source>
        <translation>此运行没有记录消息。</translation>
    </message>
    <message>
        <source>What the run was started with, secrets taken out by DeerFlow.</source>
        <translation>运行启动时的输入，密钥已由 DeerFlow 去除。</translation>
    </message>
    <message>
        <source>The row of the table “runs” as it is stored, times in UTC.</source>
        <translation>表“runs”中按存储原样的行，时间为 UTC。</translation>
    </message>
</context>
<context>
    <name>verderer::RunsPlace</name>
    <message>
        <source>Search runs</source>
        <translation>搜索运行</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>对话记录</translation>
    </message>
    <message>
        <source>Files changed</source>
        <translation>更改的文件</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Raw row</source>
        <translation>原始行</translation>
    </message>
    <message>
        <source>Open the run&apos;s thread</source>
        <translation>打开运行的会话</translation>
    </message>
    <message>
        <source>no database</source>
        <translation>没有数据库</translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s)</source>
        <translation>
            <numerusform>%n 次活动运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them without a sign of life</source>
        <translation>
            <numerusform>其中 %n 次没有动静</numerusform>
        </translation>
    </message>
    <message>
        <source>no active run</source>
        <translation>没有活动的运行</translation>
    </message>
    <message>
        <source>times: %1</source>
        <translation>时间：%1</translation>
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
    <message>
        <source>This text</source>
        <translation>此文本</translation>
    </message>
    <message>
        <source>The scanner refuses this text</source>
        <translation>扫描器拒绝此文本</translation>
    </message>
    <message>
        <source>Show the &amp;verdict</source>
        <translation>显示结论(&amp;V)</translation>
    </message>
</context>
<context>
    <name>verderer::SkillActs</name>
    <message>
        <source>This skill is deleted. Restore it first.</source>
        <translation>此技能已删除。请先恢复。</translation>
    </message>
    <message>
        <source>Only custom skills can be deleted here; this one comes with the installation.</source>
        <translation>这里只能删除自定义技能；此技能随安装提供。</translation>
    </message>
    <message>
        <source>This skill is deleted already.</source>
        <translation>此技能已被删除。</translation>
    </message>
    <message>
        <source>This skill is there; nothing is to be restored.</source>
        <translation>此技能存在，无需恢复。</translation>
    </message>
    <message>
        <source>This skill is deleted.</source>
        <translation>此技能已删除。</translation>
    </message>
    <message>
        <source>This installation has no extensions file, and shared skills are switched there alone.</source>
        <translation>此安装没有扩展文件，而共享技能只能在其中开关。</translation>
    </message>
    <message>
        <source>You cancelled it.</source>
        <translation>已由您取消。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Created %1</source>
        <translation>已创建 %1</translation>
    </message>
    <message>
        <source>Copied %1 as %2</source>
        <translation>已将 %1 复制为 %2</translation>
    </message>
    <message>
        <source>The whole folder goes to the trash of this user (.trash in %1), and the history says so. DeerFlow no longer loads the skill.</source>
        <translation>整个文件夹移入此用户的回收站（%1 中的 .trash），历史会有记录。DeerFlow 不再加载该技能。</translation>
    </message>
    <message>
        <source>It can be restored from there until the trash is emptied.</source>
        <translation>清空回收站之前都可以恢复。</translation>
    </message>
    <message>
        <source>What you typed is not saved. It is kept as a draft.</source>
        <translation>您输入的内容尚未保存，会保留为草稿。</translation>
    </message>
    <message>
        <source>Delete %1?</source>
        <translation>删除 %1？</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Deleting %1…</source>
        <translation>正在删除 %1…</translation>
    </message>
    <message>
        <source>Nothing was deleted</source>
        <translation>未删除任何内容</translation>
    </message>
    <message>
        <source>The file was changed since it was shown. Look at it again.</source>
        <translation>文件在显示之后已被更改。请重新查看。</translation>
    </message>
    <message>
        <source>Deleted %1</source>
        <translation>已删除 %1</translation>
    </message>
    <message>
        <source>It lies in %1.</source>
        <translation>它位于 %1。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Restoring %1…</source>
        <translation>正在恢复 %1…</translation>
    </message>
    <message>
        <source>Nothing was restored</source>
        <translation>未恢复</translation>
    </message>
    <message>
        <source>Restored %1</source>
        <translation>已恢复 %1</translation>
    </message>
    <message>
        <source>Install skills</source>
        <translation>安装技能</translation>
    </message>
    <message>
        <source>Skill archives (*.skill)</source>
        <translation>技能归档 (*.skill)</translation>
    </message>
    <message>
        <source>Installed %1</source>
        <translation>已安装 %1</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Exporting %1…</source>
        <translation>正在导出 %1…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>%1 was not exported</source>
        <translation>%1 未导出</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>已导出 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) to %1.</source>
        <translation>
            <numerusform>%n 个文件，写入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Revision %1</source>
        <translation>修订 %1</translation>
    </message>
    <message>
        <source>Switching %1 on…</source>
        <translation>正在启用 %1…</translation>
    </message>
    <message>
        <source>Switching %1 off…</source>
        <translation>正在停用 %1…</translation>
    </message>
    <message>
        <source>%1 was not switched on</source>
        <translation>%1 未启用</translation>
    </message>
    <message>
        <source>%1 was not switched off</source>
        <translation>%1 未停用</translation>
    </message>
    <message>
        <source>%1 stays off</source>
        <translation>%1 仍为停用</translation>
    </message>
    <message>
        <source>%1 stays on</source>
        <translation>%1 仍为启用</translation>
    </message>
    <message>
        <source>%1 is on already</source>
        <translation>%1 已经启用</translation>
    </message>
    <message>
        <source>%1 is off already</source>
        <translation>%1 已经停用</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 已启用</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 已停用</translation>
    </message>
</context>
<context>
    <name>verderer::SkillDialog</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>You cancelled it.</source>
        <translation>已由您取消。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>verderer::SkillFileActs</name>
    <message>
        <source>&amp;New file…</source>
        <translation>新建文件(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Add from disk…</source>
        <translation>从磁盘添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>移除(&amp;M)…</translation>
    </message>
    <message>
        <source>Only the files of custom skills can be changed; copy the skill first.</source>
        <translation>只能更改自定义技能的文件；请先复制该技能。</translation>
    </message>
    <message>
        <source>This skill is deleted. Restore it first.</source>
        <translation>此技能已删除。请先恢复。</translation>
    </message>
    <message>
        <source>Another change is being made.</source>
        <translation>正在进行另一项更改。</translation>
    </message>
    <message>
        <source>SKILL.md is edited in the Edit tab, and goes with the skill.</source>
        <translation>SKILL.md 在“编辑”页中编辑，并随技能一起移除。</translation>
    </message>
    <message>
        <source>Choose a file first.</source>
        <translation>请先选择文件。</translation>
    </message>
    <message>
        <source>This file is no text, or too long to be edited here.</source>
        <translation>此文件不是文本，或过长而无法在此编辑。</translation>
    </message>
    <message>
        <source>Added %1</source>
        <translation>已添加 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Renamed to %1</source>
        <translation>已重命名为 %1</translation>
    </message>
    <message>
        <source>Add files to %1</source>
        <translation>添加文件到 %1</translation>
    </message>
    <message>
        <source>Adding %1…</source>
        <translation>正在添加 %1…</translation>
    </message>
    <message>
        <source>%1 was not added</source>
        <translation>%1 未添加</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were added</source>
        <translation>
            <numerusform>已添加 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>The file goes to the trash, and the history says so. Its text can be brought back from the history.</source>
        <translation>文件移入回收站，历史会有记录。可从历史恢复其文本。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Removing %1…</source>
        <translation>正在移除 %1…</translation>
    </message>
    <message>
        <source>%1 was not removed</source>
        <translation>%1 未移除</translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>已移除 %1</translation>
    </message>
    <message>
        <source>You cancelled it.</source>
        <translation>已由您取消。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>verderer::SkillFilesController</name>
    <message>
        <source>This skill is deleted</source>
        <translation>此技能已删除</translation>
    </message>
    <message>
        <source>Its files are in the trash, if anywhere. Restore it first.</source>
        <translation>其文件若还在，则在回收站中。请先恢复。</translation>
    </message>
    <message>
        <source>A folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose a file in it.</source>
        <translation>请选择其中的文件。</translation>
    </message>
    <message>
        <source>binary · %1</source>
        <translation>二进制 · %1</translation>
    </message>
</context>
<context>
    <name>verderer::SkillFilesTab</name>
    <message>
        <source>Text of the file</source>
        <translation>文件文本</translation>
    </message>
    <message>
        <source>Files of the skill</source>
        <translation>技能的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Reading the package…</source>
        <translation>正在读取技能包…</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Not everything belongs to the package</source>
        <translation>并非全部内容都属于技能包</translation>
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
        <source>This user&apos;s own skills: they can be edited</source>
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
        <source>No skill&apos;s name, description or content holds these words.</source>
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
    <message>
        <source>&amp;New skill…</source>
        <translation>新建技能(&amp;N)…</translation>
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
    <message>
        <source>E&amp;nabled</source>
        <translation>启用(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Files</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Verdict</source>
        <translation>结论(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Files %1</source>
        <translation>文件 %1(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Verdict %1</source>
        <translation>结论 %1(&amp;V)</translation>
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
        <source>&amp;Copy the file&apos;s path</source>
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
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>&amp;New skill…</source>
        <translation>新建技能(&amp;N)…</translation>
    </message>
    <message>
        <source>C&amp;opy…</source>
        <translation>复制(&amp;O)…</translation>
    </message>
    <message>
        <source>Copy to other &amp;users…</source>
        <translation>复制给其他用户(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Enabled</source>
        <translation>启用(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Deleted s&amp;kills…</source>
        <translation>已删除的技能(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Install…</source>
        <translation>安装(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Another change is being made.</source>
        <translation>正在进行另一项更改。</translation>
    </message>
    <message>
        <source>This account may not write %1.</source>
        <translation>此账户无权写入 %1。</translation>
    </message>
    <message>
        <source>Make a new custom skill</source>
        <translation>创建新的自定义技能</translation>
    </message>
    <message>
        <source>Install .skill archives from this computer</source>
        <translation>从本机安装 .skill 归档</translation>
    </message>
    <message>
        <source>Pack the skill into a .skill archive</source>
        <translation>将技能打包为 .skill 归档</translation>
    </message>
    <message>
        <source>Make a custom skill of this one, under a name of its own</source>
        <translation>以新名称由此创建自定义技能</translation>
    </message>
    <message>
        <source>Give other users a copy</source>
        <translation>给其他用户一份副本</translation>
    </message>
    <message>
        <source>Move the skill to the trash</source>
        <translation>将技能移入回收站</translation>
    </message>
    <message>
        <source>Bring the deleted skill back</source>
        <translation>恢复已删除的技能</translation>
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
    <name>verderer::TextTab</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy all of it</source>
        <translation>复制全部</translation>
    </message>
</context>
<context>
    <name>verderer::TextView</name>
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
    <name>verderer::ThreadActs</name>
    <message>
        <source>The thread is busy</source>
        <translation>会话正忙</translation>
    </message>
    <message>
        <source>It belongs to another user</source>
        <translation>它属于其他用户</translation>
    </message>
    <message>
        <source>The database is locked by another program</source>
        <translation>数据库被其他程序锁定</translation>
    </message>
    <message>
        <source>Waiting for the database.</source>
        <translation>正在等待数据库。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未作任何更改。</translation>
    </message>
    <message>
        <source>Nothing was changed: %1</source>
        <translation>未作任何更改：%1</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Give up</source>
        <translation>放弃(&amp;G)</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadDelegate</name>
    <message>
        <source>deleted or moved meanwhile</source>
        <translation>期间已删除或移动</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadDetail</name>
    <message>
        <source>There is no thread “%1”</source>
        <translation>没有会话“%1”</translation>
    </message>
    <message>
        <source>It was deleted, or never came to be.</source>
        <translation>它已被删除，或从未建立。</translation>
    </message>
    <message>
        <source>No messages to read here</source>
        <translation>此处没有可读的消息</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadDetailPage</name>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Ex&amp;port…</source>
        <translation>导出(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Give it another title (F2)</source>
        <translation>改标题 (F2)</translation>
    </message>
    <message>
        <source>See what would go, and delete it (Del)</source>
        <translation>查看将删除的内容并删除 (Del)</translation>
    </message>
    <message>
        <source>What is shown of the thread</source>
        <translation>显示会话的哪些内容</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>元数据</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>对话记录</translation>
    </message>
    <message>
        <source>Show the whole table (Esc)</source>
        <translation>显示整个表格 (Esc)</translation>
    </message>
    <message>
        <source>Close this thread</source>
        <translation>关闭此会话</translation>
    </message>
    <message>
        <source>The status as it is stored; DeerFlow may know better.</source>
        <translation>存储的状态；DeerFlow 可能更清楚。</translation>
    </message>
    <message>
        <source>deleted meanwhile</source>
        <translation>期间已删除</translation>
    </message>
    <message>
        <source>Somebody deleted this thread while it was shown.</source>
        <translation>显示期间有人删除了此会话。</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
    <message>
        <source>created %1</source>
        <translation>创建于 %1</translation>
    </message>
    <message>
        <source>Updated:
%1
Created:
%2</source>
        <translation>更新：
%1
创建：
%2</translation>
    </message>
    <message>
        <source>Unp&amp;in</source>
        <translation>取消置顶(&amp;I)</translation>
    </message>
    <message>
        <source>P&amp;in</source>
        <translation>置顶(&amp;I)</translation>
    </message>
    <message>
        <source>Let it sort by its time again (Ctrl+P)</source>
        <translation>恢复按时间排序 (Ctrl+P)</translation>
    </message>
    <message>
        <source>Keep it above the others (Ctrl+P)</source>
        <translation>保持在其他会话之上 (Ctrl+P)</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadExport</name>
    <message>
        <source>Export the list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>CSV for spreadsheets, safe from formulas (*.csv)</source>
        <translation>供电子表格使用、防公式的 CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON 行 (*.jsonl)</translation>
    </message>
    <message>
        <source>Export “%1”</source>
        <translation>导出“%1”</translation>
    </message>
    <message>
        <source>Transcript as Markdown (*.md)</source>
        <translation>对话记录 Markdown (*.md)</translation>
    </message>
    <message>
        <source>Transcript with hidden messages (*.md)</source>
        <translation>含隐藏消息的对话记录 (*.md)</translation>
    </message>
    <message>
        <source>Thread, runs and events as JSON (*.json)</source>
        <translation>会话、运行和事件 JSON (*.json)</translation>
    </message>
    <message>
        <source>Events as JSON lines (*.jsonl)</source>
        <translation>事件 JSON 行 (*.jsonl)</translation>
    </message>
    <message>
        <source>Runs as CSV (*.csv)</source>
        <translation>运行 CSV (*.csv)</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>%1 written to %2.</source>
        <translation>已将 %1 条写入 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n was deleted by somebody meanwhile.</source>
        <translation>
            <numerusform>期间有 %n 个被他人删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported</source>
        <translation>已导出</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>No file was written.</source>
        <translation>没有写入文件。</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadFilterBar</name>
    <message>
        <source>Title, id, or key=value</source>
        <translation>标题、编号或 键=值</translation>
    </message>
    <message>
        <source>Search threads</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Words in title or id, or metadata: ticket=4211 finds the number, ticket=&quot;4211&quot; the text (%1)</source>
        <translation>标题或编号中的词，或元数据：ticket=4211 查数字，ticket=&quot;4211&quot; 查文本 (%1)</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Another owner…</source>
        <translation>其他所有者…</translation>
    </message>
    <message>
        <source>The owner&apos;s id:</source>
        <translation>所有者编号：</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>last 365 days</source>
        <translation>最近 365 天</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadRunsTab</name>
    <message>
        <source>Show &amp;more</source>
        <translation>显示更多(&amp;M)</translation>
    </message>
    <message>
        <source>Runs of this thread</source>
        <translation>此会话的运行</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>首条消息</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Reading runs…</source>
        <translation>正在读取运行…</translation>
    </message>
    <message>
        <source>No runs</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <source>Nothing was run in this thread yet.</source>
        <translation>此会话还没有运行过。</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadsModel</name>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>Pinned: stands above the others</source>
        <translation>已置顶：位于其他会话之上</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
</context>
<context>
    <name>verderer::ThreadsPlace</name>
    <message>
        <source>&amp;New thread…</source>
        <translation>新建会话(&amp;N)…</translation>
    </message>
    <message>
        <source>E&amp;xport the list…</source>
        <translation>导出列表(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Pin or unpin</source>
        <translation>置顶或取消置顶(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Copy the id</source>
        <translation>复制编号(&amp;C)</translation>
    </message>
    <message>
        <source>Close the thread</source>
        <translation>关闭会话</translation>
    </message>
    <message>
        <source>Only this &amp;owner</source>
        <translation>仅此所有者(&amp;O)</translation>
    </message>
    <message>
        <source>Renaming…</source>
        <translation>正在重命名…</translation>
    </message>
    <message>
        <source>The title was taken away.</source>
        <translation>标题已去掉。</translation>
    </message>
    <message>
        <source>Renamed to “%1”.</source>
        <translation>已重命名为“%1”。</translation>
    </message>
    <message>
        <source>Pinning…</source>
        <translation>正在置顶…</translation>
    </message>
    <message>
        <source>Unpinning…</source>
        <translation>正在取消置顶…</translation>
    </message>
    <message>
        <source>Opening the database…</source>
        <translation>正在打开数据库…</translation>
    </message>
    <message>
        <source>Reading threads…</source>
        <translation>正在读取会话…</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No thread passes this filter.</source>
        <translation>没有会话符合此筛选。</translation>
    </message>
    <message>
        <source>No threads yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>Nobody has talked to this installation, and none was created by hand.</source>
        <translation>还没有人与此安装对话，也没有手动创建的会话。</translation>
    </message>
    <message>
        <source>This installation keeps no database</source>
        <translation>此安装不保留数据库</translation>
    </message>
    <message>
        <source>With database.backend: memory, threads and runs live in the Gateway alone and end with it. Set it to sqlite or postgres in config.yaml to keep them.</source>
        <translation>database.backend 为 memory 时，会话和运行只存在于 Gateway 中并随之结束。在 config.yaml 中设为 sqlite 或 postgres 以保留它们。</translation>
    </message>
    <message>
        <source>The database file is not there</source>
        <translation>数据库文件不存在</translation>
    </message>
    <message>
        <source>DeerFlow makes it when it starts for the first time. Start it once, or point to another file with --database.</source>
        <translation>DeerFlow 首次启动时会建立它。请启动一次，或用 --database 指定其他文件。</translation>
    </message>
    <message>
        <source>The database cannot be reached</source>
        <translation>无法连接数据库</translation>
    </message>
    <message>
        <source>%1, all owners</source>
        <translation>%1，所有所有者</translation>
    </message>
    <message>
        <source>%1 found, all owners</source>
        <translation>找到 %1，所有所有者</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1</translation>
    </message>
    <message>
        <source>no database</source>
        <translation>没有数据库</translation>
    </message>
    <message>
        <source>the database does not answer</source>
        <translation>数据库没有应答</translation>
    </message>
    <message>
        <source>%1 selected; the list waits with changes until fewer are</source>
        <translation>已选择 %1；选择减少前列表暂不更新</translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>已选择 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>newest first, pinned on top</source>
        <translation>最新在前，置顶在上</translation>
    </message>
    <message>
        <source>times: %1</source>
        <translation>时间：%1</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>New &amp;thread…</source>
        <translation>新建会话(&amp;T)…</translation>
    </message>
    <message>
        <source>Write the list as it is filtered to a file (Ctrl+E)</source>
        <translation>将筛选后的列表写入文件 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Create a thread by hand (Ctrl+N)</source>
        <translation>手动创建会话 (Ctrl+N)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Show &amp;all threads</source>
        <translation>显示所有会话(&amp;A)</translation>
    </message>
    <message>
        <source>Create a t&amp;hread…</source>
        <translation>创建会话(&amp;H)…</translation>
    </message>
    <message>
        <source>Pinned first, then by the time of the last change, as DeerFlow lists them</source>
        <translation>置顶在前，然后按最后更改时间，与 DeerFlow 相同</translation>
    </message>
    <message>
        <source>The database does not answer</source>
        <translation>数据库没有应答</translation>
    </message>
    <message>
        <source>What is shown may be old. %1</source>
        <translation>显示的内容可能已旧。%1</translation>
    </message>
    <message>
        <source>The list could not be read again: %1</source>
        <translation>无法重新读取列表：%1</translation>
    </message>
    <message>
        <source>Worth knowing about this database</source>
        <translation>关于此数据库须知</translation>
    </message>
</context>
<context>
    <name>verderer::TimelineController</name>
    <message>
        <source>The events could not be read</source>
        <translation>无法读取事件</translation>
    </message>
    <message>
        <source>The run itself is shown above.</source>
        <translation>运行本身显示在上方。</translation>
    </message>
    <message>
        <source>No events to be read here</source>
        <translation>此处没有可读的事件</translation>
    </message>
    <message>
        <source>No such event</source>
        <translation>没有此类事件</translation>
    </message>
    <message>
        <source>This run has recorded nothing of this kind. “All” shows the rest.</source>
        <translation>此运行没有记录此类内容。“全部”显示其余。</translation>
    </message>
    <message>
        <source>No event yet</source>
        <translation>还没有事件</translation>
    </message>
    <message>
        <source>The run has not recorded anything so far.</source>
        <translation>运行迄今没有记录任何内容。</translation>
    </message>
    <message>
        <source>No events</source>
        <translation>没有事件</translation>
    </message>
    <message>
        <source>This run left no events: it ended before its first one, or they were removed since.</source>
        <translation>此运行没有留下事件：它在首个事件前结束，或事件已被移除。</translation>
    </message>
</context>
<context>
    <name>verderer::TimelineTab</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Everything that was recorded</source>
        <translation>所有记录</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>What people, the model and tools said</source>
        <translation>人、模型和工具所说</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Calls of tools, their results, and changed files</source>
        <translation>工具调用、结果以及更改的文件</translation>
    </message>
    <message>
        <source>Subagents</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>Tasks given to subagents</source>
        <translation>交给子代理的任务</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>What failed</source>
        <translation>失败之处</translation>
    </message>
    <message>
        <source>Events of the run</source>
        <translation>运行的事件</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the whole event</source>
        <translation>复制完整事件</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close the event</source>
        <translation>关闭事件</translation>
    </message>
    <message>
        <source>The event as it is stored</source>
        <translation>按存储原样的事件</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 events and more</source>
        <translation>%1 个以上事件</translation>
    </message>
    <message>
        <source>Reading events…</source>
        <translation>正在读取事件…</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>重试(&amp;A)</translation>
    </message>
    <message>
        <source>Older events</source>
        <translation>更早的事件</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>编号 %1</translation>
    </message>
</context>
<context>
    <name>verderer::TokensTab</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>of it from the cache</source>
        <translation>其中来自缓存</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>调用者</translation>
    </message>
    <message>
        <source>Tokens by model</source>
        <translation>按模型的 token</translation>
    </message>
    <message>
        <source>Tokens by caller</source>
        <translation>按调用者的 token</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>By caller</source>
        <translation>按调用者</translation>
    </message>
    <message>
        <source>unknown model</source>
        <translation>未知模型</translation>
    </message>
    <message>
        <source>This run has no numbers for each model; its totals are shown.</source>
        <translation>此运行没有分模型数字；显示其总数。</translation>
    </message>
    <message>
        <source>The models add up to %1, the run&apos;s own total is %2.</source>
        <translation>各模型合计 %1，运行自身的总数为 %2。</translation>
    </message>
    <message>
        <source>Lead agent</source>
        <translation>主代理</translation>
    </message>
    <message>
        <source>Subagents</source>
        <translation>子代理</translation>
    </message>
    <message>
        <source>Middleware</source>
        <translation>中间件</translation>
    </message>
    <message>
        <source>The callers add up to %1, the run&apos;s own total is %2.</source>
        <translation>各调用者合计 %1，运行自身的总数为 %2。</translation>
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
<context>
    <name>verderer::TranscriptView</name>
    <message>
        <source>Human</source>
        <translation>人</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>对话记录</translation>
    </message>
    <message>
        <source>Reading the transcript…</source>
        <translation>正在读取对话记录…</translation>
    </message>
    <message>
        <source>No messages</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>Nothing was said here yet, or the messages of this conversation were not kept.</source>
        <translation>这里还没有对话，或此对话的消息没有保留。</translation>
    </message>
    <message numerus="yes">
        <source>Show %n hidden message(s)</source>
        <translation>
            <numerusform>显示 %n 条隐藏消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Show %1 more</source>
        <translation>再显示 %1 条</translation>
    </message>
    <message>
        <source>%1 tokens in, %2 out</source>
        <translation>输入 %1 个 token，输出 %2 个</translation>
    </message>
    <message>
        <source>hidden in DeerFlow</source>
        <translation>在 DeerFlow 中隐藏</translation>
    </message>
    <message>
        <source>could not be read; as stored</source>
        <translation>无法读取；按存储原样</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>no answer was recorded</source>
        <translation>没有记录答复</translation>
    </message>
    <message>
        <source>%1 more characters: show more</source>
        <translation>还有 %1 个字符：显示更多</translation>
    </message>
</context>
<context>
    <name>verderer::TrashDialog</name>
    <message>
        <source>SKILL.md from its history</source>
        <translation>来自历史的 SKILL.md</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted skills</source>
        <translation>已删除的技能</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Throw away…</source>
        <translation>彻底删除(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Empty the trash…</source>
        <translation>清空回收站(&amp;E)…</translation>
    </message>
    <message>
        <source>Deleted skills and what can be had of them</source>
        <translation>已删除的技能及可恢复的内容</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除时间</translation>
    </message>
    <message>
        <source>What comes back</source>
        <translation>可恢复内容</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Nothing is deleted</source>
        <translation>没有已删除的技能</translation>
    </message>
    <message>
        <source>Deleted skills of this user are listed here and can be brought back.</source>
        <translation>此用户已删除的技能列在这里，可以恢复。</translation>
    </message>
    <message>
        <source>a skill of this name is there</source>
        <translation>已有同名技能</translation>
    </message>
    <message numerus="yes">
        <source>The trash holds %n folder(s), %1. Histories stay, whatever is thrown away.</source>
        <translation>
            <numerusform>回收站中有 %n 个文件夹，%1。无论彻底删除什么，历史都会保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a deleted skill first.</source>
        <translation>请先选择已删除的技能。</translation>
    </message>
    <message>
        <source>A skill of this name is there. It must go first.</source>
        <translation>已有同名技能，须先将其移走。</translation>
    </message>
    <message>
        <source>Throws the chosen folders away for good</source>
        <translation>彻底删除所选文件夹</translation>
    </message>
    <message>
        <source>Only whole folders can be thrown away; a history stays.</source>
        <translation>只能彻底删除整个文件夹；历史会保留。</translation>
    </message>
    <message>
        <source>Throws every folder in the trash away for good</source>
        <translation>彻底删除回收站中的所有文件夹</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>%1 of %2 restored.</source>
        <translation>已恢复 %1/%2。</translation>
    </message>
    <message>
        <source>Not everything was restored</source>
        <translation>未能全部恢复</translation>
    </message>
    <message>
        <source>Restoring %1…</source>
        <translation>正在恢复 %1…</translation>
    </message>
    <message>
        <source>restored</source>
        <translation>已恢复</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) go for good</source>
        <translation>
            <numerusform>%n 个文件夹将被彻底删除</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be undone. What the histories hold stays, so the text of a SKILL.md can still be restored from there.</source>
        <translation>此操作无法撤销。历史中的内容会保留，仍可从中恢复 SKILL.md 的文本。</translation>
    </message>
    <message>
        <source>Throw away what is chosen?</source>
        <translation>彻底删除所选内容？</translation>
    </message>
    <message>
        <source>Empty the trash?</source>
        <translation>清空回收站？</translation>
    </message>
    <message>
        <source>&amp;Throw away</source>
        <translation>彻底删除(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Empty the trash</source>
        <translation>清空回收站(&amp;E)</translation>
    </message>
    <message>
        <source>Throwing away…</source>
        <translation>正在彻底删除…</translation>
    </message>
    <message>
        <source>Not everything was thrown away</source>
        <translation>未能全部删除</translation>
    </message>
    <message>
        <source>Thrown away</source>
        <translation>已彻底删除</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) are gone.</source>
        <translation>
            <numerusform>%n 个文件夹已删除。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>verderer::UsageChart</name>
    <message>
        <source>d MMM</source>
        <comment>day on an axis</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>other runs</source>
        <translation>其他运行</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>most on %1: %2</source>
        <translation>%1 最多：%2</translation>
    </message>
    <message>
        <source>Runs each day, as bars</source>
        <translation>每日运行柱状图</translation>
    </message>
    <message>
        <source>Tokens each day, as bars</source>
        <translation>每日 token 柱状图</translation>
    </message>
    <message>
        <source>The table of days has every number.</source>
        <translation>逐日表格含全部数字。</translation>
    </message>
    <message>
        <source>%1: %2 runs, %3 of them failed</source>
        <translation>%1：%2 次运行，其中 %3 次失败</translation>
    </message>
    <message>
        <source>%1: %2 tokens, %3 in, %4 out</source>
        <translation>%1：%2 个 token，输入 %3，输出 %4</translation>
    </message>
</context>
<context>
    <name>verderer::VerdictController</name>
    <message>
        <source>This skill is deleted</source>
        <translation>此技能已删除</translation>
    </message>
    <message>
        <source>There is no text to judge. Restore it first.</source>
        <translation>没有可判断的文本。请先恢复。</translation>
    </message>
</context>
<context>
    <name>verderer::VerdictTab</name>
    <message>
        <source>the whole package</source>
        <translation>整个技能包</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>&amp;Go to the line</source>
        <translation>转到该行(&amp;G)</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>发现的内容</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>This is about your text, which is not saved yet, and the other files as they are on disk.</source>
        <translation>这里针对您尚未保存的文本，以及磁盘上的其他文件。</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Neither the validator nor the scanner has anything to say.</source>
        <translation>验证器和扫描器均无异议。</translation>
    </message>
    <message>
        <source>Looking through the skill…</source>
        <translation>正在检查技能…</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>DeerFlow accepts this text: it can be saved and installed.</source>
        <translation>DeerFlow 接受此文本：可以保存和安装。</translation>
    </message>
    <message>
        <source>DeerFlow does not accept this text: %1</source>
        <translation>DeerFlow 不接受此文本：%1</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>可加载</translation>
    </message>
    <message>
        <source>DeerFlow&apos;s loader reads it as “%1”.</source>
        <translation>DeerFlow 的加载器将其读作“%1”。</translation>
    </message>
    <message>
        <source>vanishes</source>
        <translation>消失</translation>
    </message>
    <message>
        <source>DeerFlow&apos;s loader leaves it out without a word.</source>
        <translation>DeerFlow 的加载器会悄然忽略它。</translation>
    </message>
    <message>
        <source>The scanner refuses it until this is mended. %1</source>
        <translation>在修正之前扫描器会拒绝它。%1</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>处理办法：%1</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>发现：%1</translation>
    </message>
    <message>
        <source>&amp;Go to the file</source>
        <translation>转到文件(&amp;G)</translation>
    </message>
    <message>
        <source>This is about the package as a whole.</source>
        <translation>这里针对整个技能包。</translation>
    </message>
</context>
</TS>
