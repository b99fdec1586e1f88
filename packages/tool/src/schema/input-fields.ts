/** Fields and the names that models use for each. Names are compared without case, `_`, `-` and spaces. */
export interface FieldNames {
  readonly [field: string]: string;
}

/**
 * Returns the fields of a model's input under their own names. Drops null and empty values, and unknown names. A string
 * is the first field. If two names for one field are given, the first counts.
 */
export function inputFields<Names extends FieldNames>(
  input: object | string,
  names: Names,
): { readonly [Field in keyof Names]?: unknown } {
  const [first = ""] = Object.keys(names);
  const given = typeof input === "string" ? [[first, input] as const] : Object.entries(input);
  const found = new Map<string, unknown>();
  for (const [name, value] of given) {
    const plain = name.replaceAll(/[_\-\s]/g, "").toLowerCase();
    const field = Object.keys(names).find((each) => names[each]?.split(" ").includes(plain));
    if (field !== undefined && !isAbsent(value) && !found.has(field)) found.set(field, value);
  }
  return Object.fromEntries(found) as { readonly [Field in keyof Names]?: unknown };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "" || value === "null";
}

/** Returns an integer of at least `least`, which may be written as text, or `undefined` for anything else. */
export function wholeNumber(value: unknown, least: number): number | undefined {
  const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= least ? number : undefined;
}
