import { corpusFiles } from "./corpus.ts";

const endings =
  /\.(?:zip|tar|gz|tgz|bz2|tbz2|7z|rar|jar|war|epub|xz|zst|cpio|ar|z|kmz|apk|cab|iso|deb|lz4|z01|svgz|oxt)$/i;

/** The files of the corpus that are archives by their names. */
export function archives(): readonly string[] {
  return corpusFiles(endings);
}
