/** Endings that stand for two. */
const doubleEndings: readonly (readonly [RegExp, string])[] = [
  [/\.svgz$/i, ".svg"],
  [/\.(?:tgz|tbz2?|txz|tzst)$/i, ".tar"],
];

/** The name of the file inside a packed one: `notes.txt` of `notes.txt.gz`. */
export function innerNameOf(name: string): string {
  for (const [ending, inner] of doubleEndings) if (ending.test(name)) return name.replace(ending, inner);
  const inner = name.replace(/\.(?:gz|bz2|xz|zst|lz4|z)$/i, "");
  return inner === "" ? name : inner;
}
