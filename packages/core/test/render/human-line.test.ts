import { expect, test } from "vitest";
import type { Extent, ImagePart } from "../../src/contract/events.ts";
import { humanLine } from "../../src/render/human-line.ts";
import type { ReadFailure, TextSection } from "../../src/contract/result.ts";
import { result } from "./support.ts";

function section(firstLine: number, lineCount: number, matches?: readonly number[]): TextSection {
  const text = Array.from({ length: lineCount }, () => "x").join("\n");
  return { type: "text", text, firstLine, lineCount, ...(matches === undefined ? {} : { matches }) };
}

const image: ImagePart = { type: "image", mediaType: "image/png", data: new Uint8Array(3) };

function lines(total: number, exact = true): readonly Extent[] {
  return [{ type: "extent", unit: "line", total, exact }];
}

const failure: ReadFailure = {
  ok: false,
  path: "a\n.txt",
  error: { code: "not-found", message: "No.", hint: "Look." },
  parts: [],
  notices: [],
};

test.for([
  [result({ parts: [section(1, 2000)], extents: lines(41_233) }), "Read 2000 of 41 233 lines, app.log"],
  [result({ parts: [section(1, 2000)], extents: lines(41_233, false) }), "Read 2000 of at least 41 233 lines, app.log"],
  [result({ parts: [section(1, 41)], extents: lines(41) }), "Read 41 lines, app.log"],
  [result({ parts: [section(1, 41)], extents: lines(41, false) }), "Read 41 of at least 41 lines, app.log"],
  [result({ parts: [section(1, 1)], extents: lines(1) }), "Read 1 line, app.log"],
  [result({ parts: [section(5, 2), section(9, 3)], extents: lines(41) }), "Read 5 of 41 lines, app.log"],
  [result({ parts: [], extents: lines(0) }), "Read 0 lines, app.log"],
  [result({ parts: [section(1, 30), image, image], extents: lines(30) }), "Read 30 lines and 2 images, app.log"],
  [result({ parts: [image] }), "Read 1 image, app.log"],
  [
    result({ parts: [{ type: "document", mediaType: "application/pdf", data: new Uint8Array(1), name: "a.pdf" }] }),
    "Read 1 document, app.log",
  ],
  [
    result({ parts: [section(4, 5, [6]), section(20, 5, [22, 23])], extents: lines(41) }),
    "Found 3 matching lines, app.log",
  ],
  [
    result({ notices: [{ type: "notice", code: "no-matches", pattern: "x", linesSearched: 9 }] }),
    "Found no match, app.log",
  ],
  [
    result({ mediaType: "inode/directory", path: "src", parts: [section(1, 12)], extents: lines(30) }),
    "Listed 12 of 30 entries, src",
  ],
  [result({ status: "unchanged" }), "Unchanged since it was read, app.log"],
  [failure, String.raw`Could not read "a\n.txt": not found`],
  [{ ...failure, path: "" }, "Could not read: not found"],
  [
    { ...failure, path: "b", parts: [section(1, 20)], error: { ...failure.error, code: "timed-out" } },
    "Read 20 lines before it failed (it took too long), b",
  ],
] as const)("%#: one line for a person", ([outcome, line]) => {
  expect(humanLine(outcome)).toBe(line);
});
