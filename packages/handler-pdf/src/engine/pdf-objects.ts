import type { PDFObject } from "mupdf";

/** Keys of dictionaries and indexes of arrays, from the outside in. */
type ObjectPath = readonly (string | number)[];

/** Looks a value up and frees it after use. `undefined` where there is none or where it is broken. */
export function withObject<Value>(
  object: PDFObject,
  path: ObjectPath,
  use: (value: PDFObject) => Value,
): Value | undefined {
  if (object.isNull()) return undefined;
  const value = object.get(...path);
  try {
    return value.isNull() ? undefined : use(value);
  } finally {
    value.destroy();
  }
}

/** A text string, decoded; a name where one stands in its place. */
export function textAt(object: PDFObject, ...path: ObjectPath): string | undefined {
  return withObject(object, path, (value) => {
    if (value.isString()) return value.asString();
    return value.isName() ? value.asName() : undefined;
  });
}

/** A number. */
export function numberAt(object: PDFObject, ...path: ObjectPath): number | undefined {
  return withObject(object, path, (value) => (value.isNumber() ? value.asNumber() : undefined));
}

/** Whether anything stands there. */
export function hasAt(object: PDFObject, ...path: ObjectPath): boolean {
  return withObject(object, path, () => true) ?? false;
}

/** The number of an indirect object, by which cycles are told; `undefined` for what stands in place. */
export function referenceOf(object: PDFObject): number | undefined {
  return object.isIndirect() ? object.asIndirect() : undefined;
}

/** What `map` makes of the first `limit` elements of an array; each is freed after use. */
export function mapArray<Value>(array: PDFObject, limit: number, map: (element: PDFObject) => Value): readonly Value[] {
  const values: Value[] = [];
  const length = array.isArray() ? Math.min(array.length, limit) : 0;
  for (let index = 0; index < length; index++) {
    const value = withObject(array, [index], map);
    if (value !== undefined) values.push(value);
  }
  return values;
}
