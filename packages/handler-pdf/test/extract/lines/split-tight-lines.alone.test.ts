import { describe, expect, test } from "vitest";
import { buildPdf } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

const line = "the words of a line that is much too full for its column";

/** A line with gaps between words, and optionally between letters, in thousandths of an em. */
function set(words: string, wordGap: number, letterGap = 0): string {
  const shown = Array.from(words, (sign) => (sign === " " ? `${-wordGap}` : `(${sign}) ${-letterGap}`));
  return `[${shown.join(" ")}] TJ`;
}

async function textOf(content: string, font = "Helvetica"): Promise<string> {
  const resources = `/Font << /A << /Type /Font /Subtype /Type1 /BaseFont /${font} >> >>`;
  const page = { content: `BT /A 12 Tf 72 700 Td ${content} ET`, resources };
  return (await readPdfBytes(buildPdf({ pages: [page] }), asText)).text.trim();
}

describe("words with the narrowest spaces", () => {
  test.for([105, 120, 149, 200])("are split at gaps of %i thousandths", async (gap) => {
    expect(await textOf(set(line, gap))).toBe(line);
  });

  test("are split in a line that has a wide space too", async () => {
    const full = "it controlled the only way of land access to the fortified city";
    expect(await textOf(`${set(full, 149)} [-300 (here)] TJ`)).toBe(`${full} here`);
  });
});

describe("a long word is kept", () => {
  const word = "Geschwindigkeitsbegrenzungen";

  test("with kerning", async () => {
    expect(await textOf("[(Geschwindig) -50 (keits) -30 (begrenzungen)] TJ")).toBe(word);
  });

  test("with ambiguous gaps", async () => {
    expect(await textOf("[(Geschwindig) -80 (keits) -120 (begrenzungen)] TJ")).toBe(word);
  });

  test("in a monospaced font", async () => {
    expect(await textOf("[(Geschwindig) -120 (keitsbegrenzungen)] TJ", "Courier")).toBe(word);
  });

  test("with gaps between all its letters", async () => {
    expect(await textOf(set(word, 0, 120))).toBe(word);
  });
});
