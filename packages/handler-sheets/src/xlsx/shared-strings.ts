import { ReadError } from "@reader/core/handler";
import { endOfChunks, isChunk, stringsOf, type StringChunk, type StringPart } from "./string-chunks.ts";
import { createStringTexts } from "./string-texts.ts";

/** The strings that cells of all sheets share. They are unpacked as far as they are needed, and kept packed in bytes. */
export interface SharedStrings {
  /** The string of this number, from 0; undefined where it is not loaded, or there is none. */
  known(index: number): string | undefined;
  /** Loads the strings up to this one, if there are so many. */
  load(index: number): Promise<void>;
  /** Throws what was wrong with the strings; those that could not be loaded are unknown. */
  check(): void;
  /** What is loaded by now. */
  loaded(): LoadedStrings;
}

/** Strings as far as they are loaded, for the next one who reads the same file. */
export interface LoadedStrings {
  readonly chunks: readonly StringChunk[];
  /** Strings that had to be read the careful way; they come after those of the chunks. */
  readonly texts: readonly string[];
  readonly bytes: number;
}

/** Unpacks nothing yet. `kept` are strings that were loaded from the same part before. */
export function createSharedStrings(source: StringPart, kept?: LoadedStrings): SharedStrings {
  const chunks: StringChunk[] = [...(kept?.chunks ?? [])];
  const texts: string[] = [...(kept?.texts ?? [])];
  const decoded = createStringTexts(source.part);
  let chunked = endOfChunks(chunks);
  let iterator: AsyncIterator<StringChunk | readonly string[]> | undefined;
  let loading: Promise<void> = Promise.resolve();
  let failure: ReadError | undefined;

  const more = async (index: number): Promise<void> => {
    if (failure !== undefined) return;
    iterator ??= stringsOf(source, chunked + texts.length)[Symbol.asyncIterator]();
    while (chunked + texts.length <= index) {
      const next = await iterator.next();
      if (next.done === true) return;
      if (isChunk(next.value)) {
        chunks.push(next.value);
        chunked = endOfChunks(chunks);
      } else for (const text of next.value) texts.push(text);
    }
  };
  const keepDamage = (error: unknown): void => {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    failure = new ReadError("corrupt", error.message, { cause: error });
  };
  return {
    known(index) {
      if (!(index >= 0)) return undefined;
      return index < chunked ? decoded.get(chunks, index) : texts[index - chunked];
    },
    load(index) {
      loading = loading.then(() => more(index)).catch(keepDamage);
      return loading;
    },
    check() {
      if (failure !== undefined) throw failure;
    },
    loaded() {
      const bytes = chunks.reduce((sum, { bytes: { length }, starts }) => sum + length + starts.length * 4, 0);
      return { chunks, texts, bytes: texts.reduce((sum, { length }) => sum + length * 2, bytes) };
    },
  };
}
