// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/text_rules.h"

namespace verderer {

namespace {

using enum ScanClass;
using enum ScanSeverity;

constexpr auto removeSecret =
    "Revoke it where it was issued, take it out of the skill, and redact it from the history. Let the skill read it from the environment "
    "(required-secrets).";
constexpr auto placeholders = R"re(example|placeholder|your|x{4}|\*{3}|\.{3}|<|\$\{?|dummy|changeme|(.)\1{7})re";
constexpr auto removeLine = "Take the command out. If the skill only explains it, say in words what it does.";

} // namespace

const std::vector<TextRule> &textRules()
{
    static const std::vector<TextRule> rules = {
        {"secret-private-key", Secret, Critical, "private\x01key", R"re(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY( BLOCK)?-----)re", nullptr,
         "A private key stands in the skill.", removeSecret},
        {"secret-aws-key", Secret, Critical, "AKIA ASIA", R"re((?<![A-Za-z0-9])(?-i:A(?:KI|SI)A[A-Z0-9]{16})(?![A-Za-z0-9]))re", "EXAMPLE",
         "An access key of Amazon Web Services stands in the skill.", removeSecret},
        {"secret-github-token", Secret, Critical, "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
         R"re((?<![a-z0-9])(?:gh[pousr]_[a-z0-9]{36,255}|github_pat_[a-z0-9_]{22,255}))re", placeholders, "A GitHub token stands in the skill.",
         removeSecret},
        {"secret-gitlab-token", Secret, Critical, "glpat-", R"re((?<![a-z0-9])glpat-[a-z0-9_-]{20,64})re", placeholders,
         "A GitLab token stands in the skill.", removeSecret},
        {"secret-google-key", Secret, Critical, "AIza", R"re((?<![a-z0-9])(?-i:AIza)[a-z0-9_-]{35}(?![a-z0-9_-]))re", placeholders,
         "A Google API key stands in the skill.", removeSecret},
        {"secret-slack-token", Secret, Critical, "xoxa- xoxb- xoxe- xoxp- xoxr- xoxs- hooks.slack.com/services/",
         R"re((?<![a-z0-9])(?:xox[abeprs]-[0-9a-z-]{10,250}|hooks\.slack\.com/services/T[a-z0-9]{6,14}/B[a-z0-9]{6,14}/[a-z0-9]{16,40}))re",
         placeholders, "A Slack token or webhook stands in the skill.", removeSecret},
        {"secret-stripe-key", Secret, Critical, "sk_live_ rk_live_", R"re((?<![a-z0-9])[sr]k_live_[0-9a-z]{16,247})re", placeholders,
         "A live Stripe key stands in the skill.", removeSecret},
        {"secret-model-key", Secret, Critical, "sk-", R"re((?<![a-z0-9_-])sk-(?:proj-|ant-|svcacct-)?(?=[a-z_-]{0,60}[0-9])[a-z0-9_-]{24,200})re",
         placeholders, "A key for a language model's service stands in the skill.", removeSecret},
        {"secret-jwt", Secret, High, "eyJ", R"re((?<![a-z0-9_-])(?-i:eyJ)[a-z0-9_-]{10,400}\.(?-i:eyJ)[a-z0-9_-]{10,1500}\.[a-z0-9_-]{10,600})re",
         nullptr, "A signed web token (JWT) stands in the skill; whoever reads it can act with it until it expires.", removeSecret},
        {"secret-in-url", Secret, High, "://", R"re((?<=://)[a-z0-9._%+-]{1,64}:[^\s/@:"'<>]{3,128}@(?=[a-z0-9]))re",
         R"re(:(?:pass(word|wd)?|pw|pwd|secret|token|postgres|user|x{3,})@|placeholder|example|your|\$|\*{3}|<|\{)re",
         "A password stands in an address.", removeSecret},
        {"secret-assignment", Secret, High, "password passwd secret api_key apikey api-key token access_key",
         R"re((?<![a-z])(?:password|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|token)["']?\s{0,60}+[:=]\s{0,60}+["'](?=[^"']{0,60}[0-9])[a-z0-9/+=_.!@#%^&*-]{12,128}["'])re",
         R"re(example|placeholder|your|x{4}|\*{3}|\.{3}|<|\$|dummy|changeme|test|environ|getenv|(.)\1{5})re",
         "A value that looks like a real password or key is assigned in the text.", removeSecret},

        {"prompt-override", Prompt, High, "ignore disregard forget override \xe5\xbf\xbd\xe7\x95\xa5 \xe6\x97\xa0\xe8\xa7\x86",
         R"re((?:(?<![a-z])(?:ignore|disregard|forget|override)\s{1,60}+(?:(?:all|any|of|the|your|my|these|those)\s{1,60}+){0,4}(?:previous|prior|above|earlier|preceding|system|developer)\s{1,60}+(?:instruction|prompt|rule|guideline|message|direction)|(?:忽略|无视)[\x{4e00}-\x{9fff}]{0,8}(?:之前|以上|先前|前面|系统)[\x{4e00}-\x{9fff}]{0,6}(?:指令|提示|规则|说明)))re",
         nullptr, "The text tells the agent to set other instructions aside.", "Say what the skill wants done without touching other instructions."},
        {"prompt-bypass", Prompt, High, "bypass disable circumvent turn\x01off",
         R"re((?<![a-z])(?:bypass|disable|circumvent|turn off)\s{1,60}+(?:(?:all|any|the|your|every)\s{1,60}+){0,3}(?:safety|security|content|guardrail|moderation)s?\s{0,60}+(?:check|filter|rule|polic|guardrail|scanner|restriction|measure)?[a-z]{0,6}(?![a-z]))re",
         nullptr, "The text tells the agent to go round safety rules.",
         "Take the sentence out, or name the one setting of a named program that is meant."},
        {"prompt-hide", Prompt, Medium, "tell inform mention reveal",
         R"re((?<![a-z])(?:do\s{1,60}+not|don't|never|without)\s{1,60}+(?:tell|inform|mention|reveal)(?:ing)?\s{1,60}+(?:(?:this|it|that|anything)\s{1,60}+)?(?:to\s{1,60}+)?(?:the\s{1,60}+)?user)re",
         nullptr, "The text tells the agent to keep something from the user.", "Let the agent say what it does."},
        {"prompt-extract", Prompt, Medium, "system\x01prompt hidden\x01instructions",
         R"re((?<![a-z])(?:reveal|print|show|output|repeat|send|leak)\s{1,60}+(?:me\s{1,60}+)?(?:your|the)\s{1,60}+(?:full\s{1,60}+|entire\s{1,60}+|whole\s{1,60}+)?(?:system prompt|hidden instructions))re",
         nullptr, "The text asks the agent for its own instructions.", "Take the sentence out."},
        {"prompt-invisible", Prompt, High,
         "\xe2\x80\xaa \xe2\x80\xab \xe2\x80\xac \xe2\x80\xad \xe2\x80\xae \xe2\x81\xa6 \xe2\x81\xa7 \xe2\x81\xa8 \xe2\x81\xa9 \xf3\xa0\x80 "
         "\xf3\xa0\x81",
         R"re([\x{202a}-\x{202e}\x{2066}-\x{2069}]|(?<!\x{1f3f4})(?<![\x{e0020}-\x{e007f}])[\x{e0001}-\x{e007f}])re", nullptr,
         "Characters that nobody sees stand here: they can hide instructions or turn the text round.", "Delete the invisible characters."},

        {"path-credentials", SensitivePath, High,
         ".ssh/ .aws/credentials .kube/config .gnupg .netrc .git-credentials .docker/config.json /etc/shadow .npmrc .pypirc login.keychain "
         "/proc/self/environ application_default_credentials",
         R"re((?:\.ssh/(?:id_[a-z0-9]{2,10}(?![a-z0-9]|\.pub)|authorized_keys|config|\*)|\.aws/credentials|\.kube/config|\.gnupg/|(?<![a-z0-9])\.netrc(?![a-z])|\.git-credentials|\.docker/config\.json|/etc/shadow|~/\.(?:npmrc|pypirc)|login\.keychain|/proc/self/environ|application_default_credentials))re",
         nullptr, "The text names a file that holds credentials.", "Ask for what is needed through required-secrets instead of reading such files."},
        {"path-accounts", SensitivePath, Medium, "/etc/passwd /etc/sudoers .bash_history .zsh_history",
         R"re((?:/etc/passwd|/etc/sudoers|\.(?:ba|z)sh_history))re", nullptr,
         "The text names a file about the computer's accounts or what was typed on it.", "Leave the file alone, or say why the skill needs it."},

        {"metadata-address", Metadata, Critical,
         "169.254.169.254 metadata.google.internal fd00:ec2::254 100.100.100.200 0xa9fea9fe 2852039166 169.254.170.2",
         R"re((?<![0-9.])(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|2852039166)(?![0-9])|metadata\.google\.internal|fd00:ec2::254|0xa9fea9fe)re",
         nullptr, "The address of a cloud's metadata service stands here; it hands out the machine's credentials.", "Take the address out."},

        {"endpoint-collector", Endpoint, High,
         "webhook.site requestbin pipedream.net ngrok burpcollaborator interact.sh oast. transfer.sh requestcatcher beeceptor",
         R"re((?<![a-z0-9-])(?:webhook\.site|requestbin\.(?:com|net)|[a-z0-9-]{1,40}\.m\.pipedream\.net|[a-z0-9.-]{1,40}\.ngrok(?:-free)?\.(?:io|app|dev)|[a-z0-9-]{1,63}\.burpcollaborator\.net|[a-z0-9-]{1,63}\.interact\.sh|[a-z0-9-]{1,63}\.oast\.(?:fun|pro|live|me|site|online)|transfer\.sh|[a-z0-9-]{1,40}\.(?:requestcatcher|beeceptor)\.com)(?![a-z0-9-]))re",
         nullptr, "The address of a service that collects whatever is sent to it stands here.", "Send to an address of your own, or nowhere."},
        {"endpoint-address", Endpoint, Medium, "://",
         R"re((?<=://)(?!127\.|10\.|192\.168\.|0\.0\.0\.0|169\.254\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|203\.0\.113\.|192\.0\.2\.|198\.51\.100\.)[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9.]))re",
         nullptr, "An address is named by number, which hides whose it is.", "Name the host."},
        {"endpoint-external", Endpoint, Low, "http:// https:// wss:// ftp://",
         R"re((?<![a-z])(?:https?|wss?|ftp)://(?!(?:localhost|127\.|0\.0\.0\.0|\[|[a-z0-9.-]{0,60}example\.(?:com|org|net)|[a-z0-9.-]{0,60}\.(?:local|internal|test|invalid)(?![a-z0-9.-])))[a-z0-9][a-z0-9.-]{0,200}\.[a-z]{2,24})re",
         nullptr, "The skill names an address outside.", "Check that the agent is meant to go there."},

        {"code-download-run", Code, High, "curl wget iwr invoke-webrequest downloadstring",
         R"re((?<![a-z])(?:(?:curl|wget)(?![a-z-])[^|;\n]{1,300}\|\s{0,60}+(?:sudo\s{1,60}+(?:-[a-z]{1,4}\s{1,60}+)?)?(?:ba|z|da|k)?sh(?![a-z.])|(?:curl|wget)(?![a-z-])[^|;\n]{1,300}\|\s{0,60}+(?:sudo\s{1,60}+)?(?:python3?|perl|ruby|node)(?![a-z.])|(?:ba|z)?sh\s{1,60}+<\(\s{0,60}+(?:curl|wget)\s|(?:eval|source|ba?sh\s{1,60}+-c)\s{1,60}+"?\$\((?:curl|wget)\s|(?:iex|invoke-expression)[^\n]{0,80}(?:iwr|invoke-webrequest|downloadstring)))re",
         nullptr, "What is downloaded is run unseen.", "Download, check a checksum, then run; or bring the script along in scripts/."},
        {"code-encoded-run", Code, Critical, "base64 b64decode fromhex atob frombase64string",
         R"re((?<![a-z])base64\s{1,60}+(?:-d|-D|--decode)[^|\n]{0,120}\|\s{0,60}+(?:sudo\s{1,60}+)?(?:(?:ba|z|da)?sh|python3?|perl)(?![a-z.])|(?<![a-z_.])(?:exec|eval)\s{0,60}+\(\s{0,60}+(?:compile\s{0,60}+\(\s{0,60}+)?(?:zlib\.decompress\s{0,60}+\(\s{0,60}+)?(?:base64\.)?(?:b64decode|bytes\.fromhex|atob|codecs\.decode)\s{0,60}+\(|(?:iex|invoke-expression)[^\n]{0,80}frombase64string)re",
         nullptr, "Hidden code is decoded and run at once.", "Write the code in the open."},
        {"code-secret-upload", Code, Critical, "curl wget nc\x01 requests.post fetch( scp\x01 rsync\x01",
         R"re((?<![a-z])(?:curl|wget|nc|scp|rsync|requests\.post|fetch)(?![a-z-])[^\n]{1,300}(?:\.ssh/id_|\.ssh/\*|\.aws/credentials|\.kube/config|\.netrc|\.git-credentials|/etc/shadow|/proc/self/environ|\$\((?:env|printenv)\)|[=@]\.env(?![a-z]))|(?:(?<![a-z])(?:env|printenv)|cat\s{1,60}+[^|\n]{0,60}(?:\.ssh/id_[a-z0-9]{2,10}|\.aws/credentials|\.env))\s{0,60}+\|\s{0,60}+(?:curl|nc|wget)(?![a-z]))re",
         nullptr, "Credentials are read and sent away.", "Take the command out, and find out who put it there."},
        {"code-persistence", Code, High, "authorized_keys crontab /etc/cron launchagents /etc/systemd .bashrc .zshrc .profile",
         R"re(>>\s{0,60}+["']?(?:~|\$HOME|/root|/home/[a-z0-9_-]{1,32})/\.(?:ssh/authorized_keys|bashrc|zshrc|profile|bash_profile)|\|\s{0,60}+crontab\s{1,60}+-(?![a-z])|>\s{0,60}+/etc/(?:cron[a-z.]{0,10}/|systemd/system/)|cp\s[^\n]{1,120}/LaunchAgents/)re",
         nullptr, "Something is set up to run again later, or to let somebody in.", "Leave the computer as it was; tell the user what to set up."},
        {"code-eval", Code, Medium, "eval exec( os.system shell=true child_process",
         R"re((?<![a-z_.])(?:eval|exec)\s{0,60}+\((?!\s{0,60}+["'][^"']{0,80}["']\s{0,60}+\))|(?<![a-z_])os\.system\s{0,60}+\(|shell\s{0,60}+=\s{0,60}+True|require\(["'](?:node:)?child_process["']\)|from\s{1,60}+["'](?:node:)?child_process["'])re",
         nullptr, "The code runs text as a program.", "Call what is needed with a list of arguments.", true},

        {"shell-dev-tcp", Shell, Critical, "/dev/tcp/ /dev/udp/", R"re(/dev/(?:tcp|udp)/[^\s/"']{1,120}/[^\s"'/]{1,16})re", nullptr,
         "A shell's own network connection: a reverse shell.", removeLine},
        {"shell-netcat", Shell, Critical,
         "nc\x01 nc\t ncat\x01 ncat\t netcat\x01 netcat\t socat\x01 socat\t", R"re((?<![a-z0-9_-])(?:(?:nc|ncat|netcat)\s[^\n|;]{0,120}?(?:-[a-z]{0,6}[ec]\s{1,60}+|--(?:sh-)?exec[ =]{1,4})["']?(?:/(?:usr/)?bin/)?(?:ba|z|da)?sh(?![a-z])|(?:nc|ncat|netcat)\s{1,60}+-[a-z]{0,6}e\s{1,60}+cmd(?:\.exe)?|socat\s[^\n]{0,160}exec:["']?(?:/(?:usr/)?bin/)?(?:ba)?sh))re",
         nullptr, "A shell is handed to a network connection.", removeLine},
        {"shell-fifo", Shell, Critical, "mkfifo", R"re(mkfifo\s[^\n]{1,160}(?<![a-z])(?:nc|ncat|netcat|telnet|openssl\s{1,60}+s_client)\s)re",
         nullptr, "A shell is joined to a network connection through a named pipe.", removeLine},
        {"shell-script", Shell, Critical, "os.dup2 pty.spawn fsockopen use\x01socket sockets.tcpclient tcpsocket",
         R"re(socket[^\n]{1,300}(?:os\.dup2|pty\.spawn)\s{0,60}+\(|use\s{1,60}+Socket;[^\n]{1,300}exec\s{0,60}+[{(]?\s{0,60}+["']/bin/|fsockopen\([^\n]{1,160}(?:exec|proc_open|shell_exec|popen)\s{0,60}+\(|New-Object\s{1,60}+(?:System\.)?Net\.Sockets\.TCPClient|TCPSocket\.(?:new|open)\([^\n]{1,160}exec)re",
         nullptr, "A script hands a shell to a network connection.", removeLine},

        {"destroy-root", Destruction, Critical, "rm\x01 rm\t --no-preserve-root rmtree rimraf",
         R"re((?<![a-z0-9_-])rm\s{1,60}+(?:-[a-z-]{1,20}\s{1,60}+){0,3}-(?:[a-z]{0,6}r[a-z]{0,6}|-recursive)\s{1,60}+(?:-[a-z-]{1,20}\s{1,60}+){0,3}["']?(?:/|/\*|~/?|~/\*|\$\{?HOME\}?/?|\$\{?HOME\}?/\*|/(?:etc|usr|var|home|root|boot|bin|lib|opt)(?:/\*?)?)["']?(?=\s|[;&|`)"']|$)|rm\s[^\n]{0,80}--no-preserve-root|rmtree\s{0,60}+\(\s{0,60}+["'](?:/|~/?|/(?:etc|usr|var|home|root))["'])re",
         nullptr, "A whole file system or home folder is deleted.", removeLine},
        {"destroy-disk", Destruction, Critical, "of=/dev/ mkfs >/dev/ >\x01/dev/ shred\x01 shred\t wipefs",
         R"re((?<![a-z])dd\s[^\n]{0,160}of=/dev/(?:sd|nvme|hd|vd|xvd|mmcblk|disk)|(?<![a-z])mkfs(?:\.[a-z0-9]{2,8})?\s[^\n]{0,80}/dev/[a-z]|>\s{0,60}+/dev/(?:sd[a-z]|nvme[0-9]|hd[a-z]|vd[a-z]|disk[0-9])|(?<![a-z])(?:shred|wipefs)\s[^\n]{0,80}/dev/(?:sd|nvme|hd|vd|disk))re",
         nullptr, "A disk is overwritten.", removeLine},
        {"destroy-permissions", Destruction, High, "chmod chown",
         R"re((?<![a-z])(?:chmod\s{1,60}+(?:-[a-z]{0,4}R[a-z]{0,4}|--recursive)\s{1,60}+(?:0?777|a\+rwx|000)|chown\s{1,60}+(?:-[a-z]{0,4}R[a-z]{0,4}|--recursive)\s{1,60}+[a-z0-9_.:-]{1,64})\s{1,60}+(?:/|~|/\*|/(?:etc|usr|var|home|root)/?)(?=\s|[;&|`)"']|$))re",
         nullptr, "The permissions of a whole system are changed.", removeLine},

        {"fork-bomb", ForkBomb, Critical, "(){ ()\x01{ os.fork fork\x01while %0|%0 fork()re",
         R"re((?<![a-z0-9_])([a-z_:.]{1,20})\s{0,60}+\(\)\s{0,60}+\{\s{0,60}+\1\s{0,60}+\|\s{0,60}+\1\s{0,60}+&|while\s{1,60}+(?:True|1|\(1\)|\(true\))\s{0,60}+:?\s{0,60}+\{?\s{0,60}+(?:os\.)?fork\s{0,60}+\(|fork\s{1,60}+while\s{1,60}+(?:fork|1|true)|%0\|%0)re",
         nullptr, "A fork bomb: it starts copies of itself until the computer stops.", removeLine},
    };
    return rules;
}

} // namespace verderer
