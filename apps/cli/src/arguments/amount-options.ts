import type { Option } from "./option.ts";
import { choice, files, read, seconds, whole } from "./option-values.ts";
import { largestAnswerBytes, overBudgets } from "./words.ts";

/** How much of it, in tokens, bytes and seconds. */
export const amountOptions: readonly Option[] = [
  {
    name: "max-tokens",
    value: whole(),
    help: "Print at most so many tokens of text. Default: 25000.",
    group: "How much",
    commands: files,
  },
  {
    name: "max-bytes",
    value: whole(1, largestAnswerBytes),
    help: "Print at most so many bytes of text. Default: 102400.",
    group: "How much",
    commands: files,
  },
  {
    name: "max-line",
    value: whole(1, largestAnswerBytes),
    help: "Print at most so many characters of a line. Default: 2000.",
    group: "How much",
    commands: files,
  },
  {
    name: "over-budget",
    value: choice(overBudgets),
    help: "What to do with what is larger than that. Default: cut.",
    group: "How much",
    commands: read,
  },
  {
    name: "timeout",
    value: seconds,
    help: "Give up a file after this time. Default: 600 for text, 20 for documents.",
    group: "How much",
    commands: files,
  },
];
