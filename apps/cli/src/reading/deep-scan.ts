import { defaultBudget } from "@reader/core";
import type { GivenOptions } from "../arguments/parse-arguments.ts";

/** A line before which there is so much to count that saving memory is worth a module of Node: some 90 MB of a log. */
const deepLine = 1_000_000;

/** What may make this process itself work for long on what it shows; everything else only counts line ends. */
const busyOptions = [
  "find",
  "select",
  "max-tokens",
  "max-bytes",
  "max-line",
  "handler",
  "config",
  "no-isolate",
] as const;

/** Whether a read passes over gigabytes to show an answer of ordinary size. */
export function isDeepScan(options: GivenOptions): boolean {
  if (Math.max(options.number("offset") ?? 0, firstOf(options.text("lines"))) < deepLine) return false;
  if ((options.number("limit") ?? 0) > defaultBudget.maxLines) return false;
  return !busyOptions.some((name) => options.has(name));
}

function firstOf(lines: string | undefined): number {
  return Number(/^\s*(\d+)/.exec(lines ?? "")?.[1] ?? 0);
}

/**
 * Tells V8 to make no optimised code and to keep its heap of young objects as small as it is. Line ends are counted in
 * WebAssembly, a quarter of a megabyte at a time: better code around it gains no time, and to load the two optimising
 * compilers takes 5 MB. Every version of V8 since Node 20 knows these words.
 */
export function saveMemory(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  for (const flag of ["--no-opt", "--no-maglev", "--semi-space-growth-factor=1"]) setFlagsFromString(flag);
}
