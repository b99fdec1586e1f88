import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFind } from "../../../../src/request/check-request.ts";
import { knownEncodings } from "../../../../src/text/encoding/encoding-labels.ts";
import { openDecoder } from "../../../../src/text/encoding/encodings.ts";
import { type RawExclusion, rawExclusion } from "../../../../src/text/lines/search/raw-exclusion.ts";

const utf8 = { encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: false };
const ascii = { ...utf8, isAsciiSoFar: true };

function exclusionOf(find: string): RawExclusion | undefined {
  const parsed = parseFind(find);
  return "value" in parsed ? rawExclusion(parsed.value) : undefined;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe("a text without the literal is excluded", () => {
  test.for([
    ["needle", "hay"],
    ["needle", "Needle"],
    ["/needle[0-9]+/", "noodle"],
    ["/needle/i", "noodle NOODLE"],
    ["/sink/i", "thing"],
    ["/sink/i", "thing, größer"],
    ["größer", "grosser"],
    ["😀", "😁"],
  ] as const)("%s in %s", ([find, text]) => {
    expect(exclusionOf(find)?.excludes(bytesOf(text), utf8)).toBe(true);
    expect(exclusionOf(find)?.excludes(bytesOf(text), ascii)).toBe(true);
  });
});

describe("a text that may match is not", () => {
  test.for([
    ["needle", "a needle"],
    ["/needle/i", "a nEEdle"],
    ["/sink/i", "\u017fINK"],
    ["/sink/i", "sin\u212a"],
    ["größer", "größer"],
    ["😀", "😀"],
  ] as const)("%s in %s", ([find, text]) => {
    expect(exclusionOf(find)?.excludes(bytesOf(text), utf8)).toBe(false);
    expect(exclusionOf(find)?.excludes(bytesOf(text), ascii)).toBe(false);
  });

  test.for(["utf-16le", "utf-16be", "utf-32le", "iso-2022-jp", "iso-2022-kr", "hz-gb-2312"])(
    "if it is encoded as %s, whatever its bytes",
    (encoding) => {
      expect(exclusionOf("needle")?.excludes(bytesOf("hay"), { ...utf8, encoding })).toBe(false);
      expect(exclusionOf("/needle/i")?.excludes(bytesOf("hay"), { ...utf8, encoding })).toBe(false);
      expect(exclusionOf("größer")?.excludes(bytesOf("hay"), { ...utf8, encoding })).toBe(false);
    },
  );

  test.for(["needle", "/needle/i", "größer"])("if it has NULs, which are shown as something else: %s", (find) => {
    expect(exclusionOf(find)?.excludes(bytesOf("hay\0"), utf8)).toBe(false);
  });

  test("if a later byte shows that it is not UTF-8", () => {
    const bytes = Uint8Array.from([...bytesOf("gr"), 0xf6, 0xdf, ...bytesOf("er")]);
    expect(exclusionOf("größer")?.excludes(bytes, ascii)).toBe(false);
    expect(exclusionOf("größer")?.excludes(bytes, { ...utf8, encoding: "windows-1252" })).toBe(false);
  });
});

test.for(["/[a-z]+/", "/one|two/", "/größer/i", "\ufffd", "/(?i)needle/"])("%s has no literal to look for", (find) => {
  expect(exclusionOf(find)).toBeUndefined();
});

test("a very long literal is looked for by its start", () => {
  const long = "ab".repeat(100_000);
  const exclusion = exclusionOf(long);
  expect(exclusion?.literalBytes).toBeLessThan(1000);
  expect(exclusion?.excludes(bytesOf(long), utf8)).toBe(false);
  expect(exclusion?.excludes(bytesOf("ab"), utf8)).toBe(true);
});

/** The encodings whose bytes are searched for ASCII literals. */
const transparent = knownEncodings.filter((encoding) => !/^(?:utf-16|utf-32|iso-2022|hz-)/.test(encoding));

test.for(transparent)("%s writes each run of printable ASCII as its own bytes", async (encoding) => {
  const decoder = await openDecoder(encoding);
  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0x80, max: 0xff }), fc.constant(0x41));
  const property = fc.property(fc.array(byte, { maxLength: 24 }), (all) => {
    const bytes = Uint8Array.from(all);
    const written = Buffer.from(bytes).toString("latin1");
    const runs = decoder.decode(bytes).match(/[\t -~]+/g) ?? [];
    for (const run of runs) expect(written).toContain(run);
  });
  fc.assert(property, { seed: 7, numRuns: 500 });
});
