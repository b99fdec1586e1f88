import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonShapeOf, mailTypeOf, markupTypeOf, separatedTypeOf, textTypeOf } from "../../src/detect/sniff-text.ts";

function typeOf(name: string, text: string): string {
  return textTypeOf({ name, text, isWhole: true }).mediaType;
}

describe("the kind of a text", () => {
  test.for([
    ["page", "<!DOCTYPE html>\n<html>", "text/html"],
    ["page", "<html lang='en'>", "text/html"],
    ["page", "<!-- saved -->\n<HTML>", "text/html"],
    ["page", '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html>', "text/html"],
    ["page", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', "application/xhtml+xml"],
    ["piece", "<p>text</p>", "text/html"],
    ["picture", '<svg xmlns="http://www.w3.org/2000/svg">', "image/svg+xml"],
    ["picture", '<?xml version="1.0"?><!-- x --><svg:svg xmlns:svg="http://www.w3.org/2000/svg">', "image/svg+xml"],
    ["feed", '<?xml version="1.0"?><rss version="2.0">', "application/rss+xml"],
    ["data", '<?xml version="1.0"?><anything/>', "application/xml"],
    ["data", '<root xmlns="urn:x">', "application/xml"],
    ["data", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>', "application/xml"],
    ["data", '<?xml version="1.0"?><constructor/>', "application/xml"],
    [
      "flat",
      '<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text">',
      "application/vnd.oasis.opendocument.text-flat-xml",
    ],
    ["code", "<T>(x: T) => x", "text/plain"],
    ["data", '{"a": [1, 2.5e3, null], "b": "c"}', "application/json"],
    ["data", '[{"a": 1}]', "application/json"],
    ["data", '{"a": 1}\n{"a": 2}\n', "application/x-ndjson"],
    ["code", "{ a: 1 }", "text/plain"],
    ["log", "[info] started", "text/plain"],
    ["log", "[1] first\n[2] second", "text/plain"],
    ["mail", "From: a@example.org\nTo: b@example.org\nSubject: hi\n\nbody", "message/rfc822"],
    ["mailbox", "From a@example.org Mon Jun 01 10:00:00 2009\nFrom: a\nTo: b\n\nbody", "application/mbox"],
    [
      "saved",
      "From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n type=x\n\n",
      "multipart/related",
    ],
    ["letter", "From: the manager\n\nDear all,", "text/plain"],
    ["run", "#!/usr/bin/env python3\nprint(1)", "text/x-python"],
    ["run", "#!/bin/sh\nexit", "text/x-shellscript"],
    ["run", "#!/usr/bin/env -S node --test\n", "text/javascript"],
    ["dates", "BEGIN:VCALENDAR\r\nVERSION:2.0", "text/calendar"],
    ["card", "BEGIN:VCARD\r\nVERSION:3.0", "text/vcard"],
    ["subtitles", "WEBVTT\n\n00:01", "text/vtt"],
    ["change", "diff --git a/x b/x\n", "text/x-diff"],
    ["table", "a,b,c\n1,2,3\n4,5,6\n", "text/csv"],
    ["table", "a\tb\tc\n1\t2\t3\n4\t5\t6\n", "text/tab-separated-values"],
    ["prose", "Well, yes, no\nIf, so, then\nOr, and, but\n", "text/plain"],
  ] as const)("%s: %j is %s", ([name, text, mediaType]) => {
    expect(typeOf(name, text)).toBe(mediaType);
  });

  test.for([
    ["a.py", "<!DOCTYPE html><html>", "text/html"],
    ["a.md", "<div align='center'>\n\n# Title", "text/markdown"],
    ["a.md", "<!DOCTYPE html>", "text/markdown"],
    ["a.json", "WEBVTT - Talk\n\n00:01", "text/vtt"],
    ["a.py", "BEGIN:VCALENDAR\r\nVERSION:2.0", "text/calendar"],
    ["a.md", "BEGIN:VCARD is the first line of a card", "text/markdown"],
    ["a.php", "<html><?php echo 1 ?>", "text/x-php"],
    ["a.vue", "<template>", "text/x-vue"],
    ["a.xml", '<?xml version="1.0"?><a/>', "application/xml"],
    ["a.xsl", '<?xml version="1.0"?><svg/>', "image/svg+xml"],
    ["a.ipynb", '{"cells": []}', "application/x-ipynb+json"],
    ["a.ipynb", '\n\t{"cells": []}', "application/x-ipynb+json"],
    ["a.ipynb", "just words", "text/plain"],
    ["a.ipynb", "[1, 2]", "application/json"],
    ["a.ipynb", "", "text/plain"],
    ["a.svg", "just words", "text/plain"],
    ["a.svg", "<nobody-knows>", "image/svg+xml"],
    ["a.rtf", "just words", "text/plain"],
    ["a.rtf", " {\\rtf1}", "application/rtf"],
    ["a.rtf", "{\\b a fragment}", "text/plain"],
    ["a.geojson", '{"type": "Feature"}', "application/geo+json"],
    ["a.txt", '{"a": 1}', "application/json"],
    ["a.txt", "a,b,c\n1,2,3\n4,5,6\n", "text/plain"],
    ["a.csv", "just words", "text/csv"],
    ["a.png", "just words", "text/plain"],
    ["a.eml", "Subject: no more\n\nbody", "message/rfc822"],
    ["a.c", "From: x\nTo: y\n\n", "message/rfc822"],
  ] as const)("%s with %j is %s: a name decides only what the bytes leave open", ([name, text, mediaType]) => {
    expect(typeOf(name, text)).toBe(mediaType);
  });
});

describe("the start of JSON", () => {
  const values = fc.oneof(
    fc.array(fc.jsonValue(), { minLength: 1 }),
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
  );

  test("is recognised wherever the window cuts it", () => {
    fc.assert(
      fc.property(values, fc.nat(), fc.boolean(), (value, seed, isIndented) => {
        const text = JSON.stringify(value, undefined, isIndented ? 2 : 0);
        fc.pre(!/[\u007f-\u009f]/.test(text));
        const start = text.slice(0, 2 + (seed % (text.length - 1)));
        fc.pre(start.trimEnd().length > 1);
        return jsonShapeOf(text, true) === "value" && jsonShapeOf(start, start === text) === "value";
      }),
      { seed: 13, numRuns: 600 },
    );
  });

  test("is not seen in what does not parse", () => {
    const almost = fc.string({
      unit: fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "1", "a", " ", "\n", "\\"),
      maxLength: 14,
    });
    fc.assert(
      fc.property(almost, (text) => {
        if (jsonShapeOf(text, true) !== "value") return true;
        return JSON.parse(text) !== undefined;
      }),
      { seed: 17, numRuns: 3000 },
    );
  });

  test.for(["[", "{", "{}x", '"text"', "12", "nullify", "[}", '{"a"}', "[1,]", "{a:1}", ""])("is not %j", (text) => {
    expect(jsonShapeOf(text, true)).toBeUndefined();
  });
});

describe("hostile starts", () => {
  const long = 4096;

  test.for([
    ["comments", "<!--".repeat(long / 4)],
    ["empty comments", "<!---->".repeat(long / 7)],
    ["brackets", "[".repeat(long)],
    ["quotes", '{"'.repeat(long / 2)],
    ["backslashes", `{"${"\\".repeat(long)}`],
    ["tags", "<a ".repeat(long / 3)],
    ["fields", "X-A: b\n".repeat(long / 7)],
    ["commas", ",".repeat(long)],
    ["spaces", " ".repeat(long)],
    ["numbers", "1".repeat(long)],
  ] as const)("of %s end", ([, text]) => {
    for (const isWhole of [true, false]) expect(textTypeOf({ name: "a", text, isWhole }).mediaType).toMatch(/\//);
  });

  test("give no type where there is nothing to tell", () => {
    expect(markupTypeOf("<")).toBeUndefined();
    expect(mailTypeOf("")).toBeUndefined();
    expect(separatedTypeOf("", true)).toBeUndefined();
    expect(separatedTypeOf("a,b,c\n1,2,3\n4,5", false)).toBeUndefined();
  });
});
