/** An object with unknown members. */
export type Unknown = Readonly<Record<string, unknown>>;

/** Thrown when a handler yields malformed data. The message completes the sentence "its handler returned". */
export class MalformedEvent extends Error {
  constructor(what: string) {
    super(`its handler returned ${what}`);
  }
}

/**
 * Returns a member of an object. A member that only `Object.prototype` has counts as absent: a handler, or one of its
 * libraries, may have polluted it.
 */
export function memberOf(object: Unknown, name: string): unknown {
  return Object.hasOwn(object, name) || !(name in Object.prototype) ? object[name] : undefined;
}

/** Returns a member that may be absent. Throws a `MalformedEvent` if it is present and wrong. */
export function optional<Name extends string, Value>(
  event: Unknown,
  name: Name,
  isRight: (value: unknown) => value is Value,
): { readonly [Key in Name]?: Value } {
  const value = memberOf(event, name);
  if (value === undefined) return {};
  if (isRight(value)) return { [name]: value } as { readonly [Key in Name]?: Value };
  throw new MalformedEvent(`an event whose \`${name}\` is wrong`);
}

/** True if a value is an object, which includes arrays. Functions are not objects here. */
export function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null;
}

/** True if a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** True if a value is a non-negative safe integer. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
