import { readFileSync } from "node:fs";
import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { iwork } from "../src/index.ts";
import { corpus, corpusFiles, hasCorpus } from "./support/corpus.ts";
import { readBytes } from "./support/read-bytes.ts";

describe("a workbook that SheetJS writes from a document of Numbers", () => {
  test("is read cell by cell, over several tiles", async () => {
    // The types of the package take the module for the default export of a module of CommonJS.
    const numbers = Object.values(await import("@e965/xlsx/dist/xlsx.zahl.mjs"))
      .map(String)
      .join("");
    const book = utils.book_new();
    const rows = Array.from({ length: 300 }, (_, at) => [`row ${at + 1}`, at + 0.5, at % 2 === 0]);
    utils.book_append_sheet(book, utils.aoa_to_sheet([["Name", "Value", "Even"], ...rows]), "Long");
    const bytes: unknown = write(book, { bookType: "numbers", type: "array", numbers });
    if (!(bytes instanceof ArrayBuffer)) throw new TypeError("SheetJS wrote no bytes.");
    const { text, error } = await readBytes(iwork(), new Uint8Array(bytes), { name: "long.numbers" });
    expect(error).toBeUndefined();
    expect(text).toContain("Table 1 A1:C301:");
    expect(text).toContain("|2|row 1|0.5|TRUE|\n");
    expect(text).toContain("|301|row 300|299.5|FALSE|\n");
  });
});

describe.skipIf(!hasCorpus)("documents of the corpus (skipped without the corpus)", () => {
  const files = corpusFiles(/\.(?:pages|numbers|key)$/);

  test("are read, or are encrypted", async () => {
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) {
      const { text, error } = await readBytes(iwork(), readFileSync(new URL(file, corpus)), { name: file });
      const isLocked = /pwd|password/i.test(file);
      expect(error?.slice(0, 9), file).toBe(isLocked ? "encrypted" : undefined);
      if (!isLocked) expect(text.trim().length, file).toBeGreaterThan(10);
    }
  });

  test("say the same in both generations of the format", async () => {
    const read = async (name: RegExp): Promise<string> => {
      const file = files.find((each) => name.test(each)) ?? "";
      return (await readBytes(iwork(), readFileSync(new URL(file, corpus)))).text;
    };
    const [older, newer] = [await read(/pages_iwork09\.pages$/), await read(/pages_2013\.pages$/)];
    const words = older.slice(older.indexOf("Sample pages document")).replaceAll(/\[page \d+\]\n/g, "");
    expect(newer).toBe(words);
  });
});
