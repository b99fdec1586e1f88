import { ReadError, type Source } from "@reader/core/handler";

/** Errors of the source, such as an abort, which are no faults of the file. */
export interface Faults {
  readonly path: string;
  readonly ofSource: Set<unknown>;
}

/** The part of a source that formats with a directory read. */
export type ByteSource = Pick<Source, "path" | "size" | "slice">;

/** Remembers the errors of a source, so that they are not taken for faults of the file. */
export function guardSource(source: Source): { readonly source: ByteSource; readonly faults: Faults } {
  const { path, size } = source;
  const faults: Faults = { path, ofSource: new Set() };
  const slice = (start: number, end: number): Promise<Uint8Array> =>
    source.slice(start, end).catch((error: unknown) => {
      faults.ofSource.add(error);
      throw error;
    });
  return { source: { path, size, slice }, faults };
}

/** Creates the error of a damaged file. */
export function damaged(path: string, why: string): ReadError {
  return new ReadError("corrupt", `${path} is damaged: ${why}.`, { hint: "Ask the user for a sound copy." });
}

/** What the JavaScript engine says of a read beyond the end of bytes, an impossible length, or endless nesting. */
const engineFault =
  /^(?:Offset is outside|Start offset|Invalid (?:typed )?array|Array buffer allocation|Maximum call stack)/;

/** Parsing libraries throw plain errors for damaged files; words of the JavaScript engine are replaced. */
export function faultOf(error: unknown, { path, ofSource }: Faults): unknown {
  if (ofSource.has(error) || ReadError.is(error) || !(error instanceof Error) || error.name === "AbortError") {
    return error;
  }
  if (error instanceof TypeError || engineFault.test(error.message)) {
    return damaged(path, "its parts contradict each other, or lie outside the file");
  }
  return damaged(path, error.message.replaceAll(/\s+/g, " ").replace(/\.$/, "").slice(0, 200));
}
