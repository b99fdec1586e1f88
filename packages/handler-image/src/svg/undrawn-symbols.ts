/** Tags around what is kept for others to show. */
const keepingPattern = /<(\/?)(symbol|defs)(?=[\s>/])([^<>]*)>/g;
const namePattern = /\sid\s*=\s*["']([^"'<>]{1,60})["']/;
const drawnPattern = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|image|use|foreignObject)[\s>/]/;
const mostNames = 50;

/** A remark on a drawing that is a collection of symbols, as of icons, and shows none of them. */
export function undrawnSymbols(svg: string): string | undefined {
  if (!svg.includes("<symbol") || outside(svg).some((piece) => drawnPattern.test(piece))) return undefined;
  const symbols = [...svg.matchAll(keepingPattern)].filter(([, closing, kind]) => closing === "" && kind === "symbol");
  if (symbols.length === 0) return undefined;
  const names = symbols.flatMap(([, , , attributes = ""]) => namePattern.exec(attributes)?.[1] ?? []);
  const what = symbols.length === 1 ? "a symbol" : `${symbols.length} symbols`;
  const told = names.length === 0 ? "" : `: ${names.slice(0, mostNames).join(", ")}`;
  const more = names.length > mostNames ? "…" : "";
  return `The drawing shows nothing by itself: it holds ${what} for other files to show${told}${more}.`;
}

/** The pieces of a drawing that are not inside of symbols and definitions. */
function outside(svg: string): readonly string[] {
  const pieces: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: tag, 1: closing, 3: attributes = "", index } of svg.matchAll(keepingPattern)) {
    if (depth === 0) pieces.push(svg.slice(from, index));
    if (!attributes.endsWith("/")) depth = Math.max(0, depth + (closing === "" ? 1 : -1));
    from = index + tag.length;
  }
  return depth === 0 ? [...pieces, svg.slice(from)] : pieces;
}
