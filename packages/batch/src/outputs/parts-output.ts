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
  /** Writes a complete part from its lines, and syncs it. Absent if the lines are the part. */
  readonly convert?: (files: OutputFiles, lines: string, target: string) => Promise<void>;
}

/** Options of parts. */
export interface PartsOptions {
  /** A part of this size is complete. */
  readonly partBytes: number;
  /** Called when a part has its final name. The journal knows it for good when the call resolves. */
  readonly onRoll: (file: string) => Promise<void>;
}

/** Writes documents to parts that grow in the folder of the run, and get their names when they are complete. */
export async function createPartsOutput(
  files: OutputFiles,
  format: PartsFormat,
  { state, partBytes, onRoll }: PartsOptions & { readonly state: RunState },
): Promise<DocumentOutput> {
  let number = state.rolled.size;
  const open = (): StagedFile => {
    const name = nameOf(number, format.convert === undefined ? format.extension : "jsonl");
    return new StagedFile(files, name, state.ends.get(name) ?? 0);
  };
  let part = open();
  const onFinished = async (): Promise<void> => {
    await onRoll(part.name);
    // The lines are kept until the journal says that they are not needed any more.
    if (format.convert !== undefined) await files.remove(stagedPath(part.name));
    number += 1;
    part = open();
  };
  const roll = async (): Promise<void> => {
    if (format.convert === undefined) await part.finish();
    else await convertPart(files, part, { convert: format.convert, name: nameOf(number, format.extension) });
    await onFinished();
  };
  await removeConverted(files, format, number - 1);
  if (await wasRenamed(files, part)) await onFinished();
  else if (format.convert !== undefined && part.size > 0 && (await hasPart(files, nameOf(number, format.extension)))) {
    await roll();
  }
  return {
    async write(documents) {
      const receipts: (Receipt | undefined)[] = [...(await part.append(documents.map(format.encode)))];
      return receipts;
    },
    sync: () => part.sync(),
    async rollIfFull() {
      if (part.size >= partBytes) await roll();
    },
    async finish() {
      if (part.size > 0) await roll();
    },
    close: () => part.close(),
  };
}

function nameOf(part: number, extension: string): string {
  return `part-${String(part).padStart(5, "0")}.${extension}`;
}

interface Conversion {
  readonly convert: NonNullable<PartsFormat["convert"]>;
  /** The final name. */
  readonly name: string;
}

async function convertPart(files: OutputFiles, part: StagedFile, { convert, name }: Conversion): Promise<void> {
  await part.seal();
  await convert(files, stagedPath(part.name), stagedPath(name));
  await files.rename(stagedPath(name), name);
}

/** Removes the lines of a part whose process ended before it could. */
async function removeConverted(files: OutputFiles, { convert }: PartsFormat, last: number): Promise<void> {
  if (convert === undefined || last < 0) return;
  const lines = stagedPath(nameOf(last, "jsonl"));
  if ((await files.size(lines)) !== undefined) await files.remove(lines);
}

/** True if a part has its final name, but the journal does not know. It is converted again, from what the journal knows. */
async function hasPart(files: OutputFiles, name: string): Promise<boolean> {
  return (await files.size(name)) !== undefined;
}

/** True if a part got its final name, but the process ended before the journal knew. */
async function wasRenamed(files: OutputFiles, part: StagedFile): Promise<boolean> {
  if (part.size === 0 || (await files.size(stagedPath(part.name))) !== undefined) return false;
  return (await files.size(part.name)) === part.size;
}
