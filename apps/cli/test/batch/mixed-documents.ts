import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentRecord } from "@reader/batch";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

/**
 * A fixture of every third format, each of which starts a process whenever it is read, and generated text, CSV, Markdown,
 * JSON and binary files and mails. Mails are read in a process, so that a kill at any moment may hit one.
 */
export function makeMixedDocuments(target: string, count: number): void {
  const folderOf = (path: string): string => dirname(dirname(path));
  const all = globSync("*/*/input.*", { cwd: fixtures }).toSorted();
  // The hostile database computes for seconds until its limits end it.
  const paths = all.filter((path) => folderOf(path) !== "duckdb");
  // Sorted, the fixtures of a format are neighbours.
  const firsts = paths.filter((path, at) => folderOf(paths[at - 1] ?? "") !== folderOf(path));
  const sample = firsts.filter((_, at) => at % 3 === 0);
  for (const path of sample) {
    mkdirSync(join(target, path, ".."), { recursive: true });
    cpSync(join(fixtures, path), join(target, path));
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
  for (let at = 0; at < count - sample.length; at += 1) {
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
