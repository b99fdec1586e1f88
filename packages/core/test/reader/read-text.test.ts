import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import type { ReadRequest } from "../../src/contract/request.ts";
import type { ReadResult } from "../../src/contract/result.ts";
import { expectFailure, expectResult, lineNumbers, numbered, readerOf, sectionsOf } from "./support.ts";

describe("reading a text file", () => {
  test("gives its lines, its storage and its cost", async () => {
    const reader = await readerOf({ "a.txt": "one\ntwo\n" });
    expect(await reader.read({ path: "a.txt" })).toEqual({
      ok: true,
      status: "complete",
      path: "a.txt",
      mediaType: "text/plain",
      handler: "text",
      parts: [{ type: "text", text: "one\ntwo", firstLine: 1, lineCount: 2 }],
      notices: [],
      extents: [{ type: "extent", unit: "line", total: 2, exact: true }],
      text: { encoding: "utf-8", confidence: 1, bom: false, eol: "lf", finalNewline: true },
      cost: { tokens: expect.any(Number), bytes: "1\tone\n2\ttwo\n".length, images: 0 },
    });
  });

  test.for([
    ["an empty file", "", 0, false],
    ["one newline", "\n", 1, true],
    ["only newlines", "\n\n\n", 3, true],
    ["one byte", "x", 1, false],
    ["no final newline", "a\nb", 2, false],
  ] as const)("of %s", async ([, content, total, finalNewline]) => {
    const reader = await readerOf({ "a.txt": content });
    const result = expectResult(await reader.read("a.txt"));
    expect(result.extents).toEqual([{ type: "extent", unit: "line", total, exact: true }]);
    expect(result.text?.finalNewline).toBe(finalNewline);
    expect(numbered(result)).toHaveLength(total);
    expect(result.notices.map(({ code }) => code)).toEqual(content === "" ? ["empty-file"] : []);
  });

  test.for([
    ["LF", "a\nb\n", "lf", undefined],
    ["CRLF", "a\r\nb\r\n", "crlf", undefined],
    ["CR", "a\rb\r", "cr", undefined],
    ["no line end", "a", "none", undefined],
    [
      "a mixture",
      "a\r\nb\nc\r\n",
      "mixed",
      [
        { eol: "crlf", lines: 1 },
        { eol: "lf", lines: 1 },
        { eol: "crlf", lines: 1 },
      ],
    ],
  ] as const)("tells %s", async ([, content, eol, endings]) => {
    const reader = await readerOf({ "a.txt": content });
    const { text } = expectResult(await reader.read("a.txt"));
    expect(text?.eol).toBe(eol);
    expect(text?.endings).toEqual(endings);
  });

  test("tells everything that is needed to write it back unchanged", async () => {
    for (const content of ["a\r\nb\nc\rd", "\uFEFFa\r\n\r\nb\r\n", "x\r\r\n\n", "no end"]) {
      const reader = await readerOf({ "a.txt": content });
      const result = expectResult(await reader.read("a.txt"));
      const lines = numbered(result).map(([, line]) => line);
      const ends = { lf: "\n", crlf: "\r\n", cr: "\r" };
      const { text } = result;
      const eol = text?.eol === "mixed" || text?.eol === "none" ? undefined : text?.eol;
      const runs = text?.endings ?? (eol === undefined ? [] : [{ eol, lines: lines.length }]);
      const perLine = runs.flatMap((run) => Array.from({ length: run.lines }, () => ends[run.eol]));
      const isLastOpen = text?.finalNewline === false;
      const written = lines.map(
        (line, at) => line + (isLastOpen && at === lines.length - 1 ? "" : (perLine[at] ?? "")),
      );
      expect((text?.bom === true ? "\uFEFF" : "") + written.join("")).toBe(content);
    }
  });
});

describe("a range", () => {
  const file = { "a.txt": lineNumbers(5000) };

  test("starts at the offset, ends at the limit, and says how to go on", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.txt", offset: 10, limit: 2 }));
    expect(numbered(result)).toEqual([
      [10, "line 10"],
      [11, "line 11"],
    ]);
    expect(result.stopped).toEqual({ by: "lines", limit: 2, used: 2 });
    expect(result.next?.request).toEqual({ path: "a.txt", offset: 12, limit: 2 });
  });

  test("without a limit is cut by the budget's lines", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.txt" }));
    expect(result.stopped).toEqual({ by: "lines", limit: 2000, used: 2000 });
    expect(result.next?.request).toEqual({ path: "a.txt", offset: 2001 });
  });

  test("that the budget ends inside a short line does not call that line long", async () => {
    const reader = await readerOf({ "a.txt": "short\nlines\n" });
    const result = expectResult(await reader.read({ path: "a.txt", maxTokens: 1 }));
    expect(result.next?.request).toMatchObject({ offset: 1, column: 2 });
    expect(result.notices).toEqual([]);
  });

  test("follows from next to next through the whole file, every line once", async () => {
    const reader = await readerOf(file, { budget: { maxTokens: 3000 } });
    const seen: number[] = [];
    let request: object | undefined = { path: "a.txt" };
    while (request !== undefined) {
      const result = expectResult(await reader.read(request));
      seen.push(...numbered(result).map(([line]) => line));
      expect(result.cost.tokens).toBeLessThanOrEqual(3000);
      request = result.next?.request;
    }
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, at) => at + 1));
  });

  test("from the end counts back from the last line", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.txt", offset: -2 }));
    expect(numbered(result)).toEqual([
      [4999, "line 4999"],
      [5000, "line 5000"],
    ]);
    expect(result.status).toBe("complete");
  });

  test("may be several, given in one answer", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.txt", lines: "5-6,960-961" }));
    expect(sectionsOf(result).map((part) => [part.firstLine, part.text])).toEqual([
      [5, "line 5\nline 6"],
      [960, "line 960\nline 961"],
    ]);
    expect(result).toMatchObject({ status: "complete" });
    expect(result.next).toBeUndefined();
  });

  test("behind the end is an error that names the total", async () => {
    const reader = await readerOf(file);
    const { error } = expectFailure(await reader.read({ path: "a.txt", offset: 5001 }));
    expect(error).toMatchObject({ code: "out-of-range", details: { total: 5000, unit: "line" } });
    expect(error.message).toContain("5000");
  });

  test("partly beyond the end, with a search that finds nothing, says so instead of refusing", async () => {
    const reader = await readerOf({ "a.txt": "one\ntwo\n" });
    const result = expectResult(await reader.read({ path: "a.txt", lines: "2,4-5", find: "absent" }));
    expect(result.notices).toContainEqual({ type: "notice", code: "range-beyond-end", asked: "4-5", total: 2 });
    expect(sectionsOf(result)).toEqual([]);
  });

  test("partly behind the end gives what there is and says the rest", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.txt", lines: "4999-5000,6000-6010" }));
    expect(numbered(result)).toHaveLength(2);
    expect(result.notices).toContainEqual({
      type: "notice",
      code: "range-beyond-end",
      asked: "6000-6010",
      total: 5000,
    });
  });

  test("that exceeds the budget is cut and said", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 100 } });
    const result = expectResult(await reader.read({ path: "a.txt", offset: 1, limit: 500 }));
    expect(result.notices).toContainEqual({
      type: "notice",
      code: "range-cut",
      asked: "lines 1-500",
      limit: "lines",
      value: 100,
    });
    expect(result.next?.request).toEqual({ path: "a.txt", offset: 101, limit: 500 });
  });

  test("has more lines than an answer to a request without one, where the budget says so", async () => {
    const reader = await readerOf(file, { budget: { defaultLines: 50 } });
    const unasked = expectResult(await reader.read({ path: "a.txt" }));
    expect(unasked.stopped).toEqual({ by: "lines", limit: 50, used: 50 });
    expect(unasked.next?.request).toEqual({ path: "a.txt", offset: 51 });
    for (const range of [{ limit: 80 }, { lines: "1-80" }]) {
      const asked = expectResult(await reader.read({ path: "a.txt", ...range }));
      expect(numbered(asked).at(-1)).toEqual([80, "line 80"]);
    }
  });

  test("that exceeds the budget is refused on request, with the range that fits", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 100 } });
    const request = { path: "a.txt", lines: "50-60,200-400", overBudget: "refuse" };
    const { error } = expectFailure(await reader.read(request));
    expect(error).toMatchObject({ code: "over-budget", details: { request: { lines: "50-60,200-288" } } });
    const fitting = expectResult(await reader.read({ ...error.details?.request }));
    expect(fitting.status).toBe("complete");
  });

  test("that counts from the end is refused with as many lines as fit", async () => {
    const reader = await readerOf({ "a.txt": lineNumbers(10) }, { budget: { maxTokens: 20 } });
    const request = { path: "a.txt", offset: -5, limit: 5, overBudget: "refuse" };
    const { error } = expectFailure(await reader.read(request));
    const fitting = expectResult(await reader.read({ ...error.details?.request, overBudget: "refuse" }));
    expect(numbered(fitting).length).toBe(error.details?.request?.["limit"]);
    expect(fitting.stopped?.by).toBe("lines");
  });

  test.for([{ offset: 2, limit: 2 }, { lines: "2-3" }])(
    "of which not one line fits is refused with a request for what there is room for: %j",
    async (range) => {
      const reader = await readerOf({ "a.txt": `one\n${"x".repeat(900)}\nthree\n` }, { budget: { maxBytes: 100 } });
      const { error } = expectFailure(await reader.read({ path: "a.txt", ...range, overBudget: "refuse" }));
      const fitting = expectResult(await reader.read({ ...error.details?.request }));
      expect(numbered(fitting)).toMatchObject([[2, expect.stringMatching(/^x+$/)]]);
    },
  );

  test("of several goes on with what is left of them", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 15 } });
    const result = expectResult(await reader.read({ path: "a.txt", lines: "5-14,100-110,300" }));
    expect(result.next?.request).toEqual({ path: "a.txt", lines: "105-110,300" });
  });
});

describe("long lines", () => {
  test("among several ranges are continued without losing the other ranges", async () => {
    const reader = await readerOf({ "a.txt": `one\n${"x".repeat(900)}\nthree\nfour\n` }, { budget: { maxBytes: 600 } });
    const result = expectResult(await reader.read({ path: "a.txt", lines: "2,4" }));
    expect(result.next?.request).toMatchObject({ path: "a.txt", lines: "2,4", column: expect.any(Number) });
    const rest = expectResult(await reader.read(result.next?.request ?? ""));
    expect(numbered(rest).at(-1)).toEqual([4, "four"]);
    expect((sectionsOf(result)[0]?.text ?? "") + (sectionsOf(rest)[0]?.text ?? "")).toBe("x".repeat(900));
  });

  test("are clipped, and a column continues them to the end", async () => {
    const long = Array.from({ length: 30_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 500))).join("");
    const reader = await readerOf({ "a.txt": `first\n${long}\nlast\n` });
    const result = expectResult(await reader.read("a.txt"));
    const clip = sectionsOf(result)[0]?.clips?.[0];
    expect(clip).toEqual({ line: 2, column: 2001, remaining: { amount: 84_000, unit: "bytes", exact: true } });
    let shown = long.slice(0, 2000);
    let request: object | undefined = { path: "a.txt", offset: 2, column: 2001 };
    while (request !== undefined) {
      const more = expectResult(await reader.read(request));
      for (const part of sectionsOf(more)) if (part.firstLine === 2) shown += part.text.split("\n")[0] ?? "";
      request = more.next?.request;
    }
    expect(shown).toBe(long);
  });

  test("of any size answer without being read to their end", async () => {
    const reader = await readerOf(
      { "a.json": `[${"1,".repeat(4_000_000)}1]` },
      { budget: { maxClipScanBytes: 100_000 } },
    );
    const result = expectResult(await reader.read("a.json"));
    expect(result.stopped?.by).toBe("line-length");
    expect(result.next?.request).toEqual({ path: "a.json", offset: 1, column: 2001 });
    expect(sectionsOf(result)[0]?.text).toHaveLength(2000);
  });
});

describe("a search", () => {
  const file = { "a.log": `${lineNumbers(300)}ERROR at last\n` };

  test("gives the matching lines with their context and numbers", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.log", find: "ERROR", context: 1 }));
    expect(sectionsOf(result)).toEqual([
      { type: "text", text: "line 300\nERROR at last", firstLine: 300, lineCount: 2, matches: [301] },
    ]);
  });

  test("takes a regular expression between slashes", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.log", find: "/LINE (7|8)$/i", context: 0 }));
    expect(numbered(result).map(([line]) => line)).toEqual([7, 8]);
  });

  test("that finds nothing says how much it looked through", async () => {
    const reader = await readerOf(file);
    const result = expectResult(await reader.read({ path: "a.log", find: "absent" }));
    expect(result.notices).toContainEqual({
      type: "notice",
      code: "no-matches",
      pattern: "absent",
      linesSearched: 301,
    });
  });

  test("that the budget cuts goes on behind the last match shown", async () => {
    const reader = await readerOf(file, { budget: { maxLines: 4 } });
    const result = expectResult(await reader.read({ path: "a.log", find: "line", context: 0 }));
    expect(result.next?.request).toEqual({ path: "a.log", find: "line", context: 0, offset: 5 });
  });
});

describe("encodings", () => {
  test("can be given, and an unknown one is refused with those that are known", async () => {
    const reader = await readerOf({ "a.txt": new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]) });
    expect(numbered(await reader.read({ path: "a.txt", encoding: "cp1251" }))).toEqual([[1, "Привет"]]);
    const { error } = expectFailure(await reader.read({ path: "a.txt", encoding: "klingon" }));
    expect(error).toMatchObject({ code: "invalid-request" });
    expect(error.hint).toContain("utf-8");
  });
});

describe("an encoding that is given", () => {
  test("takes the order of bytes from the mark where it names none itself", async () => {
    const bytes = new Uint8Array([0xfe, 0xff, 0x00, 0x68, 0x00, 0x69, 0x00, 0x0a]);
    const reader = await readerOf({ "a.txt": bytes });
    const result = expectResult(await reader.read({ path: "a.txt", encoding: "UTF-16" }));
    expect(numbered(result)).toEqual([[1, "hi"]]);
    expect(result.text).toMatchObject({ encoding: "utf-16be", bom: true });
  });

  test("does not show the mark as a character", async () => {
    const reader = await readerOf({ "a.txt": "\uFEFFhi\n" });
    expect(numbered(await reader.read({ path: "a.txt", encoding: "utf8" }))).toEqual([[1, "hi"]]);
  });
});

describe("a file whose last code unit is cut", () => {
  const cut = (encoding: string, text: string): Uint8Array =>
    Uint8Array.of(...iconv.encode(text, encoding, { addBOM: true }), 0);

  test.for(
    ["utf-16le", "utf-16be", "utf-32le", "utf-32be"].flatMap((encoding) =>
      ["a\n\ny\n", "a\r\n\r\ny\r\n", "a\r\ry\r"].map((text) => [encoding, text] as const),
    ),
  )("in %s, %j, has a last line with a replacement character", async ([encoding, text]) => {
    const reader = await readerOf({ "a.txt": cut(encoding, text) });
    const result = expectResult(await reader.read("a.txt"));
    const lines = [
      [1, "a"],
      [2, ""],
      [3, "y"],
      [4, "\uFFFD"],
    ];
    expect(numbered(result)).toEqual(lines);
    expect(result.text).toMatchObject({ encoding, finalNewline: false });
    expect(result.notices).toMatchObject([{ code: "replacement-characters", count: 1, lines: "4" }]);
    expect(numbered(await reader.read({ path: "a.txt", offset: 4 }))).toEqual(lines.slice(3));
    expect(numbered(await reader.read({ path: "a.txt", offset: -1 }))).toEqual(lines.slice(3));
    expect(numbered(await reader.read({ path: "a.txt", lines: "2-4" }))).toEqual(lines.slice(1));
  });

  test("is continued by `next` line by line to its end", async () => {
    const reader = await readerOf({ "a.txt": cut("utf-16le", "a\n\ny\n") }, { budget: { maxLines: 1 } });
    const shown: unknown[] = [];
    let request: object | undefined = { path: "a.txt" };
    while (request !== undefined) {
      const result: ReadResult = expectResult(await reader.read(request as ReadRequest));
      shown.push(...numbered(result));
      request = result.next?.request;
    }
    expect(shown).toEqual([
      [1, "a"],
      [2, ""],
      [3, "y"],
      [4, "\uFFFD"],
    ]);
  });

  test("behind the last line's text adds a replacement character to it", async () => {
    const reader = await readerOf({ "a.txt": cut("utf-16le", "a\ny") });
    expect(numbered(await reader.read({ path: "a.txt", offset: 2 }))).toEqual([[2, "y\uFFFD"]]);
    expect(expectFailure(await reader.read({ path: "a.txt", offset: 3 })).error.code).toBe("out-of-range");
  });
});

describe("a request with a value that is no text", () => {
  test.for(["lines", "pages", "find", "select", "offset", "path"])("in %s is refused", async (field) => {
    const reader = await readerOf({ "a.txt": "one\n" });
    const request = { path: "a.txt", [field]: [{ toString: null }] };
    expect(expectFailure(await reader.read(request as unknown as ReadRequest)).error.code).toBe("invalid-request");
  });
});

describe("binary content", () => {
  test("behind the first bytes refuses only the answers that would hold it", async () => {
    const reader = await readerOf({ "a.txt": `${"text\n".repeat(3000)}${"bin\0\x01\x02ary\0\0".repeat(50)}\n` });
    expectResult(await reader.read({ path: "a.txt", limit: 10 }));
    expect(expectFailure(await reader.read({ path: "a.txt", offset: 2990 })).error.code).toBe("binary");
  });
});
