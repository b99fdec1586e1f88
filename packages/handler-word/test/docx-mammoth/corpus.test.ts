import { memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { openPackage } from "@reader/office-kit/package";
import { loadMammoth } from "../../src/docx/mammoth/load-mammoth.ts";
import { htmlOf, publishedOf } from "./documents.ts";
import { corpusBytes, corpusFiles, corpusFolders, hasCorpus } from "../support/corpus.ts";

/** Files that mammoth as it is published is too slow for here; one of them unpacks to 600 MB. */
const maxBytes = 150_000;

describe.skipIf(!hasCorpus)("every Word document of the corpus (skipped without the corpus)", () => {
  test("gives the HTML of mammoth as it is published, byte for byte", async () => {
    const differing: string[] = [];
    let same = 0;
    for (const name of corpusFiles(/\.do[ct][xm]$/i, corpusFolders)) {
      const bytes = corpusBytes(name);
      if (bytes.length > maxBytes) continue;
      const expected = await publishedOf(bytes);
      // What mammoth cannot read we may read all the same.
      if (expected.startsWith("fails: ")) continue;
      if ((await ourHtml(name, bytes)) === expected) same += 1;
      else differing.push(name);
    }
    expect(differing).toEqual([]);
    expect(same).toBeGreaterThan(200);
  });
});

async function ourHtml(name: string, bytes: Uint8Array): Promise<string> {
  try {
    const parts = await openPackage(memorySource(name, bytes), mockContext());
    const names = parts.zip.entries.map((entry) => entry.name);
    return await htmlOf(await loadMammoth(), { names, part: (part) => parts.bytes(part) });
  } catch (error) {
    return `fails: ${String(error)}`;
  }
}
