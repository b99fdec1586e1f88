import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asText, messagesOf, readPdfBytes } from "../reading.ts";

function fileOf(name: string): Uint8Array {
  return readFileSync(new URL(`files/${name}.pdf`, import.meta.url));
}

async function textOf(name: string): Promise<string> {
  const { text } = await readPdfBytes(fileOf(name), asText);
  return text;
}

test("numbers in the digits of Arabic keep the order of their digits", async () => {
  const text = await textOf("arabic-numbers-by-chromium");
  expect(text).toContain("الرقم ١٢٣ نهاية");
  expect(text).toContain("السعر ٢٫٥ مليون");
  expect(text).toContain("تاريخ ٠٧/٠٥/٢٠٢٤ تمام");
  expect(text).toContain("قیمت ۱۲۳ و ۲٫۵ تومان");
});

test("letters with marks stay in their words, and the words in their order", async () => {
  const text = await textOf("arabic-marks-by-chromium");
  expect(text).toContain("كان أيضًا جدًا هنا");
  expect(text).toContain("وُلد أحرارًا معًا");
});

test("the ligature of lam and alef is told from the article where a word processor printed it", async () => {
  expect(await textOf("right-to-left-by-libreoffice")).toContain("لا إلا الإسلام.");
});

test("signs, numbers and English words stand where they are read in Hebrew and Persian", async () => {
  const text = await textOf("right-to-left-by-libreoffice");
  expect(text).toContain("12,345 ילדים (ראו עמוד 7) ב-Tel Aviv וגם 50% מהם.");
  expect(text).toContain("(المادة 1). الرقم ١٢٣ و 456 و PDF 2.0");
  expect(text).toContain("قیمت ۲٫۵ میلیون تومان (۵۰٪).");
});

test.for([
  ["nested-list-by-chromium", "its tags name the lists inside of lists"],
  ["nested-list-by-libreoffice", "its tags put them side by side"],
])("%s keeps each mark and depth: %s", async ([name = ""]) => {
  expect(await textOf(name)).toContain("- one\n  - one a\n  - one b\n- two");
});

test.for(["japanese-with-lost-letters-by-ghostscript", "arabic-with-lost-letters-by-ghostscript"])(
  "%s is shown as an image, for its layer has other letters than its page",
  async (name) => {
    const { events } = await readPdfBytes(fileOf(name));
    expect(events.filter((event) => event.type === "image")).toHaveLength(1);
    expect(messagesOf(events).join(" ")).toContain("has a garbled text layer");
  },
);
