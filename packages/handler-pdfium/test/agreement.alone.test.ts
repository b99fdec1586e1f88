import { readFileSync } from "node:fs";
import { ReadError, textOnly } from "@reader/core";
import { bitFlips, collect, type Collected } from "@reader/testkit";
import { expect, test } from "vitest";
import { loadPdfium } from "../src/engine/engine.ts";
import { pdfium } from "../src/index.ts";

/** Prints of real programs, which the tests of the other PDF handler read too. */
const prints = new URL("../../handler-pdf/test/prints/files/", import.meta.url);

function fileOf(name: string): Uint8Array {
  return readFileSync(new URL(`${name}.pdf`, prints));
}

function readBytes(bytes: Uint8Array): Promise<Collected> {
  return collect(pdfium(), bytes, { name: "input.pdf", capabilities: textOnly });
}

async function textOf(name: string): Promise<string> {
  const { text, error } = await readBytes(fileOf(name));
  expect(error).toBeUndefined();
  return text;
}

test.for(["chromium", "libreoffice", "weasyprint", "ghostscript"])(
  "the items of a list by %s are nested",
  async (by) => {
    expect(await textOf(`nested-list-by-${by}`)).toContain("- one\n  - one a\n  - one b\n- two");
  },
);

test("tables with a head are tables", async () => {
  const text = await textOf("two-tables-by-ghostscript");
  expect(text.match(/^\|(?:---\|)+$/gm)?.length).toBe(2);
});

test("numbers in Arabic digits keep the order of their digits", async () => {
  const text = await textOf("arabic-numbers-by-chromium");
  expect(text).toContain("الرقم ١٢٣ نهاية");
  expect(text).toContain("تاريخ ٠٧/٠٥/٢٠٢٤ تمام");
});

test("words that only gaps separate are separated", async () => {
  expect(await textOf("spaces-by-xetex")).toContain("Tất cả mọi người sinh ra đều được tự do về nhân phẩm ở Huế.");
});

test("what a document takes of the engine's memory is freed", async () => {
  const bytes = fileOf("nested-list-by-libreoffice");
  const readSome = async (): Promise<number> => {
    for (let count = 0; count < 20; count += 1) await readBytes(bytes);
    return (await loadPdfium()).pdfium.HEAPU8.length;
  };
  const before = await readSome();
  expect(await readSome()).toBe(before);
});

test("a damaged file gives text or an error of the file", async () => {
  const whole = fileOf("nested-list-by-weasyprint");
  for (const bytes of bitFlips(whole, { seed: 20, count: 40, flips: 3 })) {
    const { error } = await readBytes(bytes);
    expect(error === undefined || ReadError.is(error), String(error)).toBe(true);
  }
});

test("the letters of a ligature keep their order", async () => {
  expect(await textOf("right-to-left-by-libreoffice")).toContain("لا إلا الإسلام.");
});

test("words whose letters are painted from right to left are turned only once", async () => {
  expect(await textOf("arabic-by-cairo")).toContain("كتاب جديد على رف قديم");
});

test("raised and lowered characters stay on their line", async () => {
  expect(await textOf("raised-characters-by-weasyprint")).toContain("E = mc2 and H2O, with a note1 at the end.");
});

test("cells between which a program paints no rules are cells", async () => {
  const text = await textOf("table-without-rules-by-libreoffice");
  expect(text).toContain("|Name|2020|2021|\n|---|---|---|\n|Apples|12|15|\n|Pears|7|9|");
});

test("words are separated in scripts whose spaces a program paints apart", async () => {
  expect(await textOf("malayalam-by-libreoffice")).toContain("ஒருவருடனொருவர் சகோதர உணர்வுப் பாங்கில்");
});

test("the symbols and accents of TeX are those of the page", async () => {
  const text = await textOf("formulas-by-pdftex");
  for (const sign of ["Renée Müller", "∑", "∏", "∫", "≠"]) expect(text).toContain(sign);
});

test("punctuation follows the word before it in right-to-left lines with tags", async () => {
  expect(await textOf("hebrew-by-chromium")).toContain("שלום עולם, זה ספר על השולחן עם 123 דפים.");
});

test("a map that leaves out letters is filled by what the font says, in the order in which they are read", async () => {
  const text = await textOf("scripts-by-weasyprint");
  expect(text).toContain("يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق");
  expect(text.split("جميع")).toHaveLength(2);
  expect(text).toContain("כל בני האדם נולדו בני חורין");
  expect(text).toContain("உரிமைகளிலும் ஒருவருடனொருவர் சகோதர உணர்வு வேண்டும்.");
  expect(text).toContain("সমস্ত মানুষ স্বাধীনভাবে সমান অধিকার");
});
