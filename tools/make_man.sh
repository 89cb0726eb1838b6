#!/usr/bin/env bash
# Writes the manual page of the program, or of one command, from the program's own description:
#   tools/make_man.sh build/roek > docs/man/roek.1
#   tools/make_man.sh build/roek mate > roek-mate.1
set -eu
roek=$1
date=2026-11-16 # of the last change of the commands, to be set by hand
version=$("$roek" --version | sed 's/^roek //')

# Literal text: escapes backslashes, hyphens and leading dots.
plain() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }

exit_status() {
    cat <<'STATUS'
.SH EXIT STATUS
.TP
0
done
.TP
1
the answer is no: illegal move, no mate, no solution
.TP
2
bad usage or bad input
.TP
3
the machine failed: memory, disk
STATUS
}

names() { "$roek" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'; }

# SEE ALSO: the pages of all other commands, then those of related programs.
see_also() { # name
    names | grep -vx "$1" | sed 's/.*/.BR roek\\-& (1),/'
    printf '.BR xboard (6),\n.BR pgn\\-extract (1),\n.BR rsvg\\-convert (1)\n'
}

command_page() { # name
    local summary
    summary=$("$roek" help | sed -n "s/^  $1  *\(.*\)\$/\1/p")
    [ -n "$summary" ] || { echo "there is no command '$1'" >&2; exit 2; }
    printf '.TH ROEK\\-%s 1 %s "Roek %s" "User Commands"\n.SH NAME\n' "${1^^}" "$date" "$version"
    printf 'roek-%s - %s\n' "$1" "${summary,}" | plain | fmt -w 78
    printf '.SH SYNOPSIS\n.nf\n'
    "$roek" "$1" --help | sed -n '1s/^Usage: //p; 2,/^$/{s/^ *\(roek .*\)/\1/p}' | plain
    printf '.fi\n.SH DESCRIPTION\n.nf\n'
    "$roek" "$1" --help | sed '1,/^$/d' | plain
    printf '.fi\n'
    exit_status
    printf '.SH SEE ALSO\n.BR roek (1),\n'
    see_also "$1"
}
if [ $# -gt 1 ]; then command_page "$2"; exit; fi

printf '.TH ROEK 1 %s "Roek %s" "User Commands"\n' "$date" "$version"
cat <<'HEAD'
.SH NAME
roek \- chess suite: engine, mate and loop solver, terminal game, referee
.SH SYNOPSIS
.B roek
.br
.B roek
.I PLACEMENT SIDE CASTLING EP HALFMOVE FULLMOVE
[\fBTEST\fR]
.br
.B roek
.I COMMAND
[\fIOPTION\fR]...
.SH DESCRIPTION
Six fields of a FEN are answered with the position after the best move, or with
.B TEST
with every legal next position.
Without arguments it opens the menu on a terminal and speaks UCI or the xboard
protocol in a pipe.
.SH COMMANDS
HEAD
"$roek" help | sed -n 's/^  \([a-z]*\)  *\(.*\)$/\1\t\2/p' | while IFS=$'\t' read -r name summary; do
    printf '.SS %s\n.nf\n' "$name"
    "$roek" "$name" --help | plain
    printf '.fi\n'
done
exit_status
cat <<'TAIL'
.SH ENVIRONMENT
.TP
.B ROEK_TABLES
the folder of the solved Racing Kings endings
.TP
.B XDG_DATA_HOME
where that folder is else looked for, in roek/tables; without it ~/.local/share
.TP
.B XDG_STATE_HOME
where play keeps games and the shell its lines, in roek; without it
~/.local/state
.TP
.BR NO_COLOR ", " TERM
no colours and no full screen, when the first is set or the second is dumb
.TP
.BR LC_ALL ", " LC_CTYPE ", " LANG
whether text may go beyond ASCII
.SH SEE ALSO
TAIL
see_also none
