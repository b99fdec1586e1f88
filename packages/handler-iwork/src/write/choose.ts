import { type PageRange, quoted, ReadError } from "@reader/core/handler";

/** What a request asks for among slides or sheets. */
export interface UnitRequest {
  /** The path of the file, for messages. */
  readonly path: string;
  readonly unit: "slide" | "sheet";
  readonly names: readonly string[];
  readonly pages: readonly PageRange[] | undefined;
}

/** Maximum number of names that an error lists. */
const maxNamed = 20;

/** Returns the numbers of the requested units, from 1, in order. Throws `out-of-range` if one does not exist. */
export function chosenUnits(request: UnitRequest): readonly number[] {
  const { names, pages } = request;
  const all = names.map((_, at) => at + 1);
  if (pages === undefined) return all;
  const chosen = new Set(
    pages.flatMap((range) => ("label" in range ? namedUnits(range.label, request) : rangeOf(range, request))),
  );
  return all.filter((number) => chosen.has(number));
}

function rangeOf(
  { first, last }: { readonly first: number; readonly last?: number },
  request: UnitRequest,
): readonly number[] {
  const total = request.names.length;
  const start = first < 0 ? Math.max(1, total + first + 1) : first;
  if (start < 1 || start > total) throw noUnit(`${request.unit} ${first}`, request);
  const end = first < 0 ? total : Math.min(total, last ?? total);
  return Array.from({ length: end - start + 1 }, (_, at) => start + at);
}

/** Returns the units with this name, or else those whose name contains it. Throws `out-of-range` if there are none. */
export function namedUnits(wanted: string, request: UnitRequest): readonly number[] {
  const number = /^\s*(?:(?:slide|sheet)\s+)?(\d{1,6})\s*$/i.exec(wanted)?.[1];
  if (number !== undefined) return rangeOf({ first: Number(number), last: Number(number) }, request);
  const key = keyOf(wanted);
  const matching = (test: (name: string) => boolean): readonly number[] =>
    request.names.flatMap((name, at) => (key !== "" && test(keyOf(name)) ? [at + 1] : []));
  const exact = matching((name) => name === key);
  const found = exact.length > 0 ? exact : matching((name) => name.includes(key));
  if (found.length === 0) throw noUnit(`${request.unit} called ${quoted(wanted)}`, request);
  return found;
}

/** Returns a name for comparison. */
export function keyOf(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

function noUnit(missing: string, { path, unit, names }: UnitRequest): ReadError {
  const total = names.length;
  const known = names.filter((name) => name !== "").slice(0, maxNamed);
  const listed = known.length === 0 ? "" : ` or select one of ${known.map((name) => quoted(name)).join(", ")}`;
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? unit : `${unit}s`} and no ${missing}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}${listed}.`,
    details: { total, unit },
  });
}
