import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anthropic, createReader, type Budget, type ReadOutcome, type ReadRequest } from "@reader/core";
import { renderText } from "@reader/core/render";
import { expect, test } from "vitest";
import { localHandlers } from "@reader/handlers";
import { folderWith } from "../support/folder.ts";

function fixture(path: string): Uint8Array {
  return readFileSync(fileURLToPath(new URL(`../../../../fixtures/${path}`, import.meta.url)));
}

const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of a text`).join("\n");
const keys = JSON.stringify(
  Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`key${at}`, at])),
  undefined,
  1,
);

/** A file of each kind that a limit is about. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  "a.txt": lines,
  "long.txt": "x".repeat(400_000),
  "keys.json": keys,
  "many.ts": Array.from({ length: 21_000 }, (_, at) => `export function f${at}() {}\n`).join(""),
  "photo.jpg": fixture("image/jpeg-photo-with-exif/input.jpg"),
  "three.tif": fixture("image/tiff-three-pages/input.tif"),
  "report.docx": fixture("docx/made-by-pandoc/input.docx"),
  "nested.zip": fixture("archive/zip-in-zip/input.zip"),
  "a.gz": fixture("archive/gzip/input.txt.gz"),
};

async function ask(request: ReadRequest, budget: Partial<Budget>): Promise<ReadOutcome> {
  const reader = createReader({
    roots: [folderWith(files)],
    handlers: localHandlers(),
    budget,
    capabilities: anthropic,
  });
  try {
    return await reader.read(request);
  } finally {
    await reader.close();
  }
}

/** The name and value of the limit in the data of an outcome: what stopped it, a notice, or the details of an error. */
function limitsIn(outcome: ReadOutcome): readonly (readonly [name: string, value: number])[] {
  const stop = outcome.ok ? outcome.stopped : undefined;
  const limit = outcome.ok ? undefined : outcome.error.details?.limit;
  const noted = outcome.notices.map((notice) => {
    if (notice.code === "lines-clipped") return ["maxLineCharacters", notice.maxLineCharacters] as const;
    if (notice.code === "no-outline") return ["outlineTimeMs", notice.timeMs ?? 0] as const;
    const { limit: name = "", value = 0 } = "limit" in notice ? notice : {};
    return [name, value] as const;
  });
  return [
    ...(stop === undefined ? [] : [[stop.by, stop.limit] as const]),
    ...(limit === undefined ? [] : [[limit.name, Number(limit.value)] as const]),
    ...noted,
  ];
}

interface ReachedLimit {
  readonly request: ReadRequest;
  readonly budget?: Partial<Budget>;
  readonly data: readonly [name: string, value: number];
  /** What a model reads. */
  readonly words: RegExp;
}

test.for<ReachedLimit>([
  { request: { path: "a.txt" }, budget: { maxLines: 7 }, data: ["lines", 7], words: /stops at its limit of 7 lines/ },
  { request: { path: "a.txt", limit: 3 }, data: ["lines", 3], words: /stops at its limit of 3 lines/ },
  { request: { path: "a.txt" }, budget: { maxTokens: 321 }, data: ["tokens", 321], words: /limit of 321 tokens/ },
  { request: { path: "a.txt" }, budget: { maxBytes: 1234 }, data: ["bytes", 1234], words: /limit of 1234 bytes/ },
  {
    request: { path: "a.txt", lines: "1-200" },
    budget: { maxLines: 50 },
    data: ["lines", 50],
    words: /\(lines 1-200\) exceeds the budget of 50 lines/,
  },
  {
    request: { path: "a.txt", lines: "1-200", overBudget: "refuse" },
    budget: { maxLines: 50 },
    data: ["lines", 50],
    words: /exceed the budget of 50 lines/,
  },
  {
    request: { path: "long.txt" },
    budget: { maxLineCharacters: 77 },
    data: ["maxLineCharacters", 77],
    words: /longer than 77 characters is clipped/,
  },
  {
    request: { path: "long.txt" },
    budget: { maxClipScanBytes: 65_536 },
    data: ["line-length", 65_536],
    words: /beyond the limit of 65\s536 bytes/,
  },
  { request: { path: "a.txt" }, budget: { textTimeMs: 0 }, data: ["textTimeMs", 0], words: /in 0 ms/ },
  {
    request: { path: "report.docx" },
    budget: { maxInputBytes: 1000 },
    data: ["maxInputBytes", 1000],
    words: /the limit is 1000[^]*maxInputBytes/,
  },
  {
    request: { path: "report.docx" },
    budget: { maxInflatedBytes: 1000 },
    data: ["maxInflatedBytes", 1000],
    words: /more than the 1000 bytes[^]*maxInflatedBytes/,
  },
  {
    request: { path: "a.gz" },
    budget: { maxInflatedBytes: 3 },
    data: ["maxInflatedBytes", 3],
    words: /more than the 3 bytes[^]*maxInflatedBytes/,
  },
  {
    request: { path: "report.docx" },
    budget: { maxEntries: 2 },
    data: ["maxEntries", 2],
    words: /the limit is 2[^]*maxEntries/,
  },
  {
    request: { path: "nested.zip", select: "inner.zip/tree/docs/numbers.txt" },
    budget: { maxDepth: 0 },
    data: ["maxDepth", 0],
    words: /the limit of 0 files inside files \(maxDepth\)/,
  },
  {
    request: { path: "photo.jpg" },
    budget: { maxMegapixels: 0.001 },
    data: ["maxMegapixels", 0.001],
    words: /the limit is 0\.001 million pixels an image \(maxMegapixels\)/,
  },
  {
    request: { path: "photo.jpg" },
    budget: { maxSidePx: 10 },
    data: ["maxSidePx", 10],
    words: /the limit is 10 pixels a side \(maxSidePx\)/,
  },
  {
    request: { path: "three.tif", pages: "1-3" },
    budget: { maxImages: 1 },
    data: ["images", 1],
    words: /limit of 1 image\./,
  },
  {
    request: { path: "keys.json", view: "outline", limit: 3 },
    data: ["maxKeys", 5000],
    words: /it stops at its limit maxKeys = 5000/,
  },
  {
    request: { path: "many.ts", view: "outline", limit: 3 },
    budget: { outlineTimeMs: 60_000 },
    data: ["maxEntries", 20_000],
    words: /it stops at its limit maxEntries = 20\s000/,
  },
  {
    request: { path: "keys.json" },
    budget: { outlineTimeMs: 0 },
    data: ["outlineTimeMs", 0],
    words: /Its outline took more than 0 ms/,
  },
  { request: { path: "." }, budget: { maxLines: 2 }, data: ["lines", 2], words: /limit of 2 lines/ },
])("$request with $budget names its limit, $data, as data and in words", async (reached) => {
  const { request, budget = {}, data, words } = reached;
  const outcome = await ask(request, budget);
  expect(limitsIn(outcome)).toContainEqual(data);
  expect(renderText(outcome)).toMatch(words);
});
