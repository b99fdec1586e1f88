import { ReadError } from "@reader/core";
import { text } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { readWord, textOfWord } from "./reading-docx.ts";
import { paragraph, run } from "./word-builder.ts";

const chunk = '<w:altChunk r:id="chunk"/>';
const body = paragraph(run("before")) + chunk + paragraph(run("after"));
const documentOf = (name: string, content: string | Uint8Array): Parameters<typeof textOfWord>[0] => ({
  body,
  links: [["chunk", "aFChunk", name]],
  parts: { [`word/${name}`]: content },
});

describe("documents that stand inside a document", () => {
  test.for<readonly [string, string, string | Uint8Array]>([
    ["HTML", "a.html", "<html><p>In <b>it</b>"],
    ["HTML of an old encoding", "a.htm", new TextEncoder().encode('<meta charset="latin1"><p>In <b>it</b>')],
    [
      "HTML in UTF-16",
      "a.html",
      new Uint8Array(
        [0xff, 0xfe, ...Uint8Array.from("<p>In <b>it</b>", (character) => character.charCodeAt(0))].flatMap(
          (byte, at) => (at < 2 ? [byte] : [byte, 0]),
        ),
      ),
    ],
    [
      "a web archive",
      "a.mht",
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="=x"\r\n\r\n--=x\r\nContent-Type: image/png\r\n\r\nzz\r\n--=x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>I=\r\nn <b>it=3C/b></p>\r\n--=x--'.replace(
        "=3C/b>",
        "</b>",
      ),
    ],
    [
      "a web archive in base64",
      "a.mht",
      `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa("<p>In <b>it</b>")}`,
    ],
  ])("are shown in their place: %s", async ([, name, content]) => {
    expect(await textOfWord(documentOf(name, content))).toBe("before\n\nIn **it**\n\nafter\n");
  });

  test("are read by whichever handler takes them", async () => {
    const nested = async function* (name: string): AsyncGenerator<ReturnType<typeof text>> {
      yield text(`inside ${name}\n`);
    };
    expect(await textOfWord(documentOf("a.rtf", "{\\rtf1 x}"), { nested })).toBe("before\n\ninside a.rtf\n\nafter\n");
  });

  test("do not cost the text around them", async () => {
    // oxlint-disable-next-line require-yield
    const nested = async function* (): AsyncGenerator<never> {
      throw new ReadError("corrupt", "It is damaged.");
    };
    const { text: words, notices } = await readWord(documentOf("a.rtf", "{"), { nested });
    expect(words).toBe("before\n\n\nafter\n");
    expect(notices).toEqual(["A document inside this one could not be read: It is damaged."]);
  });

  test("are never fetched", async () => {
    expect(await textOfWord({ body, links: [["chunk", "aFChunk", "http://bad.example/a.html"]] })).toBe(
      "Outside reference, not opened: aFChunk: http://bad.example/a.html\n\nbefore\n\nafter\n",
    );
    expect(await textOfWord({ body, links: [["chunk", "aFChunk", "gone.html"]] })).toBe("before\n\n\nafter\n");
  });
});
