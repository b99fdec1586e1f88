/** A JSON object of unknown content. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a parsed value is an object, not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A parsed value as a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The own property of a parsed object; `undefined` for anything else, so that no wrong type can throw. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The first of several own properties that is there and not null. */
export function firstField(value: unknown, names: readonly string[]): unknown {
  for (const name of names) {
    const found = field(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** The path of own properties, such as `metadata`, `kernelspec`, `name`. */
export function deepField(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(field, value);
}

/**
 * Text as notebooks store it: a string, or a list of strings to join. Other values become their JSON, so that a
 * damaged notebook still shows what it holds; nothing becomes an empty string.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(textOfItem).join("") : JSON.stringify(value);
}

/** A string that is not empty, on one line and short enough for a label; `undefined` for anything else. */
export function labelOf(value: unknown, maxCharacters = 80): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const line = String(value).slice(0, maxCharacters).replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line;
}

function textOfItem(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}
