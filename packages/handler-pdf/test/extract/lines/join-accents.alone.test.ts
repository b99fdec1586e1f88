import { describe, expect, test } from "vitest";
import { buildPdf } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

/** Helvetica with the accents of TeX fonts and dotless letters, by name. */
const encoding = "/Differences [1 /grave /acute /circumflex /caron /dieresis /cedilla /dotlessi]";
const accents = `/Font << /A << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << ${encoding} >> >> >>`;

async function textOf(content: string): Promise<string> {
  const page = { content: `BT /A 12 Tf 72 700 Td ${content} ET`, resources: accents };
  return (await readPdfBytes(buildPdf({ pages: [page] }), asText)).text.trim();
}

/** An accent as TeX paints it: the next letter is moved back under it. */
const over = (accent: string, letter: string): string => `(${accent}) 333 (${letter})`;

describe("accents painted over letters", () => {
  test.for([
    ["umlauts", `[(M) ${over("\\005", "u")} (ller)] TJ`, "Müller"],
    ["acutes and graves", `[${over("\\002", "e")} (t) ${over("\\001", "a")}] TJ`, "étà"],
    ["letters without a dot", `[(Garc) ${over("\\002", "\\007")} (a)] TJ`, "García"],
    ["a cedilla behind its letter", "[(S) 333 (\\006) (ahin)] TJ", "Şahin"],
    ["a caron on a capital", `[${over("\\004", "S")} (varc)] TJ`, "Švarc"],
  ] as const)("are joined with it: %s", async ([, content, expected]) => {
    expect(await textOf(content)).toBe(expected);
  });

  test.for([
    ["for apostrophes", "(it\\002s l\\002ami) Tj", "it´s l´ami"],
    ["for quotes", "(a \\001word\\001 here) Tj", "a `word` here"],
    ["over signs that have no such letter", `[${over("\\005", "q")}] TJ`, "¨q"],
  ] as const)("stay %s", async ([, content, expected]) => {
    expect(await textOf(content)).toBe(expected);
  });
});
