import { expect, test } from "vitest";
import type { Notice } from "../../src/contract/notices.ts";
import type { ReadRequest } from "../../src/contract/request.ts";
import { anthropic } from "../../src/contract/capabilities.ts";
import { type HandlerEvent, text } from "../../src/contract/events.ts";
import { type Handler, defineHandler } from "../../src/contract/handler.ts";
import { noticeText } from "../../src/render/notice-text.ts";
import { expectResult, readerOf } from "./support.ts";

interface Case {
  readonly title: string;
  readonly content: string | Uint8Array;
  readonly name?: string;
  readonly request?: Omit<ReadRequest, "path">;
  readonly notice: Notice;
  readonly words: string;
}

const cases: readonly Case[] = [
  {
    title: "a file without bytes",
    content: "",
    notice: { type: "notice", code: "empty-file" },
    words: "The file is empty: it has no bytes.",
  },
  {
    title: "bytes that are not text",
    content: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xff, 0x0a),
    notice: { type: "notice", code: "replacement-characters", encoding: "utf-8", count: 1, lines: "2" },
    words: "1 place could not be decoded as utf-8, and is shown as U+FFFD (line 2).",
  },
  {
    title: "runs of NULs",
    content: `a line\nof a log${"\0".repeat(4096)}\n`,
    notice: { type: "notice", code: "nul-bytes", count: 4096, lines: "2" },
    words:
      "4096 NUL bytes of the file are shown as marks such as [4096 NUL bytes] (line 2); a crash or a preallocated file leaves them. The marks are not in the file, and a column counts their characters.",
  },
  {
    title: "characters that control a terminal",
    content: "a\u001B[1mb\u202E\n",
    notice: { type: "notice", code: "escaped-characters", controls: 0, ansi: 1, bidi: 1, invisible: 0 },
    words:
      "1 terminal sequence and 1 direction control are shown as escapes such as \\x1b or \\u202e, each of which is one character in the file.",
  },
  {
    title: "a long line",
    content: `${"word ".repeat(1000)}\n`,
    notice: { type: "notice", code: "lines-clipped", count: 1, maxLineCharacters: 2000 },
    words: "1 line longer than 2000 characters is clipped; the mark at its end says how to go on.",
  },
  {
    title: "line endings with a lone CR",
    content: "a\nb\rc\r\nd\n",
    notice: { type: "notice", code: "mixed-line-endings", lf: 2, crlf: 1, cr: 1 },
    words:
      "Line endings are mixed: 2 LF, 1 CRLF and 1 CR. A CR alone ends a line here too, so tools that count only LF give other numbers.",
  },
  {
    title: "a misleading file extension",
    content: "words\n",
    name: "a.png",
    notice: { type: "notice", code: "name-disagrees", extension: "image/png", mediaType: "text/plain" },
    words: "The file extension says image/png, but the content is text/plain and was read as that.",
  },
  {
    title: "a range beyond the end",
    content: "a\nb\n",
    request: { lines: "1,9-10" },
    notice: { type: "notice", code: "range-beyond-end", asked: "9-10", total: 2 },
    words: "Lines 9-10 do not exist: the file has 2 lines.",
  },
  {
    title: "a search without matches",
    content: "a\nb\n",
    request: { find: "x" },
    notice: { type: "notice", code: "no-matches", pattern: "x", linesSearched: 2 },
    words: 'Nothing matches "x" in 2 lines. The search is case-sensitive, unless `find` is sent as /…/i.',
  },
  {
    title: "images requested of a text",
    content: "a\nb\n",
    request: { view: "image" },
    notice: { type: "notice", code: "no-images", mediaType: "text/plain" },
    words: 'A file of the type text/plain is not shown as images: view "image" has no effect.',
  },
];

test.for(cases)("reports $title, as data and in words", async ({ content, name = "a.txt", request, notice, words }) => {
  const reader = await readerOf({ [name]: content });
  const { notices } = expectResult(await reader.read({ path: name, ...request }));
  expect(notices).toEqual([notice]);
  expect(notices.map(noticeText)).toEqual([words]);
});

/** Reads any file as these events. */
function handlerOf(...events: readonly HandlerEvent[]): Handler {
  return defineHandler({
    name: "tap",
    mediaTypes: ["application/zip"],
    async *read() {
      yield* events;
    },
  });
}

const zip = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Uint8Array(18));
const image = { type: "image", mediaType: "image/png", data: Uint8Array.of(1), widthPx: 1, heightPx: 1 } as const;
const reason = {
  type: "notice",
  code: "no-images",
  mediaType: "application/zip",
  reason: "no program draws it",
} as const;

test.for<readonly [string, readonly HandlerEvent[], Omit<ReadRequest, "path">, readonly Notice["code"][]]>([
  ["a handler that has none", [text("a\n")], { view: "image" }, ["no-images"]],
  ["another view", [text("a\n")], { view: "text" }, []],
  ["an answer with an image", [image], { view: "image" }, []],
  ["a search", [text("a\n"), image], { view: "image", find: "a" }, []],
  ["a handler that gives a reason", [reason, text("a\n")], { view: "image" }, ["no-images"]],
])("says once that there are no images: %s", async ([, events, request, codes]) => {
  const reader = await readerOf({ "a.zip": zip }, { handlers: [handlerOf(...events)], capabilities: anthropic });
  const { notices } = expectResult(await reader.read({ path: "a.zip", ...request }));
  expect(notices.map(({ code }) => code)).toEqual(codes);
});

test.for<readonly [string, readonly HandlerEvent[]]>([
  ["gives its reason before the first line", [reason, text("a\nb\n")]],
  ["has an image after the first lines", [text("a\nb\n"), image]],
])("a part of a document whose handler %s does not claim that it has no images", async ([, events]) => {
  const handlers = [handlerOf(...events)];
  const reader = await readerOf({ "a.zip": zip }, { handlers, capabilities: anthropic });
  const part = { path: "a.zip", view: "image", limit: 1 } as const;
  const first = expectResult(await reader.read(part));
  const second = expectResult(await reader.read(first.next?.request ?? part));
  const range = expectResult(await reader.read({ path: "a.zip", view: "image", lines: "2" }));
  const claims = [first, second, range].map(({ notices }) => notices.filter((each) => isClaim(each)));
  expect(second.parts[0]).toMatchObject({ type: "text", firstLine: 2 });
  expect(claims).toEqual([[], [], []]);
});

/** True for the notice that no file of a type has images. */
function isClaim(each: Notice): boolean {
  return each.code === "no-images" && each.reason === undefined;
}

test("says the reason of a handler, and what would give images", () => {
  expect(noticeText({ ...reason, hint: "Ask for the PDF file." })).toBe(
    "No program draws it, so text is shown in place of images. Ask for the PDF file.",
  );
});
