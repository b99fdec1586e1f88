import type { Json } from "@reader/core/handler";

/** An object with unknown members. */
export type Unknown = Readonly<Record<string, unknown>>;

/** True if a value of `JSON.parse` is an object. */
export function isObject(value: unknown): value is Unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if a value is a non-negative safe integer. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Maximum depth of facts and details. Real ones have a few levels. */
const maxDepth = 64;

/**
 * Copies a value of `JSON.parse` without names that would reach a prototype when merged. Returns `undefined` if it is
 * nested too deeply.
 */
export function cleanJson(value: unknown, depth = 0): Json | undefined {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return cleanList(value, depth);
  if (isObject(value)) return cleanObject(value, depth);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function cleanList(value: readonly unknown[], depth: number): Json | undefined {
  const copies: Json[] = [];
  for (const each of value) {
    const copy = cleanJson(each, depth + 1);
    if (copy === undefined) return undefined;
    copies.push(copy);
  }
  return copies;
}

function cleanObject(value: Unknown, depth: number): Json | undefined {
  const copies: [string, Json][] = [];
  for (const [name, each] of Object.entries(value)) {
    if (name === "__proto__") continue;
    const copy = cleanJson(each, depth + 1);
    if (copy === undefined) return undefined;
    copies.push([name, copy]);
  }
  return Object.fromEntries(copies);
}
