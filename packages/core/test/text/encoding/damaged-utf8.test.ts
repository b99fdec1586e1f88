import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { detectText, decideLate } from "../../../src/text/encoding/detect-encoding.ts";
import { readerOf, sectionsOf, expectResult } from "../../reader/support.ts";
import { concat, latin1, utf8 } from "../../detect/support.ts";
import { samples } from "./samples.ts";

const bad = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes);
const french = "L’été dernier, le garçon a reçu une lettre : «Où es-tu, Noël ?»\n";

/** Both ways to decide: by the first bytes, and by bytes behind an ASCII start. */
const decisions: readonly (readonly [string, (bytes: Uint8Array) => string | undefined])[] = [
  ["at the start of a file", (bytes) => detectText(bytes, true)?.encoding],
  ["behind an ASCII start", (bytes) => decideLate(bytes).encoding],
];

describe.for(decisions)("text with bytes that are no UTF-8, %s", ([, decide]) => {
  test.for([
    ["a log of check marks", concat(utf8("✓ one\n✓ two\n"), bad(0xff, 0xfe), utf8(" three\n"))],
    ["one check mark and two bad bytes", concat(utf8("✓ one "), bad(0xe9), utf8(" two "), bad(0xe8), utf8(" three\n"))],
    ["a truncated character in the middle", concat(utf8("größer "), bad(0xe2, 0x9c), utf8(" naïve, déjà vu\n"))],
    ["a surrogate of CESU-8", concat(utf8("日本語 "), bad(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), utf8(" 漢字かな\n"))],
    ["an overlong slash", concat(utf8("– a – b – "), bad(0xc0, 0xaf), utf8("\n"))],
    ["one line of another encoding", concat(utf8("✓ ok\n".repeat(5)), latin1("caf\u00e9 au lait\n"))],
  ] as const)("%s stays UTF-8", ([, bytes]) => {
    expect(decide(bytes)).toBe("utf-8");
  });

  test.for([
    ["French", latin1("L'\u00e9t\u00e9, le gar\u00e7on a re\u00e7u une lettre\n")],
    [
      "French with a pair that is UTF-8 by accident",
      concat(latin1("L'\u00e9t\u00e9 \u00ab\u00dc\u00bb, re\u00e7u \u00e0 No\u00ebl\n")),
    ],
    ["German with a quotation", latin1("Das macht Spa\u00df\u00bb, sagte er; sch\u00f6n w\u00e4re f\u00fcr\n")],
  ] as const)("%s in windows-1252 stays what it is", ([, bytes]) => {
    expect(decide(bytes)).toBe("windows-1252");
  });

  test.for(
    samples.flatMap(({ language, encodings, long }) => encodings.map((encoding) => ({ language, encoding, long }))),
  )("$language in $encoding is no UTF-8", ({ encoding, long }) => {
    expect(decide(new Uint8Array(iconv.encode(long, encoding)))).not.toBe("utf-8");
  });
});

describe("a long file of UTF-8 with bad bytes far behind", () => {
  const ascii = "GET /index.html 200 12 ms\n".repeat(4000);
  const file = concat(utf8(`${ascii}✓ done – größer\n${ascii}`), latin1("caf\u00e9 \u00e9t\u00e9\n"), utf8(ascii));

  test("is UTF-8 in every window, and says where they are", async () => {
    const reader = await readerOf({ "a.log": file });
    for (const offset of [1, 3990, 7990]) {
      const result = expectResult(await reader.read({ path: "a.log", offset, limit: 30 }));
      expect(result.text?.encoding).toBe("utf-8");
    }
    const result = expectResult(await reader.read({ path: "a.log", offset: 8000, limit: 5 }));
    expect(sectionsOf(result)[0]?.text.split("\n")[1]).toBe("GET /index.html 200 12 ms");
    const found = expectResult(await reader.read({ path: "a.log", find: "caf" }));
    expect(found.notices).toContainEqual(
      expect.objectContaining({ code: "replacement-characters", count: 3, lines: "8002" }),
    );
  });

  test("and one of windows-1252 is that in every window", async () => {
    const legacy = concat(
      utf8(ascii),
      latin1("caf\u00e9 \u00e9t\u00e9\n".repeat(9)),
      utf8(ascii),
      latin1("Spa\u00df\n"),
    );
    for (const offset of [4001, 8009]) {
      const reader = await readerOf({ "a.log": legacy });
      const result = expectResult(await reader.read({ path: "a.log", offset, limit: 3 }));
      expect(result.text?.encoding).toBe("windows-1252");
    }
  });
});

test("French keeps its letters", () => {
  expect(detectText(new Uint8Array(iconv.encode(french, "windows-1252")), true)?.encoding).toBe("windows-1252");
});
