import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanOutline } from "../../src/documents/clean-outline.ts";
import { MalformedEvent } from "../../src/documents/field.ts";
import type { OutlineEntry } from "../../src/contract/outline.ts";

const entry = { kind: "class", name: "A", title: "class A" };

function countOf(entries: readonly OutlineEntry[]): number {
  return entries.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);
}

describe("an outline of a handler", () => {
  test("is made anew of the fields that outlines have", () => {
    const lines = { first: 1, last: 2, more: 3 };
    expect(cleanOutline({ entries: [{ ...entry, lines, more: 1, children: [] }], more: 2 })).toEqual({
      entries: [{ ...entry, lines: { first: 1, last: 2 } }],
    });
  });

  test("has names, titles and a summary of one line each", () => {
    const title = `f(\n  a,\r\n  b\u2028)${"x".repeat(1_000_000)}`;
    const { entries, summary } = cleanOutline({
      entries: [{ ...entry, name: " a\tb ", title }],
      summary: "two\nlines",
    });
    expect(summary).toBe("two lines");
    expect(entries[0]).toMatchObject({ name: "a b", title: expect.stringMatching(/^f\( a, b \)x+…$/) });
    expect(entries[0]?.title.length).toBeLessThan(500);
  });

  test("is cut where it is too deep or too long", () => {
    let deep: object = entry;
    for (let level = 0; level < 10_000; level += 1) deep = { ...entry, children: [deep] };
    const cut = cleanOutline({ entries: [deep] });
    expect(cut.truncated).toBe(true);
    expect(countOf(cut.entries)).toBe(32);
    const long = cleanOutline({ entries: Array.from({ length: 60_000 }, () => entry) });
    expect(long.truncated).toBe(true);
    expect(countOf(long.entries)).toBe(50_000);
  });

  test("is well-formed or refused, whatever comes", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          expect(Array.isArray(cleanOutline(value).entries)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedEvent);
        }
      }),
      { seed: 1 },
    );
  });
});
