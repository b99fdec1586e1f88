#!/bin/bash
# Packs the archives of `fixtures/archive` with the programs of Debian 12: zip 3.0, tar 1.34, 7z 16.02, gzip, bzip2, xz,
# zstd, lz4, ncompress, cpio 2.13, ar and dpkg-deb. `write-fixtures.ts` writes those that none packs.
set -euo pipefail
export TZ=UTC LC_ALL=C.UTF-8
target=$(cd "$(dirname "$0")/../../../fixtures" && pwd)/archive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mkdir -p tree/docs/images tree/empty
printf '# Read me\n\nThis is the way in.\n' > tree/readme.md
printf 'One.\nTwo.\nThree.\n' > tree/docs/numbers.txt
printf 'name,height\nAda,163\nGrace,168\n' > tree/docs/people.csv
printf '\x89PNG no picture' > tree/docs/images/dot.png
printf 'Grüße aus Köln.\n' > "tree/docs/Grüße.txt"
find tree -exec touch -h -d '2024-03-01 10:20:30 UTC' {} +

# The folder of a fixture; its second word is the request.
fixture() {
  mkdir -p "$target/$1"
  rm -f "$target/$1"/input*
  if [ $# -gt 1 ]; then printf '%s\n' "$2" > "$target/$1/request.json"; fi
  cd "$work"
}
output() { echo "$target/$1/input.$2"; }
packed_tar() { tar --format="$1" --sort=name --owner=0 --group=0 --numeric-owner -cf - "${@:2}"; }

fixture zip-tree
ln -s ../readme.md tree/docs/link.md
touch -h -d '2024-03-01 10:20:30 UTC' tree/docs/link.md tree/docs
printf 'Packed for a test.\n' | zip -qryX -z "$(output zip-tree zip)" tree
rm tree/docs/link.md
fixture zip-member '{ "select": "tree/readme.md" }'
zip -qrX "$(output zip-member zip)" tree
fixture zip-folder '{ "select": "tree/docs/" }'
zip -qrX "$(output zip-folder zip)" tree
fixture zip-pattern '{ "select": "*.md" }'
zip -qrX "$(output zip-pattern zip)" tree
fixture zip-member-missing '{ "select": "tree/doc/number.txt" }'
zip -qrX "$(output zip-member-missing zip)" tree
fixture zip-pages '{ "pages": "2-4" }'
zip -qX "$(output zip-pages zip)" tree/readme.md tree/docs/numbers.txt tree/docs/images/dot.png tree/docs/Grüße.txt
fixture zip-encrypted
zip -qrX -P secret "$(output zip-encrypted zip)" tree
fixture zip-encrypted-no-password '{ "select": "tree/readme.md" }'
cp "$(output zip-encrypted zip)" "$(output zip-encrypted-no-password zip)"
fixture zip-encrypted-password '{ "select": "tree/readme.md", "password": "secret" }'
cp "$(output zip-encrypted zip)" "$(output zip-encrypted-password zip)"
fixture zip-aes '{ "select": "tree/readme.md", "password": "secret" }'
7z a -bd -psecret -mem=AES256 "$(output zip-aes zip)" tree > /dev/null
fixture zip-aes-no-password '{ "select": "tree/readme.md" }'
cp "$(output zip-aes zip)" "$(output zip-aes-no-password zip)"
fixture zip-aes-wrong-password '{ "select": "tree/readme.md", "password": "guess" }'
cp "$(output zip-aes zip)" "$(output zip-aes-wrong-password zip)"
for bits in 128 192; do
  fixture zip-aes-$bits '{ "select": "tree/docs/Grüße.txt", "password": "secret" }'
  7z a -bd -psecret -mem=AES$bits "$(output zip-aes-$bits zip)" tree > /dev/null
done
seq 1 400 > tree/docs/long.txt
touch -d '2024-03-01 10:20:30 UTC' tree/docs/long.txt
for method in BZip2 LZMA PPMd Deflate64; do
  fixture "zip-${method,,}" '{ "select": "tree/docs/long.txt", "limit": 2 }'
  7z a -bd -mm=$method "$(output "zip-${method,,}" zip)" tree/docs/long.txt > /dev/null
done
rm tree/docs/long.txt
fixture zip-in-zip '{ "select": "inner.zip/tree/docs/numbers.txt" }'
zip -qrX inner.zip tree
touch -d '2024-03-01 10:20:30 UTC' inner.zip
zip -q0X "$(output zip-in-zip zip)" inner.zip

fixture tar-special
mkdir special
cp tree/readme.md special/readme.md
ln special/readme.md special/same.md
ln -s readme.md special/link.md
mkfifo special/pipe
mknod special/device c 1 3
long=$(printf 'a-long-folder-name-%.0s' {1..9})
mkdir -p "special/$long"
cp tree/readme.md "special/$long/a file with a long path.md"
find special -exec touch -h -d '2024-03-01 10:20:30 UTC' {} +
packed_tar gnu special > "$(output tar-special tar)"
fixture tar-pax
packed_tar pax --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime special > "$(output tar-pax tar)"
fixture tar-v7
packed_tar v7 tree > "$(output tar-v7 tar)"
fixture tar-member '{ "select": "tree/docs/Grüße.txt" }'
packed_tar pax --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime tree > "$(output tar-member tar)"
for format in gnu pax; do
  fixture "tar-sparse-$format"
  printf 'start\n' > sparse.txt
  truncate -s 12288 sparse.txt
  printf 'end\n' >> sparse.txt
  touch -d '2024-03-01 10:20:30 UTC' sparse.txt
  packed_tar $format --sparse --pax-option=delete=atime,delete=ctime sparse.txt > "$(output "tar-sparse-$format" tar)" 2> /dev/null \
    || packed_tar $format --sparse sparse.txt > "$(output "tar-sparse-$format" tar)"
done
packed_tar ustar tree > tree.tar
fixture tar-gzip; gzip -nc tree.tar > "$(output tar-gzip tgz)"
fixture tar-bzip2; bzip2 -c tree.tar > "$(output tar-bzip2 tar.bz2)"
fixture tar-xz; xz -c tree.tar > "$(output tar-xz tar.xz)"
fixture tar-zstd; zstd -qc tree.tar > "$(output tar-zstd tar.zst)"
fixture tar-lz4; lz4 -qc tree.tar > "$(output tar-lz4 tar.lz4)"
fixture tar-compress; compress -c tree.tar > "$(output tar-compress tar.Z)"

seq 1 3000 | sed 's/$/ bottles of beer on the wall/' > bottles.txt
fixture gzip '{ "limit": 3 }'; gzip -nc bottles.txt > "$(output gzip txt.gz)"
fixture bzip2 '{ "limit": 3 }'; bzip2 -1c bottles.txt > "$(output bzip2 txt.bz2)"
fixture xz '{ "limit": 3 }'; xz -c bottles.txt > "$(output xz txt.xz)"
fixture zstd '{ "limit": 3 }'; zstd -qc bottles.txt > "$(output zstd txt.zst)"
fixture lz4 '{ "limit": 3 }'; lz4 -qc bottles.txt > "$(output lz4 txt.lz4)"
fixture lz4-legacy '{ "limit": 3 }'; lz4 -qlc bottles.txt > "$(output lz4-legacy txt.lz4)"
fixture compress '{ "offset": -2 }'; compress -c bottles.txt > "$(output compress txt.Z)"
fixture gzip-two-members; (head -n 2 bottles.txt | gzip -nc; tail -n 2 bottles.txt | gzip -nc) > "$(output gzip-two-members txt.gz)"
fixture bzip2-two-streams; (head -n 2 bottles.txt | bzip2 -c; tail -n 2 bottles.txt | bzip2 -c) > "$(output bzip2-two-streams txt.bz2)"
fixture xz-two-streams; (head -n 2 bottles.txt | xz -c; tail -n 2 bottles.txt | xz -c) > "$(output xz-two-streams txt.xz)"

fixture 7z; 7z a -bd "$(output 7z 7z)" tree > /dev/null
fixture 7z-member '{ "select": "tree/docs/numbers.txt" }'; cp "$(output 7z 7z)" "$(output 7z-member 7z)"
fixture 7z-encrypted '{ "select": "tree/readme.md", "password": "secret" }'
7z a -bd -psecret "$(output 7z-encrypted 7z)" tree > /dev/null
fixture 7z-encrypted-names; 7z a -bd -psecret -mhe=on "$(output 7z-encrypted-names 7z)" tree > /dev/null
fixture 7z-deflate64 '{ "select": "tree/docs/numbers.txt" }'
7z a -bd -m0=Deflate64 "$(output 7z-deflate64 7z)" tree > /dev/null
fixture cpio-sums; find tree | sort | cpio -o -H crc --reproducible --quiet > "$(output cpio-sums cpio)"
fixture cpio; find tree | sort | cpio -o -H newc --reproducible --quiet > "$(output cpio cpio)"
fixture cpio-member '{ "select": "tree/docs/Grüße.txt" }'; cp "$(output cpio cpio)" "$(output cpio-member cpio)"
for extensions in J R; do
  fixture "iso-${extensions,,}"
  genisoimage -quiet -no-pad -$extensions -input-charset utf-8 -o "$(output "iso-${extensions,,}" iso)" tree 2> /dev/null
done
fixture ar; ar rcD "$(output ar a)" tree/readme.md tree/docs/numbers.txt
mkdir -p package/DEBIAN package/usr/share/doc/tree
printf 'Package: tree-test\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\nDescription: a test\n' > package/DEBIAN/control
cp tree/readme.md package/usr/share/doc/tree/README
find package -exec touch -h -d '2024-03-01 10:20:30 UTC' {} +
fixture deb; SOURCE_DATE_EPOCH=1709288430 dpkg-deb --root-owner-group -Zxz -b package "$(output deb deb)" > /dev/null
fixture deb-member '{ "select": "control.tar.xz/control" }'; cp "$(output deb deb)" "$(output deb-member deb)"
