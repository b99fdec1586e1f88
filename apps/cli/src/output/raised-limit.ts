import type { ReadErrorData } from "@reader/core";

/** Limits of a configuration that are raised by their own name. */
const ownFields: ReadonlySet<string> = new Set([
  "maxInputBytes",
  "maxInflatedBytes",
  "maxEntries",
  "maxDepth",
  "maxMegapixels",
  "maxSidePx",
]);

/** Limits of a process, and the one of a configuration that they follow, with its value by theirs. */
const followed: ReadonlyMap<string, { readonly field: string; readonly share: number }> = new Map([
  ["maxOutputBytes", { field: "maxInflatedBytes", share: 1 }],
  // 512 MB of memory for files of 100 MB, and both grow alike.
  ["maxMemoryBytes", { field: "maxInputBytes", share: 100 / 512 }],
]);

/** Enough for most files that a limit stops, and little enough to be asked for without much thought. */
const usualFactor = 4;

/** How a person raises the limit that was reached; nothing where no configuration can. */
export function raisedLimit({ code, details }: Pick<ReadErrorData, "code" | "details">): string | undefined {
  const limit = details?.limit;
  if (code !== "too-large" || limit === undefined) return undefined;
  const { field, share } = followed.get(limit.name) ?? { field: limit.name, share: 1 };
  if (!ownFields.has(field)) return undefined;
  const value = field === limit.name ? wanted(limit) : limit.value * share * usualFactor;
  return `Or raise the limit: --config FILE, with ${JSON.stringify({ limits: { [field]: Math.ceil(value) } })} in FILE.`;
}

/** What was met, where that is known: of what is counted as it comes it is only where counting ended. */
function wanted({ name, value, actual = 0 }: { name: string; value: number; actual?: number }): number {
  if (name === "maxDepth") return value + 1;
  return name !== "maxInflatedBytes" && actual > value ? actual : value * usualFactor;
}
