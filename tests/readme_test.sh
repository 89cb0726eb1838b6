#!/usr/bin/env bash
# Runs the examples of the README and of the documents:  tests/readme_test.sh ROEK
# Their console blocks are written like the dialogues of tests/sessions.
set -eu
here=$(dirname "$0")
session=$(mktemp --suffix=.session)
trap 'rm -f "$session"' EXIT
awk '/^```console/ { on = 1; next } /^```/ { if (on) print ""; on = 0 } on' "$here/../README.md" "$here"/../docs/*.md > "$session"
[ "$(grep -c '^\$ ' "$session")" -ge 25 ]
"$here/run_sessions.sh" "$1" "$session"
