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

# The folders of skills, asked of the program itself with the same installation and user that stand on the line so far.
# $1: custom (only editable ones), deleted (custom and deleted ones) or all. One a line.
__verdererctl_skills() {
  local words=() i plain
  for ((i = 1; i < COMP_CWORD; i++)); do
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
  # JSON escapes quotes and backslashes; a name with any other escape holds control characters and cannot be typed.
  "$plain" "${words[@]}" --json skills list 2>/dev/null | awk -v want="$1" '
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
  --config | --file)
    __verdererctl_files -f "$cur"
    return
    ;;
  --category)
    __verdererctl_reply $'custom\nintegrations\npublic\nlegacy' "$cur"
    return
    ;;
  --format)
    __verdererctl_reply $'unified\njson' "$cur"
    return
    ;;
  --database | --user | --lock-timeout | --base | --note | --limit | --to | --name)
    return
    ;;
  esac

  # Which noun and verb are there, and how many words stand behind them.
  local noun="" verb="" operands=0 category="" i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case "$word" in
    --category) category=${COMP_WORDS[i + 1]} ;;&
    --home | --config | --skills-root | --database | --user | --lock-timeout | --category | --format | --file | --base | --note | --limit | --to | --name)
      i=$((i + 1))
      [ "${COMP_WORDS[i]}" = "=" ] && i=$((i + 1))
      ;;
    -*) [[ $word =~ ^-[0-9]+\^?$ ]] && operands=$((operands + 1)) ;;
    =) ;;
    *)
      if [ -z "$noun" ]; then
        noun=$word
      elif [ "$noun" = skills ] && [ -z "$verb" ]; then
        verb=$word
      else
        operands=$((operands + 1))
      fi
      ;;
    esac
  done

  if [[ $cur == -* ]]; then
    local options=$'--home\n--config\n--skills-root\n--database\n--user\n--json\n--lock-timeout\n--break-lock\n--accept-unlocked\n--help'
    case "$noun $verb" in
    "skills list") options+=$'\n--category\n--problems' ;;
    "skills show") options+=$'\n--category' ;;
    "skills validate") options+=$'\n--name' ;;
    "skills edit") options+=$'\n--file\n--base\n--note' ;;
    "skills history") options+=$'\n--limit' ;;
    "skills diff") options+=$'\n--format' ;;
    "skills rollback") options+=$'\n--to\n--new\n--base\n--note\n--dry-run' ;;
    " ") options+=$'\n--version' ;;
    esac
    __verdererctl_reply "$options" "$cur"
    return
  fi

  case "$noun $verb" in
  " ") __verdererctl_reply $'skills\ndoctor\ndemo' "$cur" ;;
  "skills ") __verdererctl_reply $'list\nshow\nvalidate\nedit\nhistory\ndiff\nrollback' "$cur" ;;
  "skills show")
    if [ "$operands" -eq 0 ]; then
      if [ -z "$category" ] || [ "$category" = custom ]; then
        __verdererctl_reply "$(__verdererctl_skills custom)" "$cur"
      else
        __verdererctl_reply "$(__verdererctl_skills all)" "$cur"
      fi
    fi
    ;;
  "skills edit") [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_skills custom)" "$cur" ;;
  "skills history" | "skills rollback") [ "$operands" -eq 0 ] && __verdererctl_reply "$(__verdererctl_skills deleted)" "$cur" ;;
  "skills diff")
    if [ "$operands" -eq 0 ]; then
      __verdererctl_reply "$(__verdererctl_skills deleted)" "$cur"
    elif [ "$operands" -le 2 ]; then
      __verdererctl_reply present "$cur"
    fi
    ;;
  "skills validate") [ "$operands" -eq 0 ] && __verdererctl_files -f "$cur" ;;
  "demo ") [ "$operands" -eq 0 ] && __verdererctl_files -d "$cur" ;;
  esac
}

complete -F _verdererctl verdererctl
