import type { OutputFiles } from "../files/output-files.ts";
import { stagedPath } from "../journal/layout.ts";
import type { Receipt } from "../journal/records.ts";
import type { RunState } from "../journal/replay.ts";
import type { DocumentOutput, FinishedDocument } from "./document-output.ts";
import { StagedFile } from "./staged-file.ts";

/** How documents become parts. */
export interface PartsFormat {
  /** The extension of parts, such as `jsonl`. */
  readonly extension: string;
  /** Returns the lines of a document, each with a line feed; an empty text if it has none. */
  readonly encode: (document: FinishedDocument) => string;
}

/** Options of parts. */
export interface PartsOptions {
  /** A part of this size is complete. */
  readonly partBytes: number;
  /** Called when a part has its final name. */
  readonly onRoll: (file: string) => Promise<void>;
}

/** Writes documents to parts that grow in the folder of the run, and get their names when they are complete. */
export async function createPartsOutput(
  files: OutputFiles,
  format: PartsFormat,
  { state, partBytes, onRoll }: PartsOptions & { readonly state: RunState },
): Promise<DocumentOutput> {
  let number = state.rolled.size;
  const nameOf = (part: number): string => `part-${String(part).padStart(5, "0")}.${format.extension}`;
  const open = (): StagedFile => new StagedFile(files, nameOf(number), state.ends.get(nameOf(number)) ?? 0);
  if (await wasRenamed(files, open())) {
    await onRoll(nameOf(number));
    number += 1;
  }
  let part = open();
  const roll = async (): Promise<void> => {
    await part.finish();
    await onRoll(part.name);
    number += 1;
    part = open();
  };
  return {
    async write(documents) {
      const receipts: (Receipt | undefined)[] = [...(await part.append(documents.map(format.encode)))];
      return receipts;
    },
    async sync() {
      await part.sync();
      if (part.size >= partBytes) await roll();
    },
    async finish() {
      if (part.size > 0) await roll();
    },
    close: () => part.close(),
  };
}

/** True if a part got its final name, but the process ended before the journal knew. */
async function wasRenamed(files: OutputFiles, part: StagedFile): Promise<boolean> {
  if (part.size === 0 || (await files.size(stagedPath(part.name))) !== undefined) return false;
  return (await files.size(part.name)) === part.size;
}
