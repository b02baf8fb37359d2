#!/bin/sh
# Builds an Ollama server that computes on the CPU, for tests, from its Go module
# alone, and prints the path of the program; what it does goes to stderr. A server
# that was built once is found again: the second time costs nothing. `build.sh
# --path` only prints the path.
#
# `go install` alone fails: the zip of a Go module leaves out every directory
# named vendor, and upstream keeps three C++ headers in one. They are put together
# here:
#   nlohmann/json.hpp         Debian's nlohmann-json3-dev if it is installed,
#                             otherwise the copy in the older module v0.6.5
#   miniaudio, stb            stand-ins in shim/ that refuse sound and pictures
#
# It takes 3 to 6 minutes on two cores, 140 MB of downloads and 900 MB in Go's
# caches; the program has 35 MB. It was tried on Linux; on a Mac or on Windows
# install Ollama instead.
set -eu

version=v0.17.4
cd "$(dirname "$0")"

hash() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }
say() { echo "build.sh: $*" >&2; }

key=$(LC_ALL=C; export LC_ALL; cat build.sh shim/*/* | hash | cut -c1-12)
home=${XDG_CACHE_HOME:-$HOME/.cache}/wisdom/ollama-$version-$key
program=$home/ollama

if [ "${1:-}" = --path ] || [ -x "$program" ]; then
	echo "$program"
	exit
fi

for tool in go gcc g++; do
	command -v $tool >/dev/null || { say "an Ollama server cannot be built without $tool"; exit 1; }
done
say "building Ollama $version in $home, once; this takes some minutes"

# The headers stay where they are: Go's build cache is keyed by the path, and the
# path by what is in them.
include=$home/include
mkdir -p "$include"
cp -R shim/. "$include"

# Outside of any module, so that no go.mod is touched.
cd /
export GOWORK=off

if [ -f /usr/include/nlohmann/json.hpp ]; then
	cp -R /usr/include/nlohmann/. "$include/nlohmann"
else
	say "taking nlohmann/json.hpp from Ollama v0.6.5"
	go mod download github.com/ollama/ollama@v0.6.5
	cp -f "$(go env GOMODCACHE)/github.com/ollama/ollama@v0.6.5/llama/llama.cpp/common/json.hpp" "$include/nlohmann"
fi

# With AVX2 a prompt is read six times faster; a server built so needs such a
# processor.
march=
if grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw fma /proc/cpuinfo && grep -qw f16c /proc/cpuinfo; then
	march=-march=x86-64-v3
	say "compiling for processors with AVX2"
fi

# Moved into place when it is whole: an interrupted build leaves no server.
unfinished=$(mktemp -d "$home/unfinished.XXXXXX")
trap 'rm -rf "$unfinished"' EXIT
trap 'exit 1' HUP INT TERM
CGO_ENABLED=1 CGO_CPPFLAGS="-I$include" CGO_CFLAGS="-O2 $march" CGO_CXXFLAGS="-O2 $march" GOBIN=$unfinished \
	go install -trimpath -ldflags="-s -w -X=github.com/ollama/ollama/version.Version=${version#v}" \
	"github.com/ollama/ollama@$version" >&2
mv "$unfinished/ollama" "$program"
say "built $program"
echo "$program"
