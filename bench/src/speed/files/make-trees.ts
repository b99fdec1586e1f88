import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { folder } from "./bench-data.ts";
import { makeDocx } from "./make-docx.ts";
import { makePdf } from "./make-pdf.ts";
import { makePptx } from "./make-pptx.ts";

/** What is looked for in the trees: every two hundredth text has it, once. */
export const needle = "needle_in_the_tree";

/** 10 000 files of text, 40 MB, in 500 folders; some of them with characters beyond ASCII. */
export function textTree(): string {
  return tree("texts-10000", 10_000, (at) => {
    const name = `${folderOf(at, 20)}/${folderOf(at >> 5, 25)}/file-${at}.${["ts", "md", "txt", "json", "py"][at % 5]}`;
    return [name, textOf(at, 4000)];
  });
}

/** 4500 texts, four of five of them packed with gzip, as the documentation of a Linux system is. */
export function packedTree(): string {
  return tree("packed-4500", 4500, (at) => {
    const name = `package-${at >> 2}/changelog-${at}`;
    const text = textOf(at, 2000 + (at % 40) * 500);
    return at % 5 === 0 ? [name, text] : [`${name}.gz`, gzipSync(text)];
  });
}

/** 150 documents of three kinds, none like another. */
export function documentTree(): string {
  return tree("documents-150", 150, (at) => {
    const name = `${folderOf(at, 5)}/document-${at}`;
    if (at % 3 === 0) return [`${name}.pdf`, makePdf((at % 12) + 1, at)];
    return at % 3 === 1 ? [`${name}.docx`, makeDocx(60_000, at)] : [`${name}.pptx`, makePptx((at % 20) + 1)];
  });
}

/** Returns the path of a tree of files, made the first time. */
function tree(
  name: string,
  count: number,
  file: (at: number) => readonly [path: string, data: string | Uint8Array],
): string {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const part = `${path}.${process.pid}.part`;
  rmSync(part, { recursive: true, force: true });
  for (let at = 0; at < count; at += 1) {
    const [inner, data] = file(at);
    mkdirSync(dirname(join(part, inner)), { recursive: true });
    writeFileSync(join(part, inner), data);
  }
  renameSync(part, path);
  return path;
}

function folderOf(at: number, count: number): string {
  return `folder-${at % count}`;
}

const words =
  "alpha beta gamma request completed connection reset by peer cache miss key user return function value naïve index".split(
    " ",
  );

/** The same words in another order for each number. */
function textOf(at: number, bytes: number): string {
  let seed = at + 1;
  let text = at % 200 === 0 ? `${needle}\n` : "";
  while (text.length < bytes) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${words[(seed >>> 4) % words.length] ?? ""}${(seed >>> 12) % 9 === 0 ? "\n" : " "}`;
  }
  return `${text}\n`;
}
