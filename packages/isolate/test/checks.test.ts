import fc from "fast-check";
import { expect, test } from "vitest";
import { document, extent, type HandlerEvent, image, notice, text } from "@reader/core/handler";
import { checkError, packError } from "../src/channel/errors.ts";
import { packEvent, unpackEvent, unpackDescription } from "../src/channel/handler-output.ts";
import { cleanJson } from "../src/channel/plain.ts";

const place = { unit: "page", index: 3, label: "iii" } as const;

/** What the other side makes of an event. */
function cross(event: HandlerEvent): HandlerEvent | undefined {
  const packed = packEvent(event);
  return unpackEvent(JSON.parse(JSON.stringify(packed.event)), packed.data ?? new Uint8Array());
}

test.for<[string, HandlerEvent]>([
  ["text", text("words \u{1f600} \ud800 \0\n", place)],
  [
    "an image",
    image("image/png", new Uint8Array([1, 2]), { widthPx: 3, heightPx: 4, originalWidthPx: 5, alt: "", at: place }),
  ],
  ["an empty image", image("image/png", new Uint8Array())],
  ["a document", document("application/pdf", new Uint8Array([9]), { name: "a.pdf", pages: 2 })],
  ["an extent", extent("line", 0, "at-least")],
  ["a notice in words", notice("Something is missing.", place)],
  ["hidden content", { type: "notice", code: "hidden-content", what: "words", count: 3 }],
  ["a notice of the core", { type: "notice", code: "encoding-guessed", encoding: "koi8-r", confidence: 0.5 }],
  [
    "an omission",
    {
      type: "notice",
      code: "media-omitted",
      kind: "image",
      mediaType: "image/png",
      reason: "too-many",
      bytes: 7,
      at: place,
    },
  ],
  ["an empty file", { type: "notice", code: "empty-file" }],
])("%s crosses unchanged", ([, event]) => {
  expect(cross(event)).toEqual(event);
});

test.for<[string, unknown]>([
  ["nothing", null],
  ["a list", []],
  ["no type", { text: "x" }],
  ["an unknown type", { type: "sound" }],
  ["a type of Object.prototype", { type: "toString" }],
  ["text that is none", { type: "text", text: 1 }],
  ["a place of no unit", { type: "text", text: "x", at: { unit: "chair", index: 1 } }],
  ["page 0", { type: "text", text: "x", at: { unit: "page", index: 0 } }],
  ["an image without bytes", { type: "image", mediaType: "image/png" }],
  ["an image of more bytes than came", { type: "image", mediaType: "image/png", data: 1 }],
  ["a media type that is none", { type: "image", mediaType: "<script>", data: 0 }],
  ["a width of half a pixel", { type: "image", mediaType: "image/png", data: 0, widthPx: 0.5 }],
  ["a total that is none", { type: "extent", unit: "page", total: -1, exact: true }],
  ["a notice of no code", { type: "notice", message: "x" }],
  ["a notice without a required field", { type: "notice", code: "encoding-guessed", encoding: "koi8-r" }],
  ["a media type without end", { type: "image", mediaType: `image/${"x".repeat(101)}`, data: 0 }],
])("%s is refused", ([, value]) => {
  expect(unpackEvent(value, new Uint8Array())).toBeUndefined();
});

test("text with bytes is refused", () => {
  expect(unpackEvent({ type: "text", text: "x" }, new Uint8Array(1))).toBeUndefined();
});

test("unknown fields are left out", () => {
  const value: unknown = JSON.parse('{"type":"text","text":"x","__proto__":{"a":1},"more":2}');
  const event = unpackEvent(value, new Uint8Array());
  expect(event).toEqual({ type: "text", text: "x" });
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  const foreign = { type: "notice", code: "handler", message: "m", more: "words", deep: {} };
  expect(unpackEvent(foreign, new Uint8Array())).toStrictEqual({ type: "notice", code: "handler", message: "m" });
});

test("facts and extents of info are checked", () => {
  const extents = [{ type: "extent", unit: "page", total: 3, exact: true }];
  expect(unpackDescription("info", { extents, facts: { title: "A" } })).toEqual({
    info: { extents, facts: { title: "A" } },
  });
  expect(unpackDescription("info", { extents: [{ type: "text", text: "x" }], facts: {} })).toBeUndefined();
  expect(unpackDescription("info", { extents, facts: [] })).toBeUndefined();
});

test("no JSON makes the checks throw", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      unpackEvent(value, new Uint8Array());
      unpackDescription("info", value);
      unpackDescription("outline", value);
      expect(typeof checkError(value).kind).toBe("string");
    }),
  );
});

test("whatever is thrown can be packed and checked", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const packed = packError(value);
      expect(checkError(JSON.parse(JSON.stringify(packed)))).toEqual(packed);
    }),
  );
});

test("facts come through without names of prototypes, unless they are too deep", () => {
  expect(cleanJson(JSON.parse('{"a":[1,{"b":null}],"__proto__":{"c":1}}'))).toEqual({ a: [1, { b: null }] });
  expect(cleanJson(JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`))).toBeUndefined();
});

test("an error that is none has no words", () => {
  expect(checkError({ kind: "read-error", code: "made-up", message: "x" })).toEqual({
    kind: "other",
    name: "",
    message: "",
  });
  expect(checkError("x")).toEqual({ kind: "other", name: "", message: "" });
});
