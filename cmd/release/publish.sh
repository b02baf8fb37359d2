#!/bin/sh
# Publishes what make release made: the commit's tag, and a release on GitHub with every file of dist/.
#
#     publish.sh [--dry-run]
#
# It needs git with a remote "origin" there, and gh, which knows who you are (gh auth login); it reads no secret itself.
# --dry-run checks the same and prints the commands, without a network.
set -eu
cd "$(dirname "$0")/../.."

fail() { echo "publish: $1" >&2; exit 1; }
run() {
  printf '+ %s\n' "$*"
  if [ "$dry" = no ]; then "$@"; fi
}

dry=no
case "${1:-}" in
--dry-run) dry=yes ;;
?*) fail "unknown argument $1" ;;
esac
version=$(sed -n 's/^[[:space:]]*version *= *"\(.*\)"/\1/p' cmd/wisdom/cmd_version.go)
tag=v$version
sums=$(command -v sha256sum || echo shasum -a 256)

[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
[ -f dist/SHA256SUMS ] || fail "there is no dist/SHA256SUMS: make release"
(cd dist && $sums -c SHA256SUMS >/dev/null) || fail "dist/ is not as make release wrote it: make release"
commit=$(git rev-parse HEAD)
[ -z "$(grep -L "$commit" dist/*.cdx.json)" ] || fail "dist/ is of another commit: make release"
if at=$(git rev-parse -q --verify "$tag^{commit}"); then
  [ "$at" = "$commit" ] || fail "$tag is another commit: raise the version in cmd/wisdom/cmd_version.go"
fi
git remote get-url origin >/dev/null 2>&1 || fail "there is no remote: git remote add origin URL"
grep -q '^module [^/]*/' go.mod || echo "note: go install cannot fetch the module: make module MODULE=github.com/OWNER/wisdom"

notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
awk '/^## / { n++ } n == 1' CHANGELOG.md >"$notes"
[ -n "${at:-}" ] || run git tag -a "$tag" -m "wisdom $version"
run git push origin "refs/tags/$tag"
run gh release create "$tag" --verify-tag --title "wisdom $version" --notes-file "$notes" dist/*
