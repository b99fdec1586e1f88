import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isControl, scanUtf8 } from "../../../src/text/encoding/utf8.ts";
import { latin1, utf8 } from "../../detect/support.ts";

function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Lead and continuation bytes more often than chance has them. */
const nearlyUtf8 = fc.array(
  fc.oneof(
    fc.constantFrom(0xe0, 0xed, 0xf0, 0xf4, 0xc0, 0xc1, 0xc2, 0xf5),
    fc.integer({ min: 0x80, max: 0xbf }),
    fc.nat(255),
  ),
  { maxLength: 12 },
);

describe("scanUtf8", () => {
  test("finds no fault exactly where the native decoder finds none", () => {
    fc.assert(
      fc.property(nearlyUtf8, (values) => {
        const bytes = Uint8Array.from(values);
        const { badBytes, cutBytes } = scanUtf8(bytes);
        return (badBytes + cutBytes === 0) === isValid(bytes);
      }),
      { seed: 3, numRuns: 5000 },
    );
  });

  test("counts no fault in text, and its sequences", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { sequences, badBytes, cutBytes } = scanUtf8(utf8(text));
        return badBytes + cutBytes === 0 && sequences === Array.from(text).filter((each) => each > "\x7f").length;
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  test.for([
    ["overlong", [0xc0, 0x80], { badBytes: 2, cutBytes: 0, sequences: 0 }],
    ["a surrogate", [0xed, 0xa0, 0x80], { badBytes: 3, cutBytes: 0, sequences: 0 }],
    ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80], { badBytes: 4, cutBytes: 0, sequences: 0 }],
    ["cut by the end", [0xe6, 0x97], { badBytes: 0, cutBytes: 2, sequences: 0 }],
    ["cut by a letter", [0xe6, 0x97, 0x61], { badBytes: 2, cutBytes: 0, sequences: 0 }],
    ["cut by the next character", [0xe6, 0xc3, 0xa9], { badBytes: 1, cutBytes: 0, sequences: 1 }],
  ] as const)("tells a sequence that is %s", ([, bytes, facts]) => {
    expect(scanUtf8(Uint8Array.from(bytes))).toMatchObject(facts);
  });

  test("counts NUL, escape and control characters apart", () => {
    expect(scanUtf8(latin1("\0\x1b[0m\x01\x02\x7f\t\r\n\f\b\x07\x1a"))).toMatchObject({
      nulBytes: 1,
      escapes: 1,
      controls: 3,
    });
  });
});

describe("isControl", () => {
  test("leaves out what text has", () => {
    const controls = Array.from({ length: 256 }, (_, byte) => byte).filter(isControl);
    expect(controls).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      ...Array.from({ length: 12 }, (_, index) => 14 + index),
      28,
      29,
      30,
      31,
      127,
    ]);
  });
});
