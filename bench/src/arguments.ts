import { parseArgs } from "node:util";
import { rowLabel, type Row } from "./speed/row.ts";

/** What is wanted of the bench. */
export interface BenchWish {
  readonly kind: "quality" | "list" | "help" | "speed";
  /** Rows whose names or peers hold one of these, in any case; all rows if it is empty. */
  readonly words: readonly string[];
}

/** What the bench can be asked for. */
export const usage = `pnpm bench               measures every row, writes docs/benchmarks.md and five rows of README.md
pnpm bench --only WORD   measures the rows whose names or peers hold a word, and prints them; more than once for more
pnpm bench --list        names the rows
pnpm bench quality       scores the text of PDFs beside other tools, and workbooks beside Excel
`;

/** Reads the arguments: `quality`, `--list`, or words, with or without `--only`. Throws on an unknown option. */
export function benchWish(args: readonly string[]): BenchWish {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    allowPositionals: true,
    options: {
      only: { type: "string", multiple: true },
      list: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const words = [...(values.only ?? []), ...positionals].map((word) => word.toLowerCase());
  if (values.help === true) return { kind: "help", words };
  if (words.join(" ") === "quality") return { kind: "quality", words };
  return { kind: values.list === true ? "list" : "speed", words };
}

/** The rows that are wanted. Throws where no row holds any of the words. */
export function wantedRows(rows: readonly Row[], { words }: Pick<BenchWish, "words">): readonly Row[] {
  const wanted = rows.filter((row) => words.some((word) => rowLabel(row).toLowerCase().includes(word)));
  if (words.length === 0) return rows;
  if (wanted.length > 0) return wanted;
  throw new RangeError(`No row has ${words.join(" or ")} in its name or peer; --list names them all.`);
}
