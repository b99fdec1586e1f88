import {
  type HandlerContext,
  type HandlerEvent,
  type Json,
  notice,
  type Notice,
  quoted,
  ReadError,
} from "@reader/core/handler";

/** Maximum number of files that a notice lists. */
const maxListed = 10;

/** Maximum number of files that `info` lists. */
const maxNames = 100;

/** Returns a notice that lists the embedded files and says how to read them, if there are any. */
export function embeddedNotices(files: readonly EmbeddedFile[]): readonly Notice[] {
  if (files.length === 0) return [];
  const listed = files.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const what = files.length === 1 ? "an embedded file" : "embedded files";
  return [notice(`The document has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}

/** Returns the names of the embedded files, for `info`. */
export function embeddedFacts(files: readonly EmbeddedFile[]): Readonly<Record<string, Json>> {
  return files.length === 0 ? {} : { embeddedFiles: files.slice(0, maxNames).map(({ name }) => name) };
}

/** Returns the events of the file that `select` names, or `undefined` if no file has that name. */
export function embeddedEvents(
  files: readonly EmbeddedFile[],
  context: Pick<HandlerContext, "select" | "nested">,
): AsyncIterable<HandlerEvent> | undefined {
  const asked = context.select?.trim().toLowerCase();
  const file = asked === undefined ? undefined : files.find(({ name }) => name.toLowerCase() === asked);
  if (file === undefined) return undefined;
  return (async function* events() {
    yield* context.nested(file.name, await file.bytes());
  })();
}

/** Returns a function that makes names unique: the second `a.pdf` becomes `a (2).pdf`. */
export function createFileNames(): (name: string) => string {
  const taken = new Set<string>();
  const nextCounts = new Map<string, number>();
  return (wanted) => {
    const line = wanted.replace(/\s+/g, " ").trim();
    const key = line.toLowerCase();
    let name = line;
    let count = nextCounts.get(key) ?? 2;
    for (; taken.has(name.toLowerCase()); count += 1) {
      name = line.replace(/(\.[^.]*)?$/, ` (${count})$1`);
    }
    nextCounts.set(key, count);
    taken.add(name.toLowerCase());
    return name;
  };
}

/** A file embedded in a document. */
export interface EmbeddedFile {
  /** The name that selects it. */
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

/**
 * Returns `undefined` if loading one part fails because it is corrupt, unsupported or a decompression bomb. The rest of
 * the document is still read.
 */
export async function skipUnreadablePart<Value>(wanted: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await wanted();
  } catch (error) {
    if (ReadError.is(error) && isOfOnePart(error)) return undefined;
    throw error;
  }
}

function isOfOnePart({ code, details }: ReadError): boolean {
  return code === "corrupt" || code === "unsupported-type" || details?.limit?.name === "inflationRatio";
}
