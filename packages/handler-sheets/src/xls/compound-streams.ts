import type { MacroStreams } from "@reader/office-kit/vba";
import type { CompoundFile } from "./engine.ts";

/** The bytes of a stream of the root storage, by its name without regard to capitals; undefined where there is none. */
export function streamOf(file: CompoundFile, name: string): Uint8Array | undefined {
  const content = file.FileIndex[indexOf(file, name)]?.content;
  return content === undefined ? undefined : Uint8Array.from(content);
}

/** The same file with other bytes in a stream of the root storage. */
export function withStream(file: CompoundFile, name: string, content: Uint8Array): CompoundFile {
  const changed = indexOf(file, name);
  const entries = file.FileIndex.map((entry, index) =>
    index === changed ? { ...entry, content, size: content.length } : entry,
  );
  return { ...file, FileIndex: entries };
}

/** What the library makes cells of, and by what it knows that a file is encrypted. */
const cellStreams: ReadonlySet<string> = new Set([
  "workbook",
  "book",
  "encryption",
  "perfectoffice_main",
  "nativecontent_main",
  "mn0",
]);

/**
 * The same file without the streams that have no cells. The library counts by the word of property sets how many values
 * they have, so that damage in them keeps it busy until memory ends.
 */
export function onlyCells(file: CompoundFile): CompoundFile {
  const kept = [...file.FullPaths.entries()].filter(
    ([index, path]) => index === 0 || cellStreams.has(path.slice(path.indexOf("/") + 1).toLowerCase()),
  );
  return {
    ...file,
    FullPaths: kept.map(([, path]) => path),
    FileIndex: kept.map(([index]) => file.FileIndex[index] ?? {}),
  };
}

/** The same streams by their paths without the root. */
export function streamsOf(file: CompoundFile): MacroStreams {
  return {
    names: file.FullPaths.map((path) => path.slice(path.indexOf("/") + 1)),
    stream: (name) => streamOf(file, name),
  };
}

function indexOf({ FullPaths: paths }: CompoundFile, name: string): number {
  const wanted = `/${name.toLowerCase()}`;
  return paths.findIndex((path) => {
    const slash = path.indexOf("/");
    return slash >= 0 && path.slice(slash).toLowerCase() === wanted;
  });
}

/** Whether there are streams of macros in it ([MS-OVBA] 2.2.1). */
export function hasMacroStreams({ FullPaths: paths }: CompoundFile): boolean {
  return paths.some((path) => /\/_VBA_PROJECT(?:_CUR)?(?:\/|$)/i.test(path));
}
