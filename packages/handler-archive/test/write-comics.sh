#!/usr/bin/env bash
# Writes `fixtures/comics` with ImageMagick, zip, 7z and tar of Debian.
set -euo pipefail
cd "$(dirname "$0")/../../../fixtures"
rm -rf comics && mkdir -p comics/{cbz,cbz-pages,cbz-member,cb7,cbt}
out=$PWD/comics
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for page in 1 2 10; do
  convert -size 30x40 "xc:rgb(${page},80,80)" -strip -define png:exclude-chunks=all "page${page}.png"
done
mkdir __MACOSX && cp page1.png __MACOSX/._page1.png
cat >ComicInfo.xml <<'END'
<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>The Hive</Title><Series>Bees &amp; Others</Series><Number>3</Number>
  <Writer>Ada Østergård</Writer><Penciller>Ada Østergård, Bob</Penciller>
  <Year>2024</Year><Month>5</Month><LanguageISO>en</LanguageISO>
  <Pages><Page Image="0" Type="FrontCover" Bookmark="Cover"/><Page Image="2" Bookmark="The end"/></Pages>
</ComicInfo>
END
touch -d '2024-03-01T10:20:30Z' -- *.png *.xml __MACOSX __MACOSX/*
pages=(page10.png page2.png page1.png)
zip -q -X -r "$out/cbz/input.cbz" "${pages[@]}" __MACOSX ComicInfo.xml
cp "$out/cbz/input.cbz" "$out/cbz-pages/"
cp "$out/cbz/input.cbz" "$out/cbz-member/"
printf '{ "pages": "2-" }\n' >"$out/cbz-pages/request.json"
printf '{ "select": "ComicInfo.xml" }\n' >"$out/cbz-member/request.json"
7z a -bd "$work/book.7z" "${pages[@]}" ComicInfo.xml >/dev/null && cp book.7z "$out/cb7/input.cb7"
tar --owner=0 --group=0 -cf "$out/cbt/input.cbt" "${pages[@]}"
