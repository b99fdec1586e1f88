import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { corpusPath, hasCorpus } from "../corpus/corpus.ts";
import { hostileFiles } from "../corpus/hostile-files.ts";
import { isBinary } from "../../src/text/encoding/is-binary.ts";
import { sniff } from "../../src/detect/sniff.ts";
import type { Sniff } from "../../src/contract/source.ts";

interface Look extends Sniff {
  readonly askedBytes: number;
  readonly head: Uint8Array;
}

/** Sniffs a file on disk, counting what is read beyond its head. */
async function look(path: string): Promise<Look> {
  const descriptor = openSync(path, "r");
  const { size } = fstatSync(descriptor);
  let askedBytes = 0;
  const read = (start: number, end: number): Uint8Array => {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
  };
  const slice = (start: number, end: number): Promise<Uint8Array> => {
    askedBytes += end - start;
    return Promise.resolve(read(start, end));
  };
  const head = read(0, 4096);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const found = await sniff({ head, name, size, slice, handlers: [] });
  closeSync(descriptor);
  return { ...found, askedBytes, head };
}

const openXml =
  /^application\/(?:vnd\.openxmlformats-officedocument|vnd\.ms-.*macroenabled|x-ooxml-encrypted|vnd\.ms-officetheme)/;

/** What each kind of the manifest may be; files of a kind that are something else inside are told as that. */
const expected: Readonly<Record<string, RegExp>> = {
  pdf: /^application\/pdf$/,
  docx: openXml,
  docm: openXml,
  dotx: openXml,
  xlsx: openXml,
  xlsm: openXml,
  xlsb: openXml,
  pptx: openXml,
  doc: /^application\/msword$/,
  xls: /^application\/vnd\.ms-excel$/,
  ppt: /^application\/(?:vnd\.ms-powerpoint|x-ooxml-encrypted)$/,
  msg: /^application\/vnd\.ms-outlook$/,
  vsd: /^application\/vnd\.(?:ms-visio\.drawing|visio)$/,
  odt: /^application\/vnd\.oasis\.opendocument\.text$/,
  ods: /^application\/vnd\.oasis\.opendocument\.spreadsheet$/,
  odp: /^application\/vnd\.oasis\.opendocument\.presentation$/,
  epub: /^application\/epub\+zip$/,
  rtf: /^application\/rtf$/,
  html: /^text\/html$/,
  md: /^text\/markdown$/,
  csv: /^text\/csv$/,
  json: /^application\/json$/,
  ipynb: /^application\/x-ipynb\+json$/,
  xml: /xml$/,
  eml: /^message\/rfc822$/,
  mbox: /^application\/mbox$/,
  svg: /^image\/svg\+xml$/,
  png: /^image\/png$/,
  jpg: /^image\/jpeg$/,
  gif: /^image\/gif$/,
  webp: /^image\/webp$/,
  tif: /^image\/tiff$/,
  bmp: /^image\/bmp$/,
  zip: /^application\/zip$/,
  gz: /^application\/gzip$/,
  tar: /^application\/x-tar$/,
  bz2: /^application\/x-bzip2$/,
  "7z": /^application\/x-7z-compressed$/,
  mp3: /^audio\/mpeg$/,
  mp4: /^video\/mp4$/,
  one: /^application\/onenote$/,
  chm: /^application\/vnd\.ms-htmlhelp$/,
  txt: /^text\/plain$/,
};

interface Entry {
  readonly file: string;
  readonly kind: string;
}

function documents(): readonly Entry[] {
  const value: unknown = JSON.parse(readFileSync(`${corpusPath}documents/manifest.json`, "utf8"));
  if (!Array.isArray(value)) throw new Error("The manifest is no list.");
  return value.map((entry: { file: string; kind: string }) => ({
    file: entry.file.replace(/^dev\//, ""),
    kind: entry.kind,
  }));
}

describe.skipIf(!hasCorpus)("the corpus of real documents (skipped without the corpus)", () => {
  test("is recognised by its bytes, all but a few, within a bounded number of bytes", async () => {
    const misses: string[] = [];
    let known = 0;
    for (const { file, kind } of documents()) {
      const found = await look(`${corpusPath}documents/${file}`);
      expect(found.askedBytes, file).toBeLessThanOrEqual(256 * 1024);
      const pattern = expected[kind];
      if (pattern === undefined) continue;
      known += 1;
      if (!pattern.test(found.mediaType)) misses.push(`${file}: ${found.mediaType}`);
    }
    expect(known).toBeGreaterThan(1200);
    // One is EBCDIC, one WordPerfect 4.2 without a signature.
    expect(misses.length, misses.join("\n")).toBeLessThanOrEqual(3);
  });

  test("raises no false alarm about names", async () => {
    const alarms: string[] = [];
    for (const { file } of documents()) {
      const { disagreement, mediaType } = await look(`${corpusPath}documents/${file}`);
      if (disagreement !== undefined) alarms.push(`${file}: ${mediaType}`);
    }
    // It is called a document and holds a theme alone.
    expect(alarms.filter((alarm) => !alarm.includes("stress025.docx"))).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)("the hostile corpus (skipped without the corpus)", () => {
  test("is recognised without failing, within a bounded number of bytes, and the same by the public test for binary data", async () => {
    for (const { file } of hostileFiles()) {
      const found = await look(`${corpusPath}hostile/${file}`);
      expect(found.mediaType, file).toMatch(/^[a-z]+\/[\w.+-]+$/);
      expect(found.askedBytes, file).toBeLessThanOrEqual(256 * 1024);
      // Between text with holes and a damaged archive, the name decides, which `isBinary` does not have.
      const isDecidedByName = found.by === "none" && file.endsWith(".tar");
      if (["text", "name", "none"].includes(found.by) && !isDecidedByName) {
        expect(isBinary(found.head), file).toBe(found.text === undefined);
      }
    }
  });

  test("of PDF files is recognised as PDF, however damaged", async () => {
    for (const { file } of hostileFiles().filter(({ family }) => family.startsWith("pdf-"))) {
      expect((await look(`${corpusPath}hostile/${file}`)).mediaType, file).toBe("application/pdf");
    }
  });
});
