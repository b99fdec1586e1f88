#!/bin/bash
# Packs the archives of `files/denied` with the programs of Debian 12: 7z, genisoimage 1.1.11, cpio 2.13 and ar. Each holds
# a file that the policy denies, a file with nearly the same name, and one that has nothing to hide.
set -euo pipefail
export TZ=UTC LC_ALL=C.UTF-8
target=$(cd "$(dirname "$0")" && pwd)/files/denied
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mkdir app
printf 'PASSWORD=hunter2\n' > app/.env
printf 'PASSWORD=\n' > app/.env.example
printf 'export {};\n' > app/main.ts
find app -exec touch -d '2024-03-01 10:20:30 UTC' {} +

rm -f "$target"/*
# One solid block: the content of `.env` is unpacked on the way to the files behind it.
7z a -bd -ms=on "$target/solid.7z" app > /dev/null
7z a -bd -ms=off -m0=Copy "$target/stored.7z" app > /dev/null
image() { genisoimage -quiet -no-pad -input-charset utf-8 "${@:2}" -o "$target/$1.iso" . 2> /dev/null; }
image rock-ridge -R
image joliet -J
image rock-ridge-and-joliet -R -J
find app -type f | sort | cpio -o -H newc --reproducible --quiet > "$target/new.cpio"
find app -type f | sort | cpio -o -H odc --reproducible --quiet > "$target/old.cpio"
cd app && ar rcD "$target/names.a" .env .env.example main.ts
