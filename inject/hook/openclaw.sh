#!/bin/sh
# Installs OpenClaw and node from npm into a cache, once, and prints the folder:
# PATH needs node_modules/.bin and node_modules/node/bin below it. It takes a minute
# and 900 MB. The version is the one that rules.json was verified with.
set -eu
version=2026.9.6
dir="${XDG_CACHE_HOME:-$HOME/.cache}/wisdom/openclaw-$version"
if [ ! -e "$dir/complete" ]; then
  command -v npm >/dev/null || { echo "there is no npm to install OpenClaw with" >&2; exit 1; }
  mkdir -p "$dir"
  printf '{"private":true}\n' >"$dir/package.json"
  # OpenClaw's own script needs the new node, which the package node brings by a
  # script of its own.
  cd "$dir"
  npm install --no-audit --no-fund --loglevel=error node@24 >&2
  export PATH="$dir/node_modules/node/bin:$PATH"
  npm install --no-audit --no-fund --loglevel=error "openclaw@$version" >&2
  node_modules/.bin/openclaw --version >&2
  touch "$dir/complete"
fi
echo "$dir"
