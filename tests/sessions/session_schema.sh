#!/usr/bin/env bash
# What the session says fits the schema in its document:  tests/sessions/session_schema.sh ROEK
set -eu
roek=$(realpath "$1"); cd "$(dirname "$0")/../.."
command -v python3 > /dev/null || { echo "skipped: there is no python3 to check the schema with"; exit 0; }
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/requests" <<'REQUESTS'
{"id":1,"do":"hello"}
{"id":"g","do":"new","white":"human","black":"bimbi","seed":1,"time":{"base":60000,"increment":1000}}
{"id":2,"do":"move","move":"e5"}
{"id":3,"do":"move","move":"e4"}
{"id":4,"do":"evaluate"}
{"id":5,"do":"offer"}
{"id":6,"do":"pause"}
{"id":7,"do":"resign"}
{"id":8,"do":"undo"}
{"id":9,"do":"position","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}
{"id":10,"do":"analyse","depth":5,"lines":2}
{"id":11,"do":"mate","n":3,"tree":true,"fen":"3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1"}
{"id":12,"do":"loop-list","rows":3,"cols":4,"n":3,"types":["knights","rooks"],"every":true}
{"id":13,"do":"loop-generate","seed":3}
{"id":14,"do":"pgn","text":"1. e4 (1. d4) e5 *"}
{"id":15,"do":"dance"}
{"id":16,"do":"cancel","request":99}
REQUESTS
timeout 60 "$roek" session < "$scratch/requests" > "$scratch/said"
echo 'not JSON' | timeout 60 "$roek" session >> "$scratch/said"
python3 tests/session/schema.py docs/session.md "$scratch/requests" "$scratch/said"

# Every field of what is said stands in the document, and every code of an error.
for field in $(cat src/session/*.c | tr -d '\n' | grep -oE '(json_put_[a-z]+|json_key|put_[a-z]+)\(&?[a-z]+, *"[a-z]+"' | grep -oE '"[a-z]+"' | tr -d '"' | sort -u); do
    grep -qE "[\`\"]$field[\`\"]" docs/session.md || { echo "docs/session.md does not tell of the field $field"; exit 1; }
done
for code in $(cat src/session/*.c | tr -d '\n' | grep -oE '_error(_at)?\([^;]*;' | grep -oE '"[a-z-]+",' | grep -oE '[a-z-]+' | sort -u); do
    grep -qF "\`$code\`" docs/session.md || { echo "docs/session.md does not tell of $code"; exit 1; }
done
