# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of verdererctl for bash. Sourced by bash-completion, or by hand: source verdererctl.bash

# The folders of skills, asked of the program itself with the same installation and user that stand on the line so far.
# $1: custom (only editable ones), deleted (custom and deleted ones) or all. One a line.
__verdererctl_skills() {
  local words=() i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${COMP_WORDS[i]}" in
    --home | --config | --skills-root | --database | --user)
      # With COMP_WORDBREAKS holding "=", `--home=DIR` comes as three words.
      if [ "${COMP_WORDS[i + 1]}" = "=" ]; then
        words+=("${COMP_WORDS[i]}=${COMP_WORDS[i + 2]}")
      else
        words+=("${COMP_WORDS[i]}" "${COMP_WORDS[i + 1]}")
      fi
      ;;
    esac
  done
  # A home typed with ~ is not expanded yet on the line.
  words=("${words[@]/#\~\//$HOME/}")
  "${COMP_WORDS[0]/#\~\//$HOME/}" "${words[@]}" --json skills list 2>/dev/null | awk -v want="$1" '
    /^      "directory": / { name = $0; sub(/^      "directory": "/, "", name); sub(/",?$/, "", name) }
    /^      "category": /  { custom = index($0, "\"custom\"") > 0 }
    /^      "deleted": /   { deleted = index($0, "true") > 0 }
    /^      "path": / {
      if (want == "all" && !deleted || want == "custom" && custom && !deleted || want == "deleted" && custom)
        print name
    }'
}

__verdererctl_reply() {
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

__verdererctl_files() {
  local IFS=$'\n'
  COMPREPLY=($(compgen "$1" -- "$2"))
  compopt -o filenames 2>/dev/null
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
