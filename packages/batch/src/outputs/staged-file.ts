import type { AppendFile, OutputFiles } from "../files/output-files.ts";
import { stagedPath } from "../journal/layout.ts";
import type { Receipt } from "../journal/records.ts";
import { checksum } from "./document-output.ts";

const encoder = new TextEncoder();

/** A file that grows in the folder of the run until it is complete. */
export class StagedFile {
  readonly name: string;
  readonly #files: OutputFiles;
  /** The size up to which the journal knows the file. Everything after it is cut off. */
  readonly #knownSize: number;
  #file: AppendFile | undefined;

  constructor(files: OutputFiles, name: string, knownSize: number) {
    this.#files = files;
    this.name = name;
    this.#knownSize = knownSize;
  }

  /** Size in bytes. */
  get size(): number {
    return this.#file?.size ?? this.#knownSize;
  }

  /** Appends texts with one write, and returns where each is; `undefined` for an empty one. */
  async append(texts: readonly string[]): Promise<readonly (Receipt | undefined)[]> {
    if (texts.every((text) => text === "")) return texts.map(() => undefined);
    const file = (this.#file ??= await this.#files.append(stagedPath(this.name), this.#knownSize));
    const pieces = texts.map((text) => encoder.encode(text));
    let start = file.size;
    await file.append(joined(pieces));
    return pieces.map((piece) => {
      if (piece.length === 0) return undefined;
      const end = start + piece.length;
      const receipt = { file: this.name, start, end, crc: checksum(piece) };
      start = end;
      return receipt;
    });
  }

  /** Makes the file survive a loss of power. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  /** Gives the file its final name, cut to what the journal knows. */
  async finish(): Promise<void> {
    await this.seal();
    await this.#files.rename(stagedPath(this.name), this.name);
  }

  /** Cuts the file to what the journal knows, syncs it, and closes it. */
  async seal(): Promise<void> {
    const file = (this.#file ??= await this.#files.append(stagedPath(this.name), this.#knownSize));
    await file.sync();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
