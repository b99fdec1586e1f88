/** Characters of a value: those of colours, lengths and short lists. */
const maxValueCharacters = 200;
const maxDeclarations = 1000;
/** Uses that are resolved: of the longest values they add ten million characters. */
const maxUses = 50_000;
/** How often one value stands in another. */
const maxDepth = 4;

const declarationPattern =
  /(?<![\w!-])(--[\w-]{1,60})\s{0,9}:\s{0,9}([^\s:;{}<>"'&][^:;{}<>"'&\n]{0,199})(?=[;}"'<\n])/g;
/** The name, and what there is in its place where it has no value. */
const usePattern = /var\(\s{0,9}(--[\w-]{1,60})\s{0,9}(?:,((?:[^()<>]|\([^()<>]{0,200}\)){0,200}))?\)/g;
/** The first of two colours. */
const schemePattern =
  /light-dark\(((?:[^(),<>]|\([^()<>]{0,200}\)){1,200}),(?:[^()<>]|\((?:[^()<>]|\([^()<>]{0,100}\)){0,200}\)){1,200}\)/g;

/**
 * A drawing with the values of its CSS variables in their places, and with the light one of two colours: the engine
 * knows no variables, and draws black or nothing for what they stand for. A name with several values has its first,
 * which is what light schemes and defaults come with.
 */
export function withoutVariables(svg: string): string {
  const plain = svg.includes("light-dark(") ? svg.replaceAll(schemePattern, "$1") : svg;
  if (!plain.includes("var(")) return plain;
  const values = declarationsIn(plain);
  if (values.size === 0) return plain;
  let uses = 0;
  const resolved = (text: string, depth: number): string =>
    text.replaceAll(usePattern, (use: string, name: string, instead?: string) => {
      uses += 1;
      if (depth > maxDepth || uses > maxUses) return use;
      const value = values.get(name);
      if (value !== undefined) return resolved(value, depth + 1);
      return instead === undefined ? use : `var(${name},${resolved(instead, depth + 1)})`;
    });
  return resolved(plain, 1);
}

function declarationsIn(svg: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of svg.matchAll(declarationPattern)) {
    if (values.size >= maxDeclarations) break;
    if (!values.has(name)) values.set(name, value.trimEnd().slice(0, maxValueCharacters));
  }
  return values;
}
