import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentRecord } from "@reader/batch";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

/** A sound fixture for each of the handlers whose formats differ most. Each starts a process whenever it is read. */
const fixtureOf: Readonly<Record<string, string>> = {
  archive: "archive/tar-gzip/input.tgz",
  data: "data/database/input.sqlite",
  docx: "docx/report/input.docx",
  epub: "epub/pandoc-book/input.epub",
  image: "image/jpeg-photo-with-exif/input.jpg",
  mail: "mail/attachments/input.eml",
  media: "media/mp3/input.mp3",
  notebook: "notebook/analysis/input.ipynb",
  pdf: "pdf/native-two-pages/input.pdf",
  pptx: "pptx/one-slide/input.pptx",
  xlsx: "xlsx/hidden-sheet/input.xlsx",
};

/** The handlers of the sample, in order. */
export const sampledHandlers: readonly string[] = Object.keys(fixtureOf);

/**
 * A sample of fixtures in `sample`, and generated text, CSV, Markdown, JSON and binary files and mails in `generated`. Mails are
 * read in a process, so that a kill at any moment may hit one.
 */
export function makeMixedDocuments(target: string, count: number): void {
  for (const path of Object.values(fixtureOf)) {
    mkdirSync(join(target, "sample", path, ".."), { recursive: true });
    cpSync(join(fixtures, path), join(target, "sample", path));
  }
  const makers: readonly ((at: number) => readonly [extension: string, content: string])[] = [
    (at) => ["txt", `text ${at}\n`.repeat((at % 50) + 1)],
    (at) => ["csv", `id,name\n${Array.from({ length: at % 40 }, (_, row) => `${row},name ${at}\n`).join("")}`],
    (at) => ["md", `# Title ${at}\n\n| a | b |\n|---|---|\n| ${at} | x |\n\n${"words ".repeat(at % 90)}\n`],
    (at) => ["json", JSON.stringify({ id: at, list: Array.from({ length: at % 30 }, (_, each) => each) })],
    (at) => ["bin", `\0\u{1}\u{2}${at}\0`],
    (at) => [
      "eml",
      `From: ann@example.org\nTo: ben@example.org\nSubject: Mail ${at}\n\n${"Hello. ".repeat(at % 50)}\n`,
    ],
  ];
  for (let at = 0; at < count - sampledHandlers.length; at += 1) {
    const [extension = "txt", content = ""] = makers[at % makers.length]?.(at) ?? [];
    const inner = join(target, "generated", String(at % 17));
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `f${at}.${extension}`), content);
  }
}

/** The documents of the parts and failures of an output folder, and of its shards. */
export function recordsIn(folder: string): readonly DocumentRecord[] {
  const names = globSync(["part-*.jsonl", "failures.jsonl", "shard-*/part-*.jsonl", "shard-*/failures.jsonl"], {
    cwd: folder,
  });
  const lines = names.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));
  return lines.map((line) => JSON.parse(line) as DocumentRecord);
}

/** The documents by their paths, without durations. */
export function contentIn(folder: string): ReadonlyMap<string, string> {
  return new Map(recordsIn(folder).map((record) => [record.path, JSON.stringify({ ...record, ms: 0 })]));
}
