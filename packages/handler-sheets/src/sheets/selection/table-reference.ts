/** What is inside of the brackets of `Table[…]`, taken apart. */
export interface TableReference {
  /** `#headers` and so on, in small letters. */
  readonly areas: readonly string[];
  /** The first and the last of the columns, as they are called; absent where all are meant. */
  readonly columns?: { readonly first: string; readonly last: string };
}

/** One item, in which an apostrophe goes before brackets and other marks that belong to a name. */
const item = /\[((?:'[^]|[^[\]'])*)\]/g;
const escaped = /'([[\]#'@])/g;

/**
 * Takes `Total`, `#Headers`, `[First]:[Last]` and `[#All],[Total]` apart (ISO/IEC 29500-1, 18.17.6.2). Undefined where
 * more columns are named than a range has.
 */
export function parseTableReference(inside: string): TableReference | undefined {
  const bracketed = [...inside.matchAll(item)].map(([, name = ""]) => name);
  const items = (bracketed.length === 0 ? [inside] : bracketed)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const areas = items.filter((name) => name.startsWith("#")).map((name) => name.toLowerCase());
  const columns = items.filter((name) => !name.startsWith("#")).map((name) => name.replace(escaped, "$1"));
  const [first, last = first, ...more] = columns;
  if (more.length > 0) return undefined;
  return first === undefined || last === undefined ? { areas } : { areas, columns: { first, last } };
}
