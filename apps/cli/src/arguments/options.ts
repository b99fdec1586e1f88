import { userOptions } from "./user-options.ts";

/** The commands; a path that is called like one is written `./info`. */
export const commandNames = ["read", "info", "doctor", "completion", "help"] as const;

/** What the program is asked to do. */
export type CommandName = (typeof commandNames)[number];

/** What an option takes behind its name. */
export type OptionValue =
  | { readonly kind: "text"; readonly label: string }
  | { readonly kind: "folder"; readonly label: string }
  | { readonly kind: "choice"; readonly label: string; readonly choices: readonly string[] }
  | {
      readonly kind: "number";
      readonly label: string;
      readonly least: number;
      readonly most: number;
      /** Whether `0.5` is one, and whether 0 is. */
      readonly isWhole: boolean;
      readonly allowsZero: boolean;
    };

/** One option: the help, the completion and the parser are all made of it. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** Absent: the option is a switch. */
  readonly value?: OptionValue;
  readonly isRepeatable?: boolean;
  readonly help: string;
  readonly group: OptionGroup;
  readonly commands: readonly CommandName[];
}

/** The headings of the help. */
export type OptionGroup = "What to read" | "How much" | "How to read it" | "What to print" | "Others";

/**
 * Bytes of the largest answer. An answer is held as one string, and V8 holds half a billion characters in one; as JSON
 * a character of text may take two.
 */
export const largestAnswerBytes: number = 256 * 1024 * 1024;

// The words of the core, written here once more so that help and completion start without it.

/** How a document can be seen. */
export const views = ["auto", "text", "image", "native", "outline"] as const;
/** The profiles of what models take. */
export const models = ["text", "anthropic", "openai", "gemini"] as const;
/** How lines can be numbered. */
export const gutters = ["compact", "cat-n", "pipe", "bar", "none"] as const;
/** What to do with a range that is too large. */
export const overBudgets = ["cut", "refuse"] as const;

const read: readonly CommandName[] = ["read"];
const files: readonly CommandName[] = ["read", "info"];
const all: readonly CommandName[] = commandNames;

const text = (label: string): OptionValue => ({ kind: "text", label });
const folder: OptionValue = { kind: "folder", label: "DIR" };
const choice = (choices: readonly string[]): OptionValue => ({ kind: "choice", label: choices.join("|"), choices });
const whole = (least = 1, most: number = Number.MAX_SAFE_INTEGER): OptionValue => ({
  kind: "number",
  label: "N",
  least,
  most,
  isWhole: true,
  allowsZero: least === 0,
});
const seconds: OptionValue = {
  kind: "number",
  label: "SECONDS",
  least: 0.001,
  // A timer of Node takes no more milliseconds than fit into 31 bits.
  most: 2_147_483,
  isWhole: false,
  allowsZero: false,
};

/** Every option, in the order of the help. */
export const options: readonly Option[] = [
  {
    name: "offset",
    value: whole(-Number.MAX_SAFE_INTEGER),
    help: "Start at this line; -200 means the last 200 lines.",
    group: "What to read",
    commands: read,
  },
  {
    name: "limit",
    short: "n",
    value: whole(1, 2 ** 31),
    help: "Show so many lines.",
    group: "What to read",
    commands: files,
  },
  {
    name: "lines",
    value: text("A-B,C-D"),
    help: "Show these ranges of lines.",
    group: "What to read",
    commands: read,
  },
  {
    name: "column",
    value: whole(),
    help: "Start at this character of the first line, inside a long one.",
    group: "What to read",
    commands: read,
  },
  {
    name: "pages",
    value: text("LIST"),
    help: "Show these pages, slides, sheets or cells: 3, 1-5, 2,7-9, -3 (the last three), 10-.",
    group: "What to read",
    commands: files,
  },
  {
    name: "select",
    value: text("EXPR"),
    help: 'Show a part of a document in its own terms: "Sheet2!A1:D20".',
    group: "What to read",
    commands: files,
  },
  {
    name: "find",
    value: text("PATTERN"),
    help: "Show only lines that hold this text; /…/ is a regular expression, /…/i one without regard to case.",
    group: "What to read",
    commands: read,
  },
  {
    name: "context",
    value: whole(0, 1_000_000),
    help: "Show so many lines around each match. Default: 2.",
    group: "What to read",
    commands: read,
  },
  {
    name: "root",
    value: folder,
    isRepeatable: true,
    help: "Read nothing outside of this folder. Default: what you name may be read, wherever it is.",
    group: "What to read",
    commands: files,
  },
  {
    name: "allow-secrets",
    help: "Read files that hold secrets by their name, such as .env and private keys.",
    group: "What to read",
    commands: files,
  },
  {
    name: "max-tokens",
    value: whole(),
    help: "Print at most so many tokens. Default: 25000.",
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
    help: "What to do with a range that is larger than that. Default: cut.",
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
  {
    name: "view",
    value: choice(views),
    help: "How to see a document; outline shows what a file has, by name and place. Default: auto.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "encoding",
    value: text("NAME"),
    help: "Read text in this encoding instead of the one that the bytes suggest.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "password",
    value: text("P"),
    help: "The password of an encrypted document.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "ocr-language",
    value: text("NAME"),
    isRepeatable: true,
    help: "The language of scans and screenshots: eng, deu, chi_sim. Default: eng. Others: npm install @tesseract.js-data/NAME.",
    group: "How to read it",
    commands: read,
  },
  {
    name: "model",
    value: choice(models),
    help: "Print what this model takes besides text. Default: text.",
    group: "How to read it",
    commands: files,
  },
  {
    name: "gutter",
    value: choice(gutters),
    help: "How lines are numbered. Default: compact.",
    group: "What to print",
    commands: files,
  },
  {
    name: "json",
    help: "Print the outcome as JSON: one object, or an array for several paths.",
    group: "What to print",
    commands: ["read", "info", "doctor"],
  },
  {
    name: "quiet",
    short: "q",
    help: "Print the lines alone, without notices: for pipes.",
    group: "What to print",
    commands: read,
  },
  {
    name: "save-images",
    value: folder,
    help: "Write images to files in this folder.",
    group: "What to print",
    commands: read,
  },
  {
    name: "no-isolate",
    help: "Run the handlers in this process: quicker to start, and without its protection from hostile files.",
    group: "How to read it",
    commands: files,
  },
  ...userOptions,
  { name: "help", short: "h", help: "Show this help.", group: "Others", commands: all },
  { name: "version", short: "V", help: "Show the version.", group: "Others", commands: all },
];
