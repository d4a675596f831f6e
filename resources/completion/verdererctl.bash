# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of verdererctl for bash. Sourced by bash-completion, or by hand: source verdererctl.bash

# Names of skills, files and folders are other people's text: nothing here may evaluate them (no eval, no compgen -W, no unquoted expansion).

# What a word that is being typed means, without expanding anything in it: sets `plain` to its text and `open` to the quote that is still open.
__verdererctl_plain() {
  local rest=$1 c
  plain="" open=""
  while [ -n "$rest" ]; do
    c=${rest:0:1}
    rest=${rest:1}
    case "$open$c" in
    \' | \") open=$c ;;
    "''" | '""') open="" ;;
    \\)
      plain+=${rest:0:1}
      rest=${rest:1}
      ;;
    '"\')
      case ${rest:0:1} in
      [\$\`\"\\])
        plain+=${rest:0:1}
        rest=${rest:1}
        ;;
      *) plain+=$c ;;
      esac
      ;;
    *) plain+=$c ;;
    esac
  done
}

# Offers those of the words (one a line in $1) that begin with the typed $2, quoted so that the shell takes them as they are.
__verdererctl_reply() {
  local plain open word
  __verdererctl_plain "$2"
  # A quote opened in the middle of a word: what is offered would replace only what stands behind it.
  [ -n "$open" ] && [ "${2:0:1}" != "$open" ] && return
  COMPREPLY=()
  while IFS= read -r word; do
    [ -n "$word" ] && [ "${word:0:${#plain}}" = "$plain" ] || continue
    case $open in
    \') word=${word//\'/\'\\\'\'} ;;
    \")
      word=${word//\\/\\\\}
      word=${word//\"/\\\"}
      word=${word//\$/\\\$}
      word=${word//\`/\\\`}
      ;;
    *) printf -v word %q "$word" ;;
    esac
    COMPREPLY+=("$word")
  done <<<"$1"
}

# Files (-f) or folders (-d). With `filenames` the shell quotes them itself.
__verdererctl_files() {
  local plain open word
  __verdererctl_plain "$2"
  COMPREPLY=()
  # compgen looks into a folder that is typed with "$" or "`" only after expanding it; nothing is offered there.
  case $plain in
  *[\$\`]*/*) return ;;
  esac
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(compgen "$1" -- "$plain")
  compopt -o filenames 2>/dev/null
}

# A typed folder or file as an argument: unquoted, and with its ~.
__verdererctl_path() {
  local open
  __verdererctl_plain "$1"
  [[ $1 == \~/* ]] && plain=$HOME/${plain:2}
}

# The program and the options that say which installation, as they stand on the line so far: sets `program` and `words`.
__verdererctl_program() {
  local i plain
  words=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [ "${COMP_WORDS[i]}" = -- ] && break
    case "${COMP_WORDS[i]}" in
    --home | --config | --skills-root | --database | --user)
      # With COMP_WORDBREAKS holding "=", `--home=DIR` comes as three words.
      if [ "${COMP_WORDS[i + 1]}" = "=" ]; then
        __verdererctl_path "${COMP_WORDS[i + 2]}"
      else
        __verdererctl_path "${COMP_WORDS[i + 1]}"
      fi
      words+=("${COMP_WORDS[i]}=$plain")
      ;;
    --home=* | --config=* | --skills-root=* | --database=* | --user=*)
      __verdererctl_path "${COMP_WORDS[i]#*=}"
      words+=("${COMP_WORDS[i]%%=*}=$plain")
      ;;
    esac
  done
  __verdererctl_path "${COMP_WORDS[0]}"
  program=$plain
}

# Ids of threads or runs ($1), the newest first; $2…: options of `list`. A database that is busy or away offers nothing, and soon.
__verdererctl_ids() {
  local program words noun=$1 key
  shift
  __verdererctl_program
  [ "$noun" = threads ] && key=thread_id || key=run_id
  # Two blanks more than an entry's own: one level down there is metadata of the same name.
  "$program" "${words[@]}" --lock-timeout 2 --json "$noun" list --limit 200 "$@" 2>/dev/null |
    sed -n "s/^      \"$key\": \"\([A-Za-z0-9_.:-]*\)\",\{0,1\}\$/\1/p"
}

# The folders of skills, asked of the program itself with the same installation and user that stand on the line so far.
# $1: custom (only editable ones), deleted (custom and deleted ones) or all. One a line.
__verdererctl_skills() {
  local program words
  __verdererctl_program
  # JSON escapes quotes and backslashes; a name with any other escape holds control characters and cannot be typed.
  "$program" "${words[@]}" --json skills list 2>/dev/null | awk -v want="$1" '
    function unescaped(text, out, at, c) {
      while ((at = index(text, "\\")) > 0) {
        c = substr(text, at + 1, 1)
        if (c != "\"" && c != "\\" && c != "/")
          return ""
        out = out substr(text, 1, at - 1) c
        text = substr(text, at + 2)
      }
      return out text
    }
    /^      "directory": / { name = $0; sub(/^      "directory": "/, "", name); sub(/",?$/, "", name); name = unescaped(name) }
    /^      "category": /  { custom = index($0, "\"custom\"") > 0 }
    /^      "deleted": /   { deleted = index($0, "true") > 0 }
    /^      "path": / {
      if (name != "" && (want == "all" && !deleted || want == "custom" && custom && !deleted || want == "deleted" && custom))
        print name
    }'
}

# The files of a skill ($1, as it was typed) of a category ($2).
__verdererctl_skill_files() {
  local program words plain open
  __verdererctl_plain "$1"
  set -- "$plain" "$2"
  __verdererctl_program
  "$program" "${words[@]}" --json skills files list "$1" ${2:+--category "$2"} 2>/dev/null | awk '
    /^      "path": / { name = $0; sub(/^      "path": "/, "", name); sub(/",?$/, "", name) }
    /^      "kind": "(text|binary)"/ { if (name !~ /\\/ && name != "SKILL.md") print name }'
}

_verdererctl() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  [ "$cur" = "=" ] && cur=""
  [ "$prev" = "=" ] && prev=${COMP_WORDS[COMP_CWORD - 2]}
  COMPREPLY=()

  case "$prev" in
  --home | --skills-root)
    __verdererctl_files -d "$cur"
    return
    ;;
  --config | --file | --output)
    __verdererctl_files -f "$cur"
    return
    ;;
  --category)
    case " ${COMP_WORDS[*]:1:COMP_CWORD-1} " in
    *" events "*) __verdererctl_reply $'trace\nmessage\noutputs\nerror\nmiddleware\ncontext\nsubagent\nworkspace' "$cur" ;;
    *) __verdererctl_reply $'custom\nintegrations\npublic\nlegacy' "$cur" ;;
    esac
    return
    ;;
  --status)
    __verdererctl_reply $'idle\npending\nrunning\nsuccess\nerror\ntimeout\ninterrupted' "$cur"
    return
    ;;
  --strategy)
    __verdererctl_reply $'reject\ninterrupt\nrollback' "$cur"
    return
    ;;
  esac
  # The same word may take a value of another kind, or none, with another verb.
  case " ${COMP_WORDS[*]:1:COMP_CWORD-1} " in
  *" transcript "* | *" adopt "*) ;;
  *)
    if [ "$prev" = --thread ]; then
      __verdererctl_reply "$(__verdererctl_ids threads)" "$cur"
      return
    fi
    ;;
  esac
  if [ "$prev" = --format ]; then
    case " ${COMP_WORDS[*]:1:COMP_CWORD-1} " in
    *" export "*) __verdererctl_reply $'csv\njson\njsonl\nmarkdown' "$cur" ;;
    *" transcript "*) __verdererctl_reply $'markdown\njson' "$cur" ;;
    *) __verdererctl_reply $'unified\njson' "$cur" ;;
    esac
    return
  fi
  case "$prev" in
  --database | --user | --lock-timeout | --base | --note | --limit | --to | --name | --after | --after-seq | --owner | --text | --since | --before | --metadata | \
    --merge | --remove | --model | --active-longer-than | --id | --assistant | --title | --days | --zone | --utc-offset | --idempotency-key)
    return
    ;;
  esac

  # Which noun and verb are there, and how many words stand behind them.
  local noun="" verb="" sub="" skill="" operands=0 category="" i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case "$word" in
    --) return ;; # behind it stands somebody else's command
    --thread) [ "$verb" != transcript ] || continue ;;&
    --category) category=${COMP_WORDS[i + 1]} ;;&
    --home | --config | --skills-root | --database | --user | --lock-timeout | --category | --format | --file | --base | --note | --limit | --to | --name | \
      --after | --after-seq | --owner | --text | --since | --before | --metadata | --merge | --remove | --model | --active-longer-than | --id | --assistant | \
      --title | --days | --zone | --utc-offset | --idempotency-key | --status | --strategy | --output | --thread | \
      --as | --body | --template | --description | --license | --compatibility | --skill-version | --author | --allowed-tool | --required-secret | --place | \
      --older-than)
      i=$((i + 1))
      [ "${COMP_WORDS[i]}" = "=" ] && i=$((i + 1))
      ;;
    -*) [[ $word =~ ^-[0-9]+\^?$ ]] && operands=$((operands + 1)) ;;
    =) ;;
    *)
      if [ -z "$noun" ]; then
        noun=$word
      elif [[ $noun == @(skills|threads|runs) ]] && [ -z "$verb" ]; then
        verb=$word
      else
        operands=$((operands + 1))
        case $operands in
        1) sub=$word ;;
        2) skill=$word ;;
        esac
      fi
      ;;
    esac
  done

  if [[ $cur == -* ]]; then
    local options=$'--home\n--config\n--skills-root\n--database\n--user\n--json\n--lock-timeout\n--break-lock\n--accept-unlocked\n--help'
    case "$noun $verb" in
    "skills list") options+=$'\n--category\n--problems' ;;
    "skills show" | "skills enable" | "skills disable") options+=$'\n--category' ;;
    "skills validate") options+=$'\n--name' ;;
    "skills edit") options+=$'\n--file\n--base\n--note\n--moderate' ;;
    "skills history") options+=$'\n--limit' ;;
    "skills diff") options+=$'\n--format' ;;
    "skills create")
      options+=$'\n--description\n--license\n--compatibility\n--skill-version\n--author\n--allowed-tool\n--required-secret\n--metadata'
      options+=$'\n--body\n--file\n--template\n--note\n--dry-run'
      ;;
    "skills copy") options+=$'\n--category\n--as\n--to\n--note\n--dry-run' ;;
    "skills delete") options+=$'\n--base\n--note\n--dry-run' ;;
    "skills restore") options+=$'\n--place\n--note' ;;
    "skills trash") [ "$operands" -eq 0 ] || options+=$'\n--all\n--name\n--place\n--older-than\n--dry-run' ;;
    "skills files")
      case $sub in
      list | show) options+=$'\n--category' ;;
      write) options+=$'\n--file\n--new\n--binary\n--executable\n--base\n--note\n--dry-run' ;;
      rename | remove) options+=$'\n--base\n--note\n--dry-run' ;;
      esac
      ;;
    "skills rollback") options+=$'\n--to\n--new\n--base\n--note\n--moderate\n--dry-run' ;;
    "skills install") options+=$'\n--replace\n--repack\n--note\n--dry-run' ;;
    "skills export") options+=$'\n--all\n--category\n--output\n--revision\n--overwrite\n--dry-run' ;;
    "skills redact") options+=$'\n--file\n--name\n--all-users\n--note\n--dry-run' ;;
    "skills search") options+=$'\n--file\n--ignore-case\n--name\n--all-users' ;;
    "skills scan") options+=$'\n--file\n--all\n--category\n--moderate' ;;
    "threads list") options+=$'\n--owner\n--no-owner\n--status\n--text\n--since\n--before\n--metadata\n--limit\n--after' ;;
    "threads create") options+=$'\n--id\n--owner\n--assistant\n--title\n--metadata\n--claim' ;;
    "threads metadata") options+=$'\n--merge\n--remove' ;;
    "threads delete") options+=$'\n--dry-run' ;;
    "threads export") options+=$'\n--owner\n--no-owner\n--status\n--text\n--since\n--before\n--metadata\n--format\n--output\n--formula-safe\n--bom\n--hidden' ;;
    "runs list")
      options+=$'\n--thread\n--owner\n--no-owner\n--status\n--model\n--text\n--since\n--before\n--orphans\n--active-longer-than\n--limit\n--after'
      ;;
    "runs events") options+=$'\n--category\n--after-seq\n--limit' ;;
    "runs transcript") options+=$'\n--thread\n--hidden\n--format' ;;
    "runs usage") options+=$'\n--days\n--zone\n--utc-offset\n--owner' ;;
    "runs start") options+=$'\n--thread\n--strict\n--owner\n--assistant\n--metadata\n--idempotency-key\n--strategy' ;;
    "runs adopt") options+=$'\n--all' ;;
    "runs export")
      options+=$'\n--thread\n--owner\n--no-owner\n--status\n--model\n--text\n--since\n--before\n--orphans\n--active-longer-than'
      options+=$'\n--format\n--output\n--formula-safe\n--bom\n--hidden'
      ;;
    "doctor ") options+=$'\n--end-dead-runs' ;;
    " ") options+=$'\n--version' ;;
    esac
    __verdererctl_reply "$options" "$cur"
    return
  fi

  case "$noun $verb" in
  " ") __verdererctl_reply $'skills\nthreads\nruns\ndoctor\ndemo' "$cur" ;;
  "threads ") __verdererctl_reply $'list\nshow\ncreate\nrename\npin\nunpin\nmetadata\ndelete\nexport' "$cur" ;;
  "threads show" | "threads rename" | "threads metadata" | "threads export")
    [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_ids threads)" "$cur"
    ;;
  "threads pin" | "threads unpin" | "threads delete") __verdererctl_reply "$(__verdererctl_ids threads)" "$cur" ;;
  "runs ") __verdererctl_reply $'list\nshow\nevents\ntranscript\nusage\nstart\nadopt\nexport' "$cur" ;;
  "runs show" | "runs events" | "runs transcript" | "runs export")
    [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_ids runs)" "$cur"
    ;;
  "runs adopt") __verdererctl_reply "$(__verdererctl_ids runs --orphans)" "$cur" ;;
  "skills ") __verdererctl_reply $'list\nshow\nvalidate\nedit\nhistory\ndiff\nrollback\nscan\ncreate\ncopy\nenable\ndisable\ndelete\nrestore\ntrash\nfiles\nsearch\nredact\ninstall\nexport' "$cur" ;;
  "skills show" | "skills copy" | "skills export" | "skills scan" | "skills enable" | "skills disable")
    if [ "$operands" -eq 0 ]; then
      if [ -z "$category" ] || [ "$category" = custom ]; then
        __verdererctl_reply "$(__verdererctl_skills custom)" "$cur"
      else
        __verdererctl_reply "$(__verdererctl_skills all)" "$cur"
      fi
    fi
    ;;
  "skills edit") [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_skills custom)" "$cur" ;;
  "skills delete") __verdererctl_reply "$(__verdererctl_skills custom)" "$cur" ;;
  "skills files")
    case $operands in
    0) __verdererctl_reply $'list\nshow\nwrite\nrename\nremove' "$cur" ;;
    1)
      if [ -z "$category" ] || [ "$category" = custom ]; then
        __verdererctl_reply "$(__verdererctl_skills custom)" "$cur"
      else
        __verdererctl_reply "$(__verdererctl_skills all)" "$cur"
      fi
      ;;
    2) [ "$sub" = list ] || __verdererctl_reply "$(__verdererctl_skill_files "$skill" "$category")" "$cur" ;;
    esac
    ;;
  "skills trash") [ "$operands" -eq 0 ] && __verdererctl_reply $'list\nempty' "$cur" ;;
  "skills history" | "skills rollback" | "skills restore") [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_skills deleted)" "$cur" ;;
  "skills diff")
    if [ "$operands" -eq 0 ]; then
      __verdererctl_reply "$(__verdererctl_skills deleted)" "$cur"
    elif [ "$operands" -le 2 ]; then
      __verdererctl_reply present "$cur"
    fi
    ;;
  "skills install") __verdererctl_files -f "$cur" ;;
  "skills validate") [ "$operands" -eq 0 ] && __verdererctl_files -f "$cur" ;;
  "demo ") [ "$operands" -eq 0 ] && __verdererctl_files -d "$cur" ;;
  esac
}

complete -F _verdererctl verdererctl
