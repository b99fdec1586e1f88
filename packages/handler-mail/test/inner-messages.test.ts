import { createPolicy, createReader, type Policy } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { lines } from "./fixture-files.ts";

/** Reads a message in memory, and returns what a model sees. */
async function shown(content: string, request: object = {}, policy: Policy = createPolicy({})): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { "/x.eml": content } });
  const reader = createReader({ handlers: [mail()], fileSystem, roots: ["/"], policy });
  return renderText(await reader.read({ path: "x.eml", ...request }));
}

const head = ["From: list@example.org", "Subject: s"];

describe("a piece of a message", () => {
  const piece = (parameters: string, ...body: readonly string[]): string =>
    lines(...head, `Content-Type: message/partial; id="1@example.org"; ${parameters}`, "", ...body);
  const start = piece("number=1; total=3", "From: ada@example.org", "Subject: inner", "", "the words");

  test("that is the first one opens as the start of the message", async () => {
    const text = await shown(start);
    expect(text).toContain("Part: 1 of 3 of a message that was sent in pieces. All of them are needed to read it.");
    expect(text).toContain("attachment/part 1 of 3.eml · message/rfc822");
    expect(await shown(start, { select: "attachment/part 1 of 3.eml" })).toContain("the words");
  });

  test("that is another one is an attachment", async () => {
    const file = piece("number=2;\r\n total=3", "the words of the second piece");
    const text = await shown(file);
    expect(text).toContain("Part: 2 of 3 of a message");
    expect(text).toContain("attachment/part 2 of 3 · message/partial · ");
    expect(text).not.toContain("the words");
    expect(await shown(file, { select: "attachment/part 2 of 3" })).toContain("the words of the second piece");
  });

  test.for(["number=0; total=3", "number=4; total=3"])(
    "that cannot be one is an attachment: %s",
    async (parameters) => {
      const text = await shown(piece(parameters, "x"));
      expect(text).not.toContain("Part:");
      expect(text).toContain("attachment/attachment 1 · message/partial");
    },
  );

  test("need not say how many there are", async () => {
    expect(await shown(piece("number=2", "x"))).toContain("Part: 2 of a message");
  });

  test("without a number is an attachment", async () => {
    const text = await shown(piece("x=y", "x"));
    expect(text).not.toContain("Part:");
    expect(text).toContain("attachment/attachment 1 · message/partial");
  });
});

describe("messages of a digest", () => {
  const digest = (...messages: readonly string[]): string =>
    lines(
      ...head,
      "Content-Type: multipart/digest; boundary=b",
      "",
      ...messages.flatMap((it) => ["--b", "", it]),
      "--b--",
    );
  const inner = lines("From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>", "Subject: Re: a question", "", "words");

  test("are listed with their subjects and senders", async () => {
    const text = await shown(digest(inner, lines("X-Empty: 1", "", "words")));
    expect(text).toMatch(
      /attachment 1\.eml · message\/rfc822 · \d+ B · "Re: a question" · from "Jürgen <j@example\.org>"\n/,
    );
    expect(text).toMatch(/attachment 2\.eml · message\/rfc822 · \d+ B\n/);
  });

  test("have subjects and senders that look like no other facts", async () => {
    const words = Buffer.from("ok · text/plain · 3 B [denied by policy]").toString("base64");
    const text = await shown(digest(lines(`From: =?utf-8?B?${words}?= <a@b.c>`, `Subject: =?utf-8?B?${words}?=`, "")));
    expect(text).toContain('· "ok · text/plain · 3 B [denied by policy]" · from "ok · text/plain');
    expect(text).not.toMatch(/denied by policy\]$/m);
  });

  test("are listed without them, if the policy denies them", async () => {
    const text = await shown(digest(inner), {}, createPolicy({ deny: ["*.eml"], allow: ["x.eml"] }));
    expect(text).not.toContain("a question");
  });

  test("are listed without them, if they have too many levels of parts", async () => {
    const levels = Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n--b${at}`);
    const text = await shown(digest(lines("Subject: deep", ...levels)));
    expect(text).toContain("attachment 1.eml · message/rfc822");
    expect(text).not.toContain("deep");
  });
});
