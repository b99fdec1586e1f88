import { describe, expect, test } from "vitest";
import { cleanEvent, cleanInfo } from "../../src/documents/clean-event.ts";

const data = new Uint8Array([1, 2, 3]);
const at = { unit: "page", index: 3, label: "iii" };

describe("an event of a handler", () => {
  test.for([
    ["text", { type: "text", text: "words\n" }],
    ["text with a place", { type: "text", text: "words\n", at }],
    ["a place without a label", { type: "text", text: "", at: { unit: "cell", index: 1 } }],
    ["an image", { type: "image", mediaType: "image/png", data }],
    [
      "an image with everything",
      {
        type: "image",
        mediaType: "image/svg+xml",
        data,
        widthPx: 1,
        heightPx: 2,
        originalWidthPx: 3,
        originalHeightPx: 4,
        alt: "",
        at,
      },
    ],
    ["a document", { type: "document", mediaType: "application/pdf", data, name: "a.pdf", pages: 0, at }],
    ["an extent", { type: "extent", unit: "line", total: 0, exact: false }],
    ["a notice", { type: "notice", code: "handler", message: "Something is missing.", at }],
    ["a notice with a flag", { type: "notice", code: "no-matches", pattern: "a", ignoresCase: true, linesSearched: 2 }],
    ["a notice of nothing", { type: "notice", code: "empty-file" }],
    ["a notice with an optional field", { type: "notice", code: "range-cut", asked: "1-9", limit: "lines", value: 5 }],
    [
      "a notice of the core",
      {
        type: "notice",
        code: "media-omitted",
        kind: "image",
        mediaType: "image/png",
        reason: "too-many",
        bytes: 3,
        widthPx: 5,
        at,
      },
    ],
  ] as const)("is passed on where it is %s", ([, event]) => {
    expect(cleanEvent(event)).toEqual(event);
  });

  test("loses what does not belong to it", () => {
    const event = {
      type: "image",
      mediaType: "image/png",
      data,
      onload: () => 1,
      at: { ...at, extra: {} },
      alt: undefined,
    };
    expect(cleanEvent(event)).toStrictEqual({ type: "image", mediaType: "image/png", data, at });
    const polluting = JSON.parse(
      '{"type":"notice","code":"handler","message":"m","__proto__":"no","deep":{"a":1},"more":"words"}',
    );
    expect(cleanEvent(polluting)).toStrictEqual({ type: "notice", code: "handler", message: "m" });
  });

  test("is looked at once, so that it cannot answer otherwise the second time", () => {
    let looks = 0;
    const event = {
      type: "text",
      get text() {
        looks += 1;
        return looks === 1 ? "words" : 42;
      },
    };
    expect(cleanEvent(event)).toEqual({ type: "text", text: "words" });
  });

  test("takes nothing from a polluted prototype", () => {
    const polluted = { at: 3, recognised: "no", alt: 4, lines: "1", widthPx: "wide", label: 5 };
    const events = [
      { type: "text", text: "words", at: { unit: "page", index: 1 } },
      { type: "text", text: "words" },
      { type: "image", mediaType: "image/png", data },
      { type: "notice", code: "replacement-characters", encoding: "utf-8", count: 1 },
    ];
    try {
      Object.assign(Object.prototype, polluted);
      expect(events.map(cleanEvent).map((event) => JSON.stringify(event))).toEqual(
        events.map((event) => JSON.stringify(event)),
      );
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test("may hold bytes of Node, and none that belong to somebody else by now", () => {
    const image = { type: "image", mediaType: "image/png" };
    expect(cleanEvent({ ...image, data: Buffer.from("abc") })).toHaveProperty("data.length", 3);
    const moved = new Uint8Array(3);
    structuredClone(moved.buffer, { transfer: [moved.buffer] });
    expect(() => cleanEvent({ ...image, data: moved })).toThrow("`data`");
  });

  test.for([
    ["nothing", undefined, "not an object"],
    ["a string", "words", "not an object"],
    ["a list", [{ type: "text", text: "" }], "unknown type"],
    ["of no type", {}, "unknown type"],
    ["of a type that every object knows", { type: "toString" }, "unknown type"],
    ["text that is none", { type: "text", text: 42 }, "`text`"],
    ["a place that is none", { type: "text", text: "", at: 3 }, "a place"],
    ["a place from 0", { type: "text", text: "", at: { unit: "page", index: 0 } }, "`index`"],
    ["a place of a strange unit", { type: "text", text: "", at: { unit: "verse", index: 1 } }, "`unit`"],
    ["a place with a strange label", { type: "text", text: "", at: { ...at, label: 3 } }, "`label`"],
    ["an image of strange bytes", { type: "image", mediaType: "image/png", data: [1, 2] }, "`data`"],
    [
      "an image of another kind of bytes",
      { type: "image", mediaType: "image/png", data: new Uint16Array(2) },
      "`data`",
    ],
    ["an image without a type", { type: "image", mediaType: "png", data }, "`mediaType`"],
    ["an image of an endless type", { type: "image", mediaType: `image/${"x".repeat(101)}`, data }, "`mediaType`"],
    ["an image of NaN pixels", { type: "image", mediaType: "image/png", data, widthPx: Number.NaN }, "`widthPx`"],
    ["a document without a name", { type: "document", mediaType: "a/b", data }, "`name`"],
    ["a document of half a page", { type: "document", mediaType: "a/b", data, name: "a", pages: 0.5 }, "`pages`"],
    ["an extent of infinitely many", { type: "extent", unit: "page", total: Infinity, exact: true }, "`total`"],
    ["an extent of a strange unit", { type: "extent", unit: "verse", total: 1, exact: true }, "`unit`"],
    ["an extent without exactness", { type: "extent", unit: "page", total: 1 }, "`exact`"],
    ["a notice with an unknown code", { type: "notice", code: "valueOf" }, "unknown code"],
    ["a notice with an unknown reason", { type: "notice", code: "no-outline", reason: "constructor" }, "`reason`"],
    ["a notice with an unknown change", { type: "notice", code: "changed-while-reading", change: "moved" }, "`change`"],
    ["a notice without words", { type: "notice", code: "handler" }, "`message`"],
    ["a notice with NaN", { type: "notice", code: "hidden-content", what: "text", count: Number.NaN }, "`count`"],
  ] as const)("is a fault of the handler where it is %s", ([, event, words]) => {
    expect(() => cleanEvent(event)).toThrow(words);
  });
});

describe("what info of a handler gives", () => {
  test("is passed on as JSON holds it", () => {
    const extents = [{ type: "extent", unit: "page", total: 3, exact: true }];
    const facts = { title: "A", size: [1, null], run: () => 1, date: new Date(0) };
    expect(cleanInfo({ extents, facts })).toStrictEqual({
      extents,
      facts: { title: "A", size: [1, null], date: "1970-01-01T00:00:00.000Z" },
    });
  });

  test.for([
    ["nothing", null],
    ["extents that are not a list", { extents: {}, facts: {} }],
    ["an extent that is none", { extents: [3], facts: {} }],
    ["an extent of no type", { extents: [{ unit: "page", total: 3, exact: true }], facts: {} }],
    ["an event that is no extent", { extents: [{ type: "text", text: "words" }], facts: {} }],
    ["facts that are a list", { extents: [], facts: [] }],
    ["facts that are not an object", { extents: [], facts: "title" }],
    ["facts that JSON cannot hold", { extents: [], facts: { size: 3n } }],
  ] as const)("is a fault of the handler where it is %s", ([, info]) => {
    expect(() => cleanInfo(info)).toThrow(/its handler returned|BigInt/);
  });
});
