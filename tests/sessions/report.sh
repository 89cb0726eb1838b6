#!/usr/bin/env bash
# What docs/report.md names is there, and its examples print what it says:  tests/sessions/report.sh ROEK
exec "$(dirname "$0")/../../tools/make_report.sh" --check "$1"
