import type { CompoundFile } from "./engine.ts";

/** The bytes of a stream of the root storage, by its name without regard to capitals; undefined where there is none. */
export function streamOf({ FullPaths: paths, FileIndex: files }: CompoundFile, name: string): Uint8Array | undefined {
  const wanted = `/${name.toLowerCase()}`;
  const index = paths.findIndex((path) => {
    const slash = path.indexOf("/");
    return slash >= 0 && path.slice(slash).toLowerCase() === wanted;
  });
  const content = files[index]?.content;
  return content === undefined ? undefined : Uint8Array.from(content);
}

/** Whether there are streams of macros in it ([MS-OVBA] 2.2.1). */
export function hasMacroStreams({ FullPaths: paths }: CompoundFile): boolean {
  return paths.some((path) => /\/_VBA_PROJECT(?:_CUR)?(?:\/|$)/i.test(path));
}
