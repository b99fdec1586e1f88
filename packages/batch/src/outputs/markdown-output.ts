import type { OutputFiles } from "../files/output-files.ts";
import { isAddress } from "../sources/storage.ts";
import type { Receipt } from "../journal/records.ts";
import { checksum, type DocumentOutput, type FinishedDocument, type PlaceName } from "./document-output.ts";
import { mirrorAddress, mirrorNames, mirrorPath } from "./mirror-path.ts";

const encoder = new TextEncoder();

/** Options of Markdown files. */
export interface MarkdownOptions {
  /** The folder whose tree is mirrored, as at the start of the paths; absent if there are several sources. */
  readonly folder?: string | undefined;
  /** The paths of all documents of the run. */
  readonly paths: AsyncIterable<string>;
}

/** Writes a Markdown file for each document, in a tree that mirrors the sources: `docs/a.pdf` becomes `docs/a.pdf.md`. */
export async function createMarkdownOutput(
  files: OutputFiles,
  { folder, paths }: MarkdownOptions,
): Promise<DocumentOutput> {
  const fileOf = await mirrorNames(paths, (path, mark) => {
    const inner = innerPath(path, folder);
    return isAddress(path) ? mirrorAddress(inner, ".md", mark) : mirrorPath(inner, ".md", mark);
  });
  let unsynced: string[] = [];
  const write = async ({ record, sections }: FinishedDocument): Promise<Receipt | undefined> => {
    const file = fileOf(record.path);
    const bytes = encoder.encode(markdownOf({ record, sections }));
    await files.replace(file, bytes);
    unsynced.push(file);
    return { file, start: 0, end: bytes.length, crc: checksum(bytes) };
  };
  return {
    async write(documents) {
      const receipts: (Receipt | undefined)[] = [];
      for (const document of documents) receipts.push(await write(document));
      return receipts;
    },
    async sync() {
      const due = unsynced;
      unsynced = [];
      for (const path of due) {
        const file = await files.append(path);
        await file.sync();
        await file.close();
      }
    },
    rollIfFull: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function innerPath(path: string, folder: string | undefined): string {
  if (folder === undefined || folder === "." || !path.startsWith(`${folder.replace(/\/$/, "")}/`)) return path;
  return path.slice(folder.replace(/\/$/, "").length + 1);
}

/** The text of a document, with a comment at the start of each place and at an end that was cut. */
function markdownOf({ record, sections }: FinishedDocument): string {
  const texts = sections.map(({ text, at }) => (at === undefined ? text : `${comment(placeText(at))}\n\n${text}`));
  const ends = record.status === "complete" ? [] : [comment(`incomplete: ${incompleteText(record)}`)];
  return `${[...texts, ...ends].join("\n\n")}\n`;
}

function placeText({ unit, index, label }: PlaceName): string {
  return label === undefined || label === String(index) ? `${unit} ${index}` : `${unit} ${index} · ${label}`;
}

function incompleteText({ error, stopped }: FinishedDocument["record"]): string {
  if (error !== undefined) return `${error.code}: ${error.message}`;
  return stopped === undefined ? "cut" : `the limit of ${stopped.limit} ${stopped.by}`;
}

/** Labels come from documents: one must not end the comment. */
function comment(text: string): string {
  return `<!-- ${text.replace(/--+>?|\s+/g, " ").replace(/[<>]/g, "")} -->`;
}
