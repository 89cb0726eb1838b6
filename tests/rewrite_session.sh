#!/usr/bin/env bash
# Writes the expected output of a dialogue anew:  tests/rewrite_session.sh ROEK FILE
#
# Keeps comments and commands of FILE (see tests/run_sessions.sh), runs each command and puts what it
# prints below it.  Times and speeds become [..], which matches anything.
set -eu
roek=$(realpath "$1") file=$(realpath "$2")
DATA=$(realpath "$(dirname "$0")/data"); export DATA
PATH=$(dirname "$roek"):$PATH
export LC_ALL=C.UTF-8 NO_COLOR=1 ROEK_TABLES=/nonexistent
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
export XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data
mkdir "$scratch/cwd"

mask() { sed -E 's/"(ms|time_ms|seconds|nps|mnps|elapsed|time)":[0-9][0-9.e+-]*/"\1":[..]/g; s/"version":"[^"]*"/"version":"[..]"/; s/\[Date \\"[0-9.]*\\"/[Date \\"[..]\\"/g'; }

answer() { # command: its masked output and its status, when that is not 0
    local status=0
    (cd "$scratch/cwd" && timeout 120 bash -c "$1" < /dev/null) > "$scratch/got" 2> /dev/null || status=$?
    mask < "$scratch/got"
    [ $status = 0 ] || echo "? $status"
    echo
}

after=begin
while IFS= read -r text || [ -n "$text" ]; do
    case $text in
    '$ '*) printf '%s\n' "$text"; answer "${text#'$ '}"; after=command ;;
    '') [ $after = comment ] && echo; after=blank ;;
    '#'*) [ $after = command ] || { printf '%s\n' "$text"; after=comment; } ;;
    esac
done < "$file" > "$scratch/new"
mv "$scratch/new" "$file"
