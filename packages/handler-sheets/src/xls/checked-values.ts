// Values that a library made of a file may have any type. These functions give the type that is wanted, or nothing.

/** A record whose fields are still unknown; empty for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** An own field of a record: names from a file, such as `constructor`, find nothing that is inherited. */
export function fieldOf(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** An array, which may be sparse; empty for anything else. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string; `undefined` for anything else. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * The integers under which an array has a value, in ascending order. A few bytes of a file give an array a length of four
 * billion, or a value that is beyond the last index, so that only what it has is looked at.
 */
export function keysOf(values: readonly unknown[]): readonly number[] {
  return Object.keys(values).map(Number).filter(Number.isSafeInteger);
}

/** Elements up to which looking at every index of an array is faster. */
const shortArray = 256;

/** The indices under which an array has a value, in ascending order. */
export function indicesOf(values: readonly unknown[]): readonly number[] {
  if (values.length > shortArray) return keysOf(values);
  const indices: number[] = [];
  for (let index = 0; index < values.length; index += 1) if (values[index] !== undefined) indices.push(index);
  return indices;
}
