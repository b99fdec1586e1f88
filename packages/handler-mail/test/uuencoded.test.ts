import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { mail } from "../src/index.ts";
import { splitUuencoded } from "../src/parse/uuencoded.ts";
import { lines } from "./fixture-files.ts";

const fox = "The quick brown fox jumps over the lazy dog, and goes on and on.\nÄ second line.\n";

/** What `uuencode` of GNU sharutils 4.15 writes of it. */
const encoded = [
  "begin 644 my fox.txt",
  "M5&AE('%U:6-K(&)R;W=N(&9O>\"!J=6UP<R!O=F5R('1H92!L87IY(&1O9RP@",
  'D86YD(&=O97,@;VX@86YD(&]N+@K#A"!S96-O;F0@;&EN92X*',
  "`",
  "end",
];
const encodedInBase64 = [
  "begin-base64 644 fox.txt",
  "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIHRoZSBsYXp5IGRvZywg",
  "YW5kIGdvZXMgb24gYW5kIG9uLgrDhCBzZWNvbmQgbGluZS4K",
  "====",
];

function shown(content: string, request: object = {}): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { "/x.eml": content } });
  const reader = createReader({ handlers: [mail()], fileSystem, roots: ["/"] });
  return reader.read({ path: "x.eml", ...request }).then(renderText);
}

const head = ["From: a@example.org", "Subject: files", ""];

describe("files in uuencode", () => {
  test("in the text of an old message are attachments", async () => {
    const message = lines(...head, "Here they are:", ...encoded, "", ...encodedInBase64, "Bye.");
    const text = await shown(message);
    expect(text).toContain("attachment/my fox.txt · application/octet-stream · 81 B");
    expect(text).toMatch(
      /Here they are:\n\d+\t\[attached file: my fox\.txt\]\n\d+\t\n\d+\t\[attached file: fox\.txt\]\n\d+\tBye\./,
    );
    for (const name of ["my fox.txt", "attachment/fox.txt"]) {
      expect(await shown(message, { select: name })).toContain("Ä second line.");
    }
  });

  test("are read if mail programs cut off the spaces, and if there is a checksum", () => {
    const spaces = encoded.map((line) => (line === "`" ? "" : line)).map((line, at) => (at === 1 ? `${line}9` : line));
    expect(contents(spaces.join("\n"))).toEqual([fox]);
    expect(contents(["begin 600 nul", "#", "", "end"].join("\n"))).toEqual(["\0\0\0"]);
  });

  test("that are a part with this transfer encoding are decoded", async () => {
    const part = [
      "--b",
      "Content-Type: application/octet-stream; name=fox.txt",
      "Content-Transfer-Encoding: x-uuencode",
      "",
    ];
    const type = 'Content-Type: multipart/mixed; boundary="b"';
    const message = lines("MIME-Version: 1.0", type, ...head, ...part, ...encoded, "", "--b--");
    expect(await shown(message, { select: "fox.txt" })).toContain("Ä second line.");
  });

  test("whose end is missing are damaged", async () => {
    const text = await shown(lines(...head, "Here:", ...encoded.slice(0, 3)));
    expect(text).toContain("attachment/my fox.txt · application/octet-stream · damaged");
    const cut = [...encoded.slice(0, 3), "M5&AE``"].join("\n");
    expect(splitUuencoded(cut).files).toEqual([{ name: "my fox.txt", bytes: undefined }]);
  });

  test.for([
    ["words", "begin 644 times\nand then again\nend"],
    ["capitals without an end", "begin 644 THINGS\nAND SO ON\nAND ON"],
    ["a line in capitals", "begin 100 DAYS\nSTOP THE PRESSES\nend"],
    ["a line in capitals with a grave accent, and an empty one", "begin 100 DAYS\nSTOP `THE` PRESSES\n\nend"],
    ["two lines without anything between them", "begin 600 x\nend"],
    ["two lines with an empty one between them", "begin 600 x\n\nend"],
    ["a file with a line of other characters", encoded.toSpliced(2, 1, "{not encoded}").join("\n")],
  ] as const)("are not seen in %s", ([, text]) => {
    expect(splitUuencoded(text)).toEqual({ text, files: [] });
  });

  test("take time in proportion to the length of the text", () => {
    const long = `begin 644 a${" ".repeat(300_000)}b\n`;
    const text = `${long}${"begin 644 x\n".repeat(200_000)}${`${encoded[1]}\n`.repeat(20_000)}`;
    expect(splitUuencoded(text).files).toHaveLength(1);
  });

  test("beyond the thousandth stay text", () => {
    const file = "begin 644 a\n#````\n`\nend";
    const { text, files } = splitUuencoded(Array.from({ length: 1002 }, () => file).join("\n"));
    expect(files).toHaveLength(1000);
    expect(text.endsWith(`[attached file: a]\n${file}\n${file}`)).toBe(true);
  });
});

function contents(text: string): readonly string[] {
  return splitUuencoded(text).files.map(({ bytes }) => new TextDecoder().decode(bytes));
}

describe("text in ISO-2022-JP that nothing declares", () => {
  const japanese = "\u001b$B$3$s$K$A$O@$3&\u001b(B";

  test.for([
    ["without a charset", ["From: a@example.org", "Subject: x"]],
    ["as ASCII", ["From: a@example.org", "Subject: x", "Content-Type: text/plain; charset=us-ascii"]],
  ] as const)("is decoded in a message %s", async ([, fields]) => {
    expect(await shown(lines(...fields, "", japanese))).toContain("こんにちは世界");
  });

  test("is decoded in quoted-printable, and in a subject", async () => {
    const fields = ["From: a@example.org", `Subject: ${japanese}`, "Content-Transfer-Encoding: quoted-printable"];
    const text = await shown(lines(...fields, "", japanese.replaceAll("\u001b", "=1B")));
    expect(text).toContain("Subject: こんにちは世界");
    expect(text.match(/こんにちは世界/g)).toHaveLength(2);
  });

  test.for([
    ["UTF-8", "Content-Type: text/plain; charset=utf-8"],
    ["nothing", "X-Mailer: x"],
  ] as const)("is not seen in text beyond ASCII that declares %s", async ([, field]) => {
    const fields = ["From: a@example.org", `Subject: Grüße ${japanese}`, field];
    const text = await shown(lines(...fields, "", `Schöne Grüße ${japanese}`));
    expect(text).toContain("Subject: Grüße");
    expect(text).toContain("Schöne Grüße");
  });

  test.for([
    ["without an end", "Press \u001b$B3 to pay 30 $B."],
    ["that the decoder does not know", "\u001b$(D3$s$K\u001b(B and more"],
  ] as const)("is not seen in escape sequences %s", async ([, body]) => {
    expect(await shown(lines(...head, body))).toContain(body.slice(-9));
    expect(await shown(lines(...head, body))).not.toContain("\u{fffd}");
  });

  test("is not seen in the colours of a terminal", async () => {
    expect(await shown(lines(...head, "\u001b[31mred\u001b[0m"))).toContain("red");
  });
});
