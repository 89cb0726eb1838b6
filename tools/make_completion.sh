#!/usr/bin/env bash
# Writes shell completion from the program's own description of its commands:
#   tools/make_completion.sh build/roek bash|zsh|fish
set -eu
roek=$1 shell=$2

commands() { "$roek" help | sed -n "s/^  \([a-z]*\)  *\(.*\)\$/\1	\2/p"; }
# "long:letter:argument:help" of each option of a command, with unit separators instead of colons
between=$'\x1f'
options() {
    "$roek" "$1" --help | sed -n '/^Options:/,/^$/p' | perl -ne '
        next unless /^  (?:-(\w), )?--([\w-]+)(?: (\S(?:\S| \S)*?))?  +(.*)$/ or /^  (?:-(\w), )?--([\w-]+)(?: (\S+))? (.*)$/;
        print join("\x1f", $2, $1 // "", $3 // "", $4), "\n";'
}
words() { options "$1" | awk -F "$between" '{ printf "%s--%s", sep, $1; if ($2 != "") printf " -%s", $2; sep = " " }'; }

bash_completion() {
    echo '# bash completion for roek, made from its help'
    echo '_roek() {'
    echo '    local cur=${COMP_WORDS[COMP_CWORD]} words='
    echo '    if [ "$COMP_CWORD" = 1 ]; then'
    echo "        words=\"$(commands | cut -f1 | tr '\n' ' ')help --help --version\""
    echo '    else'
    echo '        case ${COMP_WORDS[1]/#analyze/analyse} in'
    echo "        help) words=\"$(commands | cut -f1 | tr '\n' ' ')\" ;;"
    commands | while IFS=$'\t' read -r name _; do echo "        $name) words=\"$(words "$name")\" ;;"; done
    echo '        esac'
    echo '        [[ $cur == -* || ${COMP_WORDS[1]} == help ]] || words= # what else there is are files'
    echo '    fi'
    echo '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")'
    echo '    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$cur")'
    echo '}'
    echo 'complete -o filenames -F _roek roek'
}

quoted() { perl -pe 's/\x27/\x27\\\x27\x27/g; s/([\[\]:])/\\$1/g'; }
zsh_completion() {
    echo '#compdef roek'
    echo 'local -a commands'
    echo 'commands=('
    commands | while IFS=$'\t' read -r name summary; do echo "    '$name:$(printf '%s' "$summary" | quoted)'"; done
    echo ')'
    echo 'if (( CURRENT == 2 )); then'
    echo "    if [[ \$PREFIX == -* ]]; then compadd -- --help --version; else _describe command commands; fi"
    echo '    return'
    echo 'fi'
    echo 'case ${words[2]/#%analyze/analyse} in'
    echo 'help) _describe command commands ;;'
    commands | while IFS=$'\t' read -r name _; do
        echo "$name)"
        printf '    _arguments'
        options "$name" | while IFS=$between read -r long letter argument text; do
            value=; [ -z "$argument" ] || value=":$(printf '%s' "$argument" | quoted):_files"
            printf " \\\\\n        '--%s[%s]%s'" "$long" "$(printf '%s' "$text" | quoted)" "$value"
            [ -z "$letter" ] || printf " \\\\\n        '-%s[%s]%s'" "$letter" "$(printf '%s' "$text" | quoted)" "$value"
        done
        printf " \\\\\n        '*:file:_files' ;;\n"
    done
    echo 'esac'
}

fish_completion() {
    echo '# fish completion for roek, made from its help'
    escape() { sed -e "s/\\\\/\\\\\\\\/g" -e "s/'/\\\\'/g"; }
    echo "complete -c roek -n __fish_use_subcommand -l help -d 'tell of the commands'"
    echo "complete -c roek -n __fish_use_subcommand -l version -d 'tell the version'"
    commands | while IFS=$'\t' read -r name summary; do
        echo "complete -c roek -n '__fish_seen_subcommand_from help' -f -a $name"
        echo "complete -c roek -n __fish_use_subcommand -a $name -d '$(printf '%s' "$summary" | escape)'"
        called=$name; [ "$name" != analyse ] || called="analyse analyze"
        options "$name" | while IFS=$between read -r long letter argument text; do
            echo "complete -c roek -n '__fish_seen_subcommand_from $called' -l $long${letter:+ -s $letter}${argument:+ -r} -d '$(printf '%s' "$text" | escape)'"
        done
    done
}

case $shell in bash | zsh | fish) "${shell}_completion" ;;
*) echo "usage: $0 ROEK bash|zsh|fish" >&2; exit 2 ;; esac
