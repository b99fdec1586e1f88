import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { base64, lines, redSquare } from "./fixture-files.ts";
import { corpus, hasCorpus } from "./support/corpus.ts";

const decoder = new TextDecoder();

/** Reads one file in memory, and returns what a model sees. */
async function shown(name: string, content: string | Uint8Array, request: object = {}): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  const reader = createReader({ handlers: [mail()], fileSystem, roots: ["/"] });
  return renderText(await reader.read({ path: name, ...request }));
}

const head = ["From: ada@example.org", "To: bob@example.org", "Date: Mon, 5 Jan 2026 10:00:00 +0000"];

describe("nested messages", () => {
  /** A message in a message, and so on. */
  function nest(depth: number): string {
    const before: string[] = [];
    for (let level = 0; level < depth; level += 1)
      before.push(...head, `Subject: level ${level}`, "Content-Type: message/rfc822", "");
    return lines(...before, ...head, "Subject: the last", "", "at the bottom");
  }

  test("are attachments, and each is read on its own", async () => {
    const name = "attachment 1.eml";
    const text = await shown("x.eml", nest(2), { select: `attachment/${name}/attachment/${name}` });
    expect(text).toContain("Subject: the last");
    expect(text).toContain("at the bottom");
  });

  test("of a thousand levels show the first, and a selection ends at the limit on depth", async () => {
    expect(await shown("x.eml", nest(1000))).toContain("attachment/attachment 1.eml · message/rfc822");
    const select = Array.from({ length: 1000 }, () => "attachment/attachment 1.eml").join("/");
    expect(await shown("x.eml", nest(1000), { select })).toMatch(/^Error \((?:too-large|invalid-request)\)/);
  });

  test("multiparts of a thousand levels are refused with a typed error", async () => {
    const open = Array.from({ length: 1000 }, (_, level) =>
      lines(`Content-Type: multipart/mixed; boundary="b${level}"`, "", `--b${level}`),
    );
    const text = await shown("x.eml", `${lines(...head).trimEnd()}\r\nSubject: deep\r\n${open.join("")}\r\nend\r\n`);
    expect(text).toMatch(/^Error \(corrupt\): x\.eml has MIME parts or headers beyond the limits/);
  });
});

describe("saved web pages", () => {
  const start = ["From: <Saved by Blink>", "Subject: x", 'Content-Type: multipart/related; boundary="b"', "", "--b"];
  const page = (...fields: readonly string[]): string =>
    lines(...start, "Content-Type: text/html", ...fields, "", "<p>words</p>", "--b--");

  const pngPart = ["Content-Transfer-Encoding: base64", "", base64(redSquare)];

  // The limit is 2 MB, without the line breaks of folded lines.
  test.for([
    ["an address of 5 MB", `Content-Location: https://example.org/${"a".repeat(5_000_000)}`],
    ["an address of 5 MB of spaces", `Content-Location:${" ".repeat(5_000_000)}x`],
    ["a folded address of two million lines", `Content-Location: x${"\r\n y".repeat(2_000_000)}`],
    ["a million lines in the header of a part", "A:b\r\n".repeat(1_000_000).trimEnd()],
    ["a folded field of two million lines", `A: b${"\r\n c".repeat(2_000_000)}`],
  ] as const)("with %s are refused with a typed error", async ([, field]) => {
    const text = await shown("x.mht", page(field));
    expect(text).toMatch(/^Error \(corrupt\): x\.mht has MIME parts or headers beyond the limits/);
  });

  test("refer to an image by its folded address", async () => {
    const image = ["--b", "Content-Type: image/png", "content-location:", " https://example.org/", "\tred.png"];
    const body = ['<img src="https://example.org/red.png" alt="a red square">', ...image, ...pngPart];
    const text = await shown("x.mht", page("X: y", "", ...body));
    expect(text).toContain("![a red square](attachment/attachment 1.png)");
  });

  test("with many fields in the header of a part are shown", async () => {
    expect(await shown("x.mht", page(...Array.from({ length: 9000 }, () => "A: b\r\n c")))).toContain("words");
  });
});

describe("HTML bodies", () => {
  const html = (...body: readonly string[]): string =>
    lines(...head, "Subject: x", "Content-Type: text/html; charset=utf-8", "", ...body);

  test("hidden text that is never closed does not hide the rest", async () => {
    const text = await shown("x.eml", html('<div style="display: none">secret<p>all of it'));
    expect(text).toContain("all of it");
  });

  test("embedded images do not appear as base64", async () => {
    const text = await shown("x.eml", html(`<p>see</p><img src="data:image/png;base64,${base64("x".repeat(900))}">`));
    expect(text).toContain("see");
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100}/);
  });

  test("an empty one falls back to the plain text", async () => {
    const parts = lines(
      ...head,
      "Subject: x",
      'Content-Type: multipart/alternative; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "plain words",
      "--b",
      "Content-Type: text/html",
      "",
      "<html><body><style>p{}</style></body></html>",
      "--b--",
    );
    expect(await shown("x.eml", parts)).toContain("plain words");
  });
});

test.for([
  ["shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"],
  ["koi8-r", [0xf0, 0xd2, 0xc9], "При"],
  ["gb18030", [0xd6, 0xd0, 0xb9, 0xfa], "中国"],
  ["iso-8859-15", [0xa4], "€"],
] as const)("text in %s is decoded", async ([charset, bytes, words]) => {
  const start = lines(
    ...head,
    "Subject: x",
    `Content-Type: text/plain; charset=${charset}`,
    "Content-Transfer-Encoding: base64",
    "",
  );
  expect(await shown("x.eml", start + base64(Uint8Array.from(bytes)))).toContain(words);
});

test("a mailbox is split at chunk ends too", async () => {
  const message = (index: number): string =>
    `From a@b Mon Jan  5 10:00:00 2026\n${head.join("\n")}\nSubject: number ${index}\n\n${"word ".repeat(9000 + index)}\n\n`;
  const mailbox = Array.from({ length: 40 }, (_, index) => message(index + 1)).join("");
  for (const number of [1, 17, 40]) {
    const text = await shown("x.mbox", mailbox, { pages: String(number), limit: 4 });
    expect(text).toContain(`Subject: number ${number}\n`);
  }
  const fileSystem = memoryFileSystem({ entries: { "/x.mbox": mailbox } });
  const info = await createReader({ handlers: [mail()], fileSystem, roots: ["/"] }).info({ path: "x.mbox" });
  expect(info).toMatchObject({ ok: true, facts: { messages: 40 } });
});

describe.skipIf(!hasCorpus)("files of the corpus", () => {
  const folder = new URL("hostile/gofuzz-mail/", corpus);
  const names = hasCorpus ? readdirSync(folder) : [];

  test("that break mail parsers give text or a typed error, never a fault of the handler", async () => {
    for (const name of names) {
      const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
      const text = await shown("x.eml", bytes);
      expect(text, `${name}: ${decoder.decode(bytes.subarray(0, 60))}`).not.toContain("handler-failed");
    }
  });
});
