import { parseArgs } from "node:util";

/** What is wanted of the bench. */
export interface BenchWish {
  readonly kind: "quality" | "list" | "speed";
  /** Rows whose names hold one of these, in any case; all rows where there is none. */
  readonly words: readonly string[];
}

/** Reads the arguments: `quality`, `--list`, or words, with or without `--only`. Throws on an unknown option. */
export function benchWish(args: readonly string[]): BenchWish {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { only: { type: "string", multiple: true }, list: { type: "boolean" } },
  });
  const words = [...(values.only ?? []), ...positionals].map((word) => word.toLowerCase());
  if (words.join(" ") === "quality") return { kind: "quality", words };
  return { kind: values.list === true ? "list" : "speed", words };
}
