import { readFileSync } from "node:fs";
import { corpusPath, hasCorpus } from "./corpus.ts";

/** One hostile file, as its manifest tells of it. */
export interface HostileFile {
  readonly file: string;
  readonly family: string;
  readonly expect: string;
}

/** The hostile files of these families; all without any. */
export function hostileFiles(...families: readonly string[]): readonly HostileFile[] {
  if (!hasCorpus) return [];
  const entries = readFileSync(`${corpusPath}hostile/manifest.jsonl`, "utf8").trim().split("\n");
  return entries.map(parseEntry).filter(({ family }) => families.length === 0 || families.includes(family));
}

function parseEntry(line: string): HostileFile {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null || !("file" in value && "family" in value && "expect" in value)) {
    throw new Error(`not an entry of the manifest: ${line.slice(0, 80)}`);
  }
  return { file: String(value.file), family: String(value.family), expect: String(value.expect) };
}
