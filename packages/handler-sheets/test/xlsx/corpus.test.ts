import { ReadError } from "@reader/core";
import { mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { openPackage } from "@reader/office-kit/package";
import { textOfBytes } from "../../src/sheets/bytes.ts";
import { splitElements } from "../../src/xlsx/split-elements.ts";
import { xlsx } from "../../src/index.ts";
import { readBoth } from "./both-readers.ts";
import { hasCorpus } from "../support/corpus.ts";
import { corpusWorkbooks, type CorpusWorkbook } from "./corpus-workbooks.ts";
import { sourceOf } from "./opening.ts";

/** How reading a workbook ends. */
async function endOf({ bytes }: CorpusWorkbook): Promise<string> {
  try {
    let events = 0;
    for await (const event of xlsx().read(sourceOf(bytes()), mockContext())) events += event.type === "text" ? 1 : 0;
    return events > 0 ? "ok" : "nothing";
  } catch (error) {
    return ReadError.is(error) ? error.code : `untyped: ${String(error)}`;
  }
}

describe.skipIf(!hasCorpus)("every workbook of the corpus (skipped without the corpus)", () => {
  test.for(["documents", "hostile"] as const)("of %s gives a result or a typed error", async (folder) => {
    const odd: unknown[] = [];
    for (const workbook of corpusWorkbooks(folder)) {
      const end = await endOf(workbook);
      if (!["ok", "corrupt", "encrypted", "too-large"].includes(end)) odd.push([workbook.name, end]);
    }
    expect(odd).toEqual([]);
  });

  test("has the same rows with the fast path as with the XML parser", async () => {
    let plain = 0;
    let other = 0;
    for (const { name, bytes } of corpusWorkbooks("documents")) {
      for await (const rows of rowTexts(bytes())) {
        const { quick, careful } = await readBoth(rows);
        if (quick === undefined) other += 1;
        else expect(quick, name).toEqual(careful);
        plain += quick === undefined ? 0 : 1;
      }
    }
    expect(plain).toBeGreaterThan(200);
    expect(other / plain).toBeLessThan(0.02);
  });
});

/** The rows of all sheets, as they stand in the file, where they can be told apart. */
async function* rowTexts(bytes: Uint8Array): AsyncGenerator<string> {
  try {
    const office = await openPackage(sourceOf(bytes), mockContext());
    for (const { name } of office.zip.entries) {
      if (!/worksheets\/[^/]+\.xml$/i.test(name)) continue;
      for await (const section of splitElements(office.stream(name), { start: "<row", container: "<sheetData" })) {
        if (section.kind === "elements") yield textOfBytes(section.bytes);
      }
    }
  } catch (error) {
    if (!ReadError.is(error)) throw error;
  }
}
