import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import mammoth from "mammoth";
import { describe, expect, test } from "vitest";
import { docx } from "../../src/index.ts";
import { corpusBytes, corpusFiles, corpusFolders, hasCorpus } from "../support/corpus.ts";
import { readBytes } from "../support/read-bytes.ts";

/** mammoth as it is published is too slow for larger files; one of them unpacks to 600 MB. */
const maxBytes = 150_000;

/** Rows that were typed as paragraphs side by side are split into rows here; mammoth gives them cell by cell. */
const inOtherOrder = /\/IllustrativeCases\.docx$/;

/** The text of mammoth's HTML without its notes, which are elsewhere in ours; `undefined` if mammoth fails. */
async function mammothText(bytes: Uint8Array): Promise<string | undefined> {
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: "" }));
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage });
    return textOfHtml(value);
  } catch {
    return undefined;
  }
}

function textOfHtml(html: string): string {
  return html
    .replace(/<ol><li id="(?:foot|end)note-.*$/s, "")
    .replaceAll(/<sup><a href="#(?:foot|end)note[^>]*>[^<]*<\/a><\/sup>/g, " ")
    .replaceAll(/<\/?(?:strong|em|sup|sub|s|a)\b[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** Our text without marks, deletions and the targets of links. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/\{--.*?--\}|\{\+\+|\+\+\}|\]\([^)]*\)|\*\*|~~|[*`]/gs, "");
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The words of mammoth that do not follow each other in our text. */
async function missingWords(name: string, bytes: Uint8Array): Promise<readonly string[] | undefined> {
  const theirs = await mammothText(bytes);
  if (theirs === undefined) return undefined;
  const { text } = await readBytes(docx(), bytes, { name, select: "hidden" });
  const ours = wordsIn(plainText(text)).join("");
  let at = 0;
  return wordsIn(theirs).filter((word) => {
    const found = ours.indexOf(word, at);
    if (found >= 0) at = found + word.length;
    return found < 0;
  });
}

const fixtures = new URL("../../../../fixtures/docx/", import.meta.url);
const documents = readdirSync(fixtures).filter((folder) => existsSync(new URL(`${folder}/input.docx`, fixtures)));

describe("the words of mammoth, in the same order,", () => {
  test.for(documents)("are in the text of the fixture %s", async (folder) => {
    const path = fileURLToPath(new URL(`${folder}/input.docx`, fixtures));
    expect(await missingWords(path, new Uint8Array(readFileSync(path)))).toEqual([]);
  });

  test.skipIf(!hasCorpus)(
    "are in the text of every Word document of the corpus (skipped without the corpus)",
    async () => {
      const incomplete: string[] = [];
      let complete = 0;
      for (const name of corpusFiles(/\.do[ct][xm]$/i, corpusFolders)) {
        const bytes = corpusBytes(name);
        if (bytes.length > maxBytes || inOtherOrder.test(name)) continue;
        const missing = await missingWords(name, bytes);
        if (missing?.length === 0) complete += 1;
        else if (missing !== undefined) incomplete.push(`${name}: ${missing.slice(0, 10).join(" ")}`);
      }
      expect(incomplete).toEqual([]);
      expect(complete).toBeGreaterThan(200);
    },
  );
});
