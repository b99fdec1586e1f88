/** An object of whose members nothing is known. */
export type Unknown = Readonly<Record<string, unknown>>;

/** A handler gave what it must not give; the message ends the sentence "the handler gave". */
export class MalformedEvent extends Error {
  constructor(what: string) {
    super(`its handler gave ${what}`);
  }
}

/**
 * Returns a member of an object. A member that only `Object.prototype` has counts as absent: a handler, or a library that
 * it uses, may have polluted it.
 */
export function memberOf(object: Unknown, name: string): unknown {
  return Object.hasOwn(object, name) || !(name in Object.prototype) ? object[name] : undefined;
}

/** A member that may be absent; wrong, it is a fault. */
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

/** Whether a value has members; a function and a list have none of the right ones. */
export function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null;
}

/** Whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value can count something. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
