#!/usr/bin/env bash
# Writes the fixtures that real programs make: pandoc, calibre, ImageMagick of Debian. Their books have new identifiers and
# dates each time.
set -euo pipefail
cd "$(dirname "$0")/../../../fixtures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

convert -size 48x48 gradient:grey30-grey80 +set date:create +set date:modify "$work/square.png"
convert -size 60x90 gradient:navy-white +set date:create +set date:modify "$work/cover.png"
cat >"$work/book.md" <<'END'
---
title: The Bees of Ålesund
author: Ada Østergård
language: en
description: A short book about bees, written for a test.
date: 2024-05-01
---

# The first chapter

Bees live in **hives**, and *many* of them are workers. Water is H~2~O, and an area is m^2^.[^1]

![A grey square](square.png)

> A bee does not keep what it cannot carry.

## What they eat

- nectar
- pollen

| Month | Hives |
|-------|------:|
| May   |    12 |
| June  |    15 |

# Второй chapter: naïve façade

Пчёлы живут в ульях. 蜜蜂住在蜂箱里。 See [the site](https://example.org/bees).

1. One
2. Two

```
let hives = 12;
```

[^1]: Square metres, that is.
END
cd "$work"
pandoc book.md -o book.epub --epub-cover-image=cover.png
pandoc book.md -o pandoc.fb2
for ending in mobi azw3 fb2; do ebook-convert book.epub "book.$ending" >/dev/null; done
ebook-convert book.epub both.mobi --mobi-file-type both >/dev/null
cat >contents.html <<'END'
<html><head><title>Tales</title><meta name="author" content="Bob"></head><body><p class="c">Chapter One</p>
<p>First words of one.</p><p>More of one.</p><p class="c">Chapter Two</p><p>First words of two.</p></body></html>
END
ebook-convert contents.html contents.azw3 --level1-toc "//h:p[@class='c']" >/dev/null
cd - >/dev/null
mkdir -p fb2/pandoc fb2/calibre-packed mobi/calibre-mobi mobi/calibre-azw3 mobi/calibre-both mobi/calibre-contents
cp "$work/contents.azw3" mobi/calibre-contents/input.azw3
cp "$work/pandoc.fb2" fb2/pandoc/input.fb2
(cd "$work" && zip -q -X book.fb2.zip book.fb2)
cp "$work/book.fb2.zip" fb2/calibre-packed/input.zip
cp "$work/book.mobi" mobi/calibre-mobi/input.mobi
cp "$work/book.azw3" mobi/calibre-azw3/input.azw3
cp "$work/both.mobi" mobi/calibre-both/input.mobi
printf '{ "select": "What they eat" }\n' >mobi/calibre-both/request.json
