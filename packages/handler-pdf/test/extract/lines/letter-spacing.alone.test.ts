import { describe, expect, it, test } from "vitest";
import type { FlatSpan } from "@reader/pdf-pages/lines";
import { joinSpacedLetters } from "@reader/pdf-pages/lines";
import { readsLikeWords } from "@reader/pdf-pages/lines";
import { buildPdf } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

async function textOf(content: string): Promise<string> {
  const { text } = await readPdfBytes(
    buildPdf({ pages: [{ content: `BT /F 12 Tf 72 700 Td ${content} ET` }] }),
    asText,
  );
  return text.trim();
}

/** Shows every letter separately, with gaps between letters and between words in thousandths of an em. */
function placed(text: string, letterGap: number, wordGap: number): string {
  const parts = Array.from(text, (sign) => (sign === " " ? `${-wordGap}` : `(${sign}) ${-letterGap}`));
  return `[${parts.join(" ")}] TJ`;
}

describe("letter-spaced words are joined", () => {
  test.for([
    ["with spaces between the letters", "(T e c h n o l o g y) Tj"],
    ["with spacing of characters", "6 Tc (Technology) Tj"],
    ["with every letter in a place of its own", placed("Technology", 600, 0)],
    ["in capitals", "(T E C H N O L O G Y) Tj"],
  ] as const)("%s", async ([, content]) => {
    expect((await textOf(content)).toLowerCase()).toBe("technology");
  });

  test.for([
    ["by wider spaces", "(A n n u a l   R e p o r t   2 0 2 4) Tj"],
    ["by spacing of characters", "5 Tc (Annual Report 2024) Tj"],
    ["by places", placed("Annual Report 2024", 400, 700)],
  ] as const)("and split %s", async ([, content]) => {
    expect(await textOf(content)).toBe("Annual Report 2024");
  });

  it("beside other text", async () => {
    expect(await textOf("(S u m m a r y) Tj 0 -40 Td (It is done, a b c and all.) Tj")).toBe(
      "Summary\n\nIt is done, a b c and all.",
    );
  });
});

describe("single characters keep their distance", () => {
  test.for([
    ["options", "(a b c d e f) Tj", "a b c d e f"],
    ["figures", "(1 2 3 4 5 6 7) Tj", "1 2 3 4 5 6 7"],
    ["few of them", "(x o x o) Tj", "x o x o"],
    ["unevenly set ones", "[(T) -400 (e) -900 (c) -500 (h) -700 (n) -450 (o)] TJ", "T e c h n o"],
  ] as const)("%s", async ([, content, expected]) => {
    expect((await textOf(content)).replaceAll(/\s+/gu, " ")).toBe(expected);
  });
});

describe("if the characters of a line are not read one by one", () => {
  const font = { name: "F", family: "serif", weight: "normal", style: "normal", size: 120 };
  const spanOf = (text: string): FlatSpan => ({
    span: { wmode: 0, bbox: { x: 0, y: 0, w: 1000, h: 120 }, font, x: 0, y: 100, text },
    block: 1,
    tag: undefined,
  });
  const refuse = (): never => {
    throw new Error("The signs of a page were read.");
  };

  test.for(["a word", ". . . . . . . . . .", "1 2 3 4 5 6 7", "a b"])("%s", (text) => {
    const spans = [spanOf(text)];
    expect(joinSpacedLetters(spans, refuse)).toBe(spans);
  });

  it("is not if they may form a word", () => {
    expect(() => joinSpacedLetters([spanOf("T e c h n o l o g y")], refuse)).toThrow("were read");
  });
});

test.for([
  ["Technology", true],
  ["Περιεχόμενα", true],
  ["Содержание", true],
  ["BCDFGHK", false],
  ["Q W E R T Y", false],
  ["ABCD", false],
  ["x1y2z3", false],
  ["目次目次目次", false],
] as const)("%s reads like words: %s", ([text, expected]) => {
  expect(readsLikeWords(text)).toBe(expected);
});
