import {
  type HandlerContext,
  type HandlerEvent,
  type Json,
  notice,
  type Notice,
  quoted,
  ReadError,
} from "@reader/core/handler";

/** Files that a notice names. */
const maxListed = 10;

/** Files that `info` names. */
const maxNames = 100;

/** Says which files are inside a document, and how they are read; nothing where there are none. */
export function embeddedNotices(files: readonly EmbeddedFile[]): readonly Notice[] {
  if (files.length === 0) return [];
  const listed = files.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const what = files.length === 1 ? "an embedded file" : "embedded files";
  return [notice(`The document has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}

/** The same for `info`. */
export function embeddedFacts(files: readonly EmbeddedFile[]): Readonly<Record<string, Json>> {
  return files.length === 0 ? {} : { embeddedFiles: files.slice(0, maxNames).map(({ name }) => name) };
}

/** The events of the file that `select` names; undefined where no file has that name. */
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

/** Names that no other has: the second `a.pdf` is called `a (2).pdf`. */
export function createFileNames(): (name: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const line = wanted.replace(/\s+/g, " ").trim();
    let name = line;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = line.replace(/(\.[^.]*)?$/, ` (${count})$1`);
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

/** A file inside a workbook. */
export interface EmbeddedFile {
  /** By which it is selected. */
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

/** A damaged picture, or one that is a bomb, does not cost what stands around it: undefined for its fault. */
export async function unlessOfOnePart<Value>(wanted: () => Promise<Value>): Promise<Value | undefined> {
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
