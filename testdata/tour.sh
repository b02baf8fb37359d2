#!/bin/sh
# What make run shows: the main job on a copy of the sample workspace, from the draft to the rollback.
#
#     tour.sh PROGRAM [MODEL]
#
# The copy is removed in the end. MODEL is one of the Ollama that wisdom finds; without it, the built-in engine reads.
set -eu

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
sample=$(cd "$(dirname "$0")/sample" && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
cp -R "$sample/." "$copy"
cd "$copy"
unset WISDOM_WORKSPACE

wisdom() {
  "$program" --now 2026-11-21 "$@" 2>&1 | sed "s|$program|wisdom|g"
}
show() {
  printf '$ wisdom %s\n' "$*"
  wisdom "$@"
}

if [ -n "${2:-}" ]; then
  printf '[model]\nname = "%s"\n' "$2" >wisdom.toml
  show run --engine model
else
  show run --engine builtin
fi
draft=$(wisdom status --json | sed -n 's/^ *"waiting": "\(.*\)",/\1/p')

printf '\n$ wisdom review diff %s    # of its lines, those that are new in SOUL.md\n' "$draft"
wisdom review diff "$draft" | sed '1,/^--- a\/SOUL.md/d' | grep '^+[^+]'
printf '\n'
show review approve "$draft"
printf '\n'
show rollback | head -n 2

rm -rf .wisdom initiatives wisdom.toml
diff -r "$sample" . && printf '\nThis was a copy. After the rollback, every file of it is as before, byte for byte.\n'
if [ -z "${2:-}" ]; then
  printf 'No model read the lessons. With one, wisdom also finds what lessons say in different words: make run MODEL=name\n'
fi
