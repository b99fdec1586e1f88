import type { Budget } from "@reader/core/handler";
import { nameDistance } from "@reader/core/internal";
import { commandFields, maxTimeMs } from "../options/command-issues.ts";
import type { ConfigIssue } from "./config.ts";

/** An unchecked object of a configuration file. */
export type Fields = Readonly<Record<string, unknown>>;

/** The limits that a file may set. Each is an integer from 1. */
export const limitFields: readonly (keyof Budget)[] = [
  "maxLines",
  "maxTokens",
  "maxBytes",
  "maxLineCharacters",
  "maxImages",
  "maxClipScanBytes",
  "textTimeMs",
  "documentTimeMs",
  "maxInputBytes",
  "maxInflatedBytes",
  "maxEntries",
  "maxDepth",
  "maxMegapixels",
  "maxSidePx",
];

/** The largest value of each limit. Times are bounded by timers. */
export function mostOf(limit: keyof Budget): number {
  return limit.endsWith("TimeMs") ? maxTimeMs : Number.MAX_SAFE_INTEGER;
}

/** The fields allowed in a file, a module and a command. The folder of a command is that of the file. */
export const knownFields: Readonly<Record<"file" | "module" | "command" | "limits", readonly string[]>> = {
  file: ["$schema", "handlers", "order", "limits", "roots"],
  module: ["module", "export", "options"],
  command: commandFields.filter((name) => name !== "directory"),
  limits: limitFields,
};

/** Reports unknown fields with the nearest match. `place` is the name of the object, or empty for the file. */
export function unknownFields(object: Fields, known: readonly string[], place: string): readonly ConfigIssue[] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: place === "" ? name : `${place}.${name}`,
      problem: `is not known${suggestion(name, known)}`,
    }));
}

/** Returns `; did you mean "order"?`, or an empty string if no name is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, distance: nameDistance(name, each) ?? Number.POSITIVE_INFINITY }))
    .toSorted((left, right) => left.distance - right.distance)
    .find(({ distance }) => distance < 4);
  return near === undefined ? `; there is ${known.join(", ")}` : `; did you mean "${near.each}"?`;
}

/** True if a JSON value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
