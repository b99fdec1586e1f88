import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { knownEncodings, resolveEncoding } from "../../../src/text/encoding/encoding-labels.ts";
import { languages } from "../../../src/text/encoding/legacy/legacy-languages.ts";
import { tableNameOf } from "../../../src/text/encoding/iconv-tables.ts";

describe("resolveEncoding", () => {
  test.for([
    ["UTF-8", "utf-8"],
    ["utf8", "utf-8"],
    [" Utf_8 ", "utf-8"],
    ["UTF-16", "utf-16le"],
    ["utf16le", "utf-16le"],
    ["UTF-16BE", "utf-16be"],
    ["ucs2", "utf-16le"],
    ["utf-32", "utf-32le"],
    ["latin1", "windows-1252"],
    ["ISO-8859-1", "windows-1252"],
    ["cp1252", "windows-1252"],
    ["Windows-1251", "windows-1251"],
    ["cp1251", "windows-1251"],
    ["latin2", "iso-8859-2"],
    ["ISO8859-15", "iso-8859-15"],
    ["ISO-8859-11", "windows-874"],
    ["TIS-620", "windows-874"],
    ["ISO-8859-9", "windows-1254"],
    ["GBK", "gb18030"],
    ["gb2312", "gb18030"],
    ["cp936", "gb18030"],
    ["Big5-HKSCS", "big5"],
    ["SJIS", "shift_jis"],
    ["Shift-JIS", "shift_jis"],
    ["cp932", "shift_jis"],
    ["windows-31j", "shift_jis"],
    ["EUC-JP", "euc-jp"],
    ["ks_c_5601-1987", "euc-kr"],
    ["cp949", "euc-kr"],
    ["uhc", "euc-kr"],
    ["KOI8-R", "koi8-r"],
    ["MacRoman", "macintosh"],
    ["x-mac-cyrillic", "x-mac-cyrillic"],
    ["cp437", "ibm437"],
    ["IBM850", "ibm850"],
    ["cp866", "ibm866"],
  ] as const)("takes %s for %s", ([name, label]) => {
    expect(resolveEncoding(name)).toBe(label);
  });

  test.for(["klingon", "", "constructor", "__proto__", "utf-9", "utf-8; drop"])("knows no %j", (name) => {
    expect(resolveEncoding(name)).toBeUndefined();
  });

  test("takes every label for itself", () => {
    for (const label of knownEncodings) expect(resolveEncoding(label.toUpperCase())).toBe(label);
  });

  test("agrees with the labels of the runtime wherever that has a name for the same bytes", () => {
    const kept = new Set(["us-ascii", "iso-8859-8-i", "iso-8859-8-e", "iso-8859-6-e", "iso-8859-6-i"]);
    const names = [
      "ascii",
      "l1",
      "latin5",
      "cyrillic",
      "greek",
      "hebrew",
      "arabic",
      "csbig5",
      "x-sjis",
      "ms_kanji",
      "korean",
      "dos-874",
      "koi8_r",
    ];
    for (const name of names.filter((each) => !kept.has(each))) {
      expect(resolveEncoding(name), name).toBe(new TextDecoder(name).encoding.replace("gbk", "gb18030"));
    }
  });
});

describe("every label", () => {
  test("has a decoder, and so has every encoding of the detector", () => {
    for (const label of [...knownEncodings, ...languages.flatMap(({ encodings }) => encodings)]) {
      expect(knownEncodings, label).toContain(label);
      const isShifted = ["iso-2022-jp", "iso-2022-kr", "hz-gb-2312"].includes(label);
      expect(isShifted || iconv.encodingExists(tableNameOf(label)), label).toBe(true);
    }
  });
});
