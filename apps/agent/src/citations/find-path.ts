import { escapeName } from "@reader/core";
import type { Sighting } from "./sighting.ts";

/**
 * A function that finds the file that a model means among those that were read: by its path, as the model asked for it,
 * or as it was shown to it, without `./`, in any Unicode form; else the only one that ends so, since models like to
 * leave folders out. A folder that the file does not lie in makes it another file.
 */
export function pathFinder(
  sightings: readonly Pick<Sighting, "path" | "asked">[],
): (written: string) => string | undefined {
  const known = new Map<string, string>();
  for (const { path, asked = path } of sightings) {
    for (const name of [asked, escapeName(path)]) known.set(normal(name), path);
  }
  // Last, so that no other name of a file hides it.
  for (const { path } of sightings) known.set(normal(path), path);
  return (written) => {
    const wanted = normal(written);
    const same = known.get(wanted);
    if (same !== undefined || wanted === "") return same;
    const endings = new Set([...known].filter(([name]) => name.endsWith(`/${wanted}`)).map(([, path]) => path));
    return endings.size === 1 ? [...endings][0] : undefined;
  };
}

function normal(path: string): string {
  return path.normalize("NFC").replace(/^(?:\.\/)+/, "");
}
