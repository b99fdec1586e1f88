// SheetJS values from a damaged file can have any type. These functions return the expected type or an empty value.

/** Returns an object with unknown fields; empty for any other value. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns an own property, so that names from a file, such as `constructor`, find nothing inherited. */
export function fieldOf(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns an array, which may be sparse; empty for any other value. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or `undefined` for any other value. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the integer keys of an array in ascending order. A few bytes of a file can give an array a length of four
 * billion, or a key beyond the last index, so only existing keys are visited.
 */
export function keysOf(values: readonly unknown[]): readonly number[] {
  return Object.keys(values).map(Number).filter(Number.isSafeInteger);
}

/** Length up to which visiting every index of an array is faster. */
const shortArray = 256;

/** Returns the indices of existing elements in ascending order. */
export function indicesOf(values: readonly unknown[]): readonly number[] {
  if (values.length > shortArray) return keysOf(values);
  const indices: number[] = [];
  for (let index = 0; index < values.length; index += 1) if (values[index] !== undefined) indices.push(index);
  return indices;
}
