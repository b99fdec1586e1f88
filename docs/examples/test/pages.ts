import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the repository, with a slash at its end. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/** A page of the documentation. */
export interface Page {
  /** From the top of the repository. */
  readonly path: string;
  readonly content: string;
}

/** A fenced block of code: ```` ```language purpose ````. */
export interface Block {
  readonly page: string;
  /** The line of its first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  /** The text after the language, or "". */
  readonly purpose: string;
  readonly code: string;
}

/** As long as it needs to be: a block that holds a fence has a longer one. */
const fence = /^(`{3,})(\w+)?(?: ([^\n`]+))?\n(.*?)^\1$/gms;

const patterns = [
  "*.md",
  "docs/examples/programs/README.md",
  "docs/*.md",
  "docs/decisions/*.md",
  "docs/site/README.md",
  "packages/*/README.md",
  "apps/*/README.md",
];

/** Every page that people read, in the order of their paths. */
export function readPages(): readonly Page[] {
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  return paths.toSorted().map((path) => ({ path, content: readFileSync(join(root, path), "utf8") }));
}

/** The fenced blocks of a page, in order. */
export function blocksOf({ path, content }: Page): readonly Block[] {
  const blocks: Block[] = [];
  for (const { 0: whole, 2: language = "", 3: purpose = "", 4: code = "", index } of content.matchAll(fence)) {
    const line = content.slice(0, index + whole.indexOf("\n") + 1).split("\n").length;
    blocks.push({ page: path, line, language, purpose: purpose.trim(), code });
  }
  return blocks;
}

/** A page without its blocks of code. */
export function proseOf({ content }: Page): string {
  return content.replace(fence, "");
}
