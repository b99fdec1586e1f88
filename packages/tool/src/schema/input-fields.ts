import { nameDistance } from "@reader/core/internal";

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
    const field = fieldOf(name, names);
    if (field !== undefined && !isAbsent(value) && !found.has(field)) found.set(field, value);
  }
  return Object.fromEntries(found) as { readonly [Field in keyof Names]?: unknown };
}

function fieldOf(name: string, names: FieldNames): string | undefined {
  const plain = plainName(name);
  return Object.keys(names).find((each) => each === name || names[each]?.split(" ").includes(plain));
}

function plainName(name: string): string {
  return name.replaceAll(/[_\-\s]/g, "").toLowerCase();
}

/** A field that a tool does not have. */
export interface UnknownField {
  readonly name: string;
  /** The field that the name most likely means, if one is near. */
  readonly nearest?: string;
}

/** Returns the fields of a model's input that are in no list of names and have a value. */
export function unknownFields(input: object | string, names: FieldNames): readonly UnknownField[] {
  if (typeof input === "string") return [];
  return Object.entries(input)
    .filter(([name, value]) => !isAbsent(value) && fieldOf(name, names) === undefined)
    .map(([name]) => {
      const nearest = nearestField(name, names);
      return nearest === undefined ? { name } : { name, nearest };
    });
}

/** Shorter names are within one edit of too many others. */
const leastSimilarLength = 4;

/** A name that is longer than this means nothing, and comparing it takes time. */
const maxComparedLength = 40;

function nearestField(name: string, names: FieldNames): string | undefined {
  if (name.length > maxComparedLength) return undefined;
  const plain = plainName(name);
  let nearest: { readonly field: string; readonly distance: number } | undefined;
  for (const [field, words] of Object.entries(names)) {
    for (const word of words.split(" ").filter(({ length }) => length >= leastSimilarLength)) {
      const distance = nameDistance(plain, word);
      if (distance !== undefined && distance < (nearest?.distance ?? Infinity)) nearest = { field, distance };
    }
  }
  return nearest?.field;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === "" || value === "null";
}

/** Returns an integer of at least `least`, which may be written as text, or `undefined` for anything else. */
export function wholeNumber(value: unknown, least: number): number | undefined {
  const number = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= least ? number : undefined;
}
