import { describe, expect, test } from "vitest";
import { headingOutline, nestHeadings } from "../../src/documents/heading-outline.ts";
import { extent, text, type HandlerEvent } from "../../src/contract/events.ts";
import type { Place } from "../../src/contract/place.ts";
import { outlineLines } from "../../src/render/outline-text.ts";

const page = (index: number): Place => ({ unit: "page", index });

async function* events(...all: readonly HandlerEvent[]): AsyncGenerator<HandlerEvent> {
  await Promise.resolve();
  yield* all;
}

const linesOf = async (...all: readonly HandlerEvent[]): Promise<readonly string[]> =>
  outlineLines(await headingOutline(events(...all), { timeMs: 60_000 }));

describe("the outline of headings in text", () => {
  test("nests them by their levels, with their places", async () => {
    const lines = await linesOf(
      extent("page", 2),
      text("# One\nwords\n### Deep\n", page(1)),
      text("## Two\n# Three #\n", page(2)),
    );
    expect(lines).toEqual(["page 1  One", "page 1    Deep", "page 2    Two", "page 2  Three"]);
  });

  test("takes a line that comes in pieces, and none that goes over a place", async () => {
    const first = page(1);
    expect(await linesOf(text("# On", first), text("e\n", first), text("# Two", first), text("x\n", page(2)))).toEqual([
      "page 1  One",
      "page 1  Two",
    ]);
  });

  test("leaves out what stands in fences, and is no heading", async () => {
    expect(
      await linesOf(text("```sh\n# comment\n```\n#hash\n    # code\n#\n~~~~\n# x\n~~~\n# y\n~~~~\n# z\n")),
    ).toEqual(["z"]);
  });

  test("shows words without marks", async () => {
    expect(await linesOf(text("# A **bold** `code` [link](x.md) \\*star\\*\n"))).toEqual(["A bold code link *star*"]);
  });

  test("stops where its time is over, with what it has", async () => {
    const found = await headingOutline(events(text("# One\n"), text("# Two\n")), { timeMs: -1 });
    expect(found).toMatchObject({ entries: [{ title: "One" }], truncated: true });
  });
});

test("levels may be left out and come back", () => {
  const headings = [3, 1, 4, 2, 2].map((level, at) => ({ level, title: `${at}` }));
  expect(outlineLines({ entries: nestHeadings(headings) })).toEqual(["0", "1", "  2", "  3", "  4"]);
});
