import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { resolveEncoding } from "../../../src/text/encoding/encoding-labels.ts";
import { openDecoder } from "../../../src/text/encoding/encodings.ts";
import { findOtherEncoding } from "../../../src/text/encoding/other-encoding.ts";
import { expectResult, readerOf } from "../../reader/support.ts";
import { concat, latin1, noise, utf8 } from "../../detect/support.ts";
import { samples } from "./samples.ts";

const ascii = "GET /index.html 200 12 ms\n".repeat(4000);
const chinese = "今天天气很好，我们一起去公园散步吧。";
const korean = "오늘은 날씨가 아주 좋아서 공원으로 산책을 가려고 합니다";

function lowered(text: string, encoding: string): string {
  return String.fromCharCode(...iconv.encode(text, encoding).map((byte) => byte & 0x7f));
}

async function noticesOf(bytes: Uint8Array, request: object = {}): Promise<readonly unknown[]> {
  const reader = await readerOf({ "a.log": bytes });
  return expectResult(await reader.read({ path: "a.log", ...request })).notices;
}

describe("an encoding with shifts that starts behind the first bytes", () => {
  test.for([
    ["hz-gb-2312", `~{${lowered(chinese, "gb2312")}~}`],
    ["iso-2022-kr", `\u001b$)C\u000e${lowered(korean, "euc-kr")}\u000f`],
    ["iso-2022-kr", `Subject: \u000e${lowered(korean, "euc-kr")}\u000f`],
    ["iso-2022-jp", "\u001b$B$3$s$K$A$O\u001b(B"],
  ] as const)("is reported in every window that shows it: %s", async ([other, words]) => {
    const bytes = utf8(`${ascii}${words}\n${ascii}`);
    const expected = { code: "mixed-encodings", encoding: "utf-8", other, lines: "4001" };
    expect(await noticesOf(bytes, { offset: 3990, limit: 30 })).toContainEqual(expect.objectContaining(expected));
    expect(await noticesOf(bytes, { offset: 4001, limit: 1 })).toContainEqual(expect.objectContaining(expected));
    expect(await noticesOf(bytes, { offset: 1, limit: 30 })).toEqual([]);
  });

  test("is reported in the answer with the whole file, which is read in several pieces", async () => {
    const bytes = utf8(`${ascii}~{${lowered(chinese, "gb2312")}~}\n${ascii}`);
    const budget = { maxLines: 10_000, maxBytes: 1_000_000, maxTokens: 1_000_000 };
    const reader = await readerOf({ "a.log": bytes }, { budget });
    const { notices, status } = expectResult(await reader.read("a.log"));
    expect(status).toBe("complete");
    expect(notices).toMatchObject([{ code: "mixed-encodings", other: "hz-gb-2312", lines: "4001" }]);
  });

  test("is not seen in source code", () => {
    const lines = ["const pattern = /~{2,}~}/;", "https://example.com/~{user}/~}index", "\u001b[31mred\u001b[0m $B"];
    expect(findOtherEncoding(lines, "utf-8")).toBeUndefined();
  });
});

describe("lines of UTF-8 in a text of a legacy encoding", () => {
  test("are reported where they are shown", async () => {
    const head = latin1("le gar\u00e7on a re\u00e7u une lettre, d\u00e9j\u00e0 vu\n".repeat(200));
    const tail = utf8("“größer” – naïve\nplain\nÁ la carte – déjà vu\n");
    const notices = await noticesOf(concat(head, tail), { offset: 195 });
    const expected = { code: "mixed-encodings", encoding: "windows-1252", other: "utf-8", lines: "201, 203" };
    expect(notices).toContainEqual(expect.objectContaining(expected));
    expect(await noticesOf(concat(head, tail), { offset: 201, encoding: "utf-8" })).toEqual([]);
  });

  test.for([
    ["koi8-r", "Привет, мир! Как дела? Это проверка текста.\n", "mixed-encodings"],
    // The pairs of these encodings hide where characters of three bytes begin.
    ["gb18030", `${chinese}\n`, "replacement-characters"],
    ["shift_jis", "これは日本語の文章です。とても長い文章です。\n", "replacement-characters"],
  ] as const)("are reported behind %s", async ([encoding, words, code]) => {
    const head = new Uint8Array(iconv.encode(words.repeat(200), encoding));
    const notices = await noticesOf(concat(head, utf8(words)), { offset: 198 });
    expect(notices).toContainEqual(expect.objectContaining({ code, encoding, lines: "201" }));
  });

  test.for(["x-mac-cyrillic", "macintosh", "koi8-u"])(
    "are found in %s whatever characters their bytes stand for",
    async (encoding) => {
      // ж has the byte B6, Т A2, ю 8E, о BE, Ю AE, н BD, ۀ DB.
      const line = (await openDecoder(encoding)).decode(utf8("Тихо живут Юноны ۀ"));
      expect(findOtherEncoding([line], encoding)).toEqual({ encoding: "utf-8", lines: [0] });
    },
  );

  const texts = samples.flatMap(({ language, encodings, short, long }) =>
    encodings.map((encoding) => ({ language, encoding, lines: [...long.split("\n"), short, long.toUpperCase()] })),
  );
  test.for(texts)("are not seen in $language in $encoding, nor in any piece of it", ({ encoding, lines }) => {
    const pieces = lines.flatMap((line) =>
      Array.from({ length: line.length }, (_, start) => [line.slice(start, start + 12), line.slice(start, start + 40)]),
    );
    for (const piece of [lines, ...pieces])
      expect(findOtherEncoding(piece, resolveEncoding(encoding) ?? ""), piece[0]).toBeUndefined();
  });
});

test("noise behind an ASCII start is shown as what could not be decoded", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const high = noise(2000, seed).map((byte) => byte | 0x80);
    const notices = await noticesOf(concat(utf8(ascii), high, utf8(`\n${ascii}`)), { offset: 3990, limit: 30 });
    expect(notices).toContainEqual(expect.objectContaining({ code: "replacement-characters", encoding: "utf-8" }));
  }
});
