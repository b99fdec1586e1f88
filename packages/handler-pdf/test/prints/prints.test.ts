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

test("the verses of sheet music are in order, without its notes", async () => {
  const text = await textOf("song-by-lilypond");
  expect(text).toContain("The ri ver runs be hind the mill and ne ver rests by night or day\n");
  expect(text).not.toContain("\uFFFD");
});

test("badges in frames are read one after the other", async () => {
  const text = await textOf("badges-by-pdftex");
  expect(text).not.toContain("|");
  expect(text).toMatch(
    /Boris Novak\s+University of Ghent\s+Guest\s+# Clara Lindt\s+Port of Turin\s+Staff\s+# David Moreau/u,
  );
});

test("numbers in Arabic digits keep the order of their digits", async () => {
  const text = await textOf("arabic-numbers-by-chromium");
  expect(text).toContain("الرقم ١٢٣ نهاية");
  expect(text).toContain("السعر ٢٫٥ مليون");
  expect(text).toContain("تاريخ ٠٧/٠٥/٢٠٢٤ تمام");
  expect(text).toContain("قیمت ۱۲۳ و ۲٫۵ تومان");
});

test("letters with marks stay in their words, in order", async () => {
  const text = await textOf("arabic-marks-by-chromium");
  expect(text).toContain("كان أيضًا جدًا هنا");
  expect(text).toContain("وُلد أحرارًا معًا");
});

test("syllables of India and Burma with one ActualText keep each character once", async () => {
  const text = await textOf("syllables-by-chromium");
  expect(text).toContain("विद्यार्थियों ने परीक्षा दी, जिनमें से उत्तीर्ण हुए।");
  expect(text).toContain("সকলেরই মর্যাদা এবং স্বাধীনভাবে ভ্রাতৃত্ব।");
  expect(text).toContain("တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် ရှိကြ၍");
});

test("words are separated even if only gaps separate them, also in Vietnamese and Korean", async () => {
  const text = await textOf("spaces-by-xetex");
  expect(text).toContain("Tất cả mọi người sinh ra đều được tự do về nhân phẩm ở Huế.");
  expect(text).toContain("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.");
});

test("a Hebrew line painted from the left stays whole, with its punctuation in place", async () => {
  expect((await textOf("hebrew-by-cairo")).trim()).toBe(
    'בשנת 2023 נסעו ברכבת (לפי Report) מיליון. לפרטים, "דואל" או info@example.org היום.',
  );
});

test("the lam-alef ligature is distinguished from the article in a print of a word processor", async () => {
  expect(await textOf("right-to-left-by-libreoffice")).toContain("لا إلا الإسلام.");
});

test("the letters of ligatures in a tagged print are in order", async () => {
  expect(await textOf("arabic-ligatures-by-libreoffice")).toContain("\nلا إلا الإسلام، ومحمد بحر الحجاز.\n");
});

test("punctuation, numbers and English words are in reading order in Hebrew and Persian", async () => {
  const text = await textOf("right-to-left-by-libreoffice");
  expect(text).toContain("12,345 ילדים (ראו עמוד 7) ב-Tel Aviv וגם 50% מהם.");
  expect(text).toContain("(المادة 1). الرقم ١٢٣ و 456 و PDF 2.0");
  expect(text).toContain("قیمت ۲٫۵ میلیون تومان (۵۰٪).");
});

test("a map that gives the text of several glyphs to one of them is replaced by what the font says", async () => {
  const text = await textOf("scripts-by-weasyprint");
  expect(text).toContain("يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.");
  expect(text).toContain("כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.");
  expect(text).toContain("உரிமைகளிலும் ஒருவருடனொருவர் சகோதர உணர்வு வேண்டும்.");
  expect(text).toContain("সমস্ত মানুষ স্বাধীনভাবে সমান অধিকার নিয়ে জন্মগ্রহণ করে।".normalize("NFC"));
});

test("spaces and full stops of another font than the words are in their places", async () => {
  expect(await textOf("tamil-by-libreoffice")).toContain("அவர்கள் ஒருவருடனொருவர் சகோதர உணர்வுப் பாங்கில்");
  const malayalam = "അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചിട്ടുള്ളവരാണ്. അന്യോന്യം ഭ്രാതൃഭാവത്തോടെ പെരുമാറുവാനാണ്.";
  expect(await textOf("malayalam-by-libreoffice")).toContain(malayalam);
});

test("a Hebrew paragraph that is aligned at the left stays whole", async () => {
  const paragraphs = (await textOf("hebrew-by-libreoffice"))
    .split("\n")
    .filter((line) => /[\u05D0-\u05EA]/u.test(line));
  expect(paragraphs).toHaveLength(2);
  expect(paragraphs[0]).toMatch(/ובמצפון, לפיכך חובה .* ולביטחון אישי\.$/u);
});

test.for([
  ["nested-list-by-chromium", "its tags name the lists inside of lists"],
  ["nested-list-by-libreoffice", "its tags put them side by side"],
  ["nested-list-by-ghostscript", "its marks are discs and rings, painted in tenths of a point"],
])("%s keeps each marker and depth: %s", async ([name = ""]) => {
  expect(await textOf(name)).toContain("- one\n  - one a\n  - one b\n- two");
});

test("markers painted after all words of a list precede their items", async () => {
  expect(await textOf("nested-list-by-weasyprint")).toContain(
    "- one\n  - one a\n  - one b\n- two\n1. first\n2. second\n\nAfter the lists.",
  );
});

test("code in a font that only its name identifies as monospaced keeps lines and indentation", async () => {
  expect(await textOf("code-by-asciidoctor")).toContain(
    "```\nserver:\n  tls:\n    port: 8080\nlimits:\n  - small\n```",
  );
});

test.for(["japanese-with-lost-letters-by-ghostscript", "arabic-with-lost-letters-by-ghostscript"])(
  "%s is shown as an image, because its layer differs from the page",
  async (name) => {
    const { events } = await readPdfBytes(fileOf(name));
    expect(events.filter((event) => event.type === "image")).toHaveLength(1);
    expect(messagesOf(events).join(" ")).toContain("has a garbled text layer");
  },
);

test("tables with lines in tenths of a point stay two, without other text", async () => {
  expect(await textOf("two-tables-by-ghostscript")).toContain(
    "|port|8080|Port|\n\nTable 2. Second\n\n|Item|Count|\n|---|---|\n|Bulbs|10|\n|Wire|3|\n\nAfter the tables.",
  );
});

test("a table that continues over pages keeps its heads, and the rest of a divided row is in its columns", async () => {
  const text = await textOf("table-with-cut-rows-by-libreoffice");
  expect(text.match(/^\|Port\|Remarks\|State\|\n\|---\|---\|---\|$/gmu)).toHaveLength(3);
  expect(text).toMatch(/^\|\|was written down in full\.\|\|\n\|Oslo\|Remark 17 /mu);
});

test("rows at the top of a page are not the head of another table", async () => {
  const bytes = fileOf("table-without-repeated-head-by-chromium");
  const headless = /^\|\|\|\|\n\|---\|---\|---\|\n\|\w+\|Remark \d+ in a few words\.\|/mu;
  expect((await readPdfBytes(bytes, asText)).text).toMatch(headless);
  const second = await readPdfBytes(bytes, { ...asText, pages: [{ first: 2, last: 2 }] });
  expect(second.text).toMatch(headless);
});

test("footnote marks and exponents are separated from the digits beside them", async () => {
  for (const name of ["table-with-cut-rows-by-libreoffice", "table-without-repeated-head-by-chromium"]) {
    expect(await textOf(name)).toMatch(/2003¹ .*10⁶ m²\./u);
  }
});
