import { batchOptions } from "./batch-options.ts";
import { choice, type CommandName, commandNames, folder, type Option, seconds, text, whole } from "./option-values.ts";

export { type CommandName, commandNames, type Option, type OptionGroup, type OptionValue } from "./option-values.ts";

/**
 * Maximum size of an answer, in bytes. An answer is one string, and V8 limits a string to about 512 million characters;
 * in JSON, a character of text can take two.
 */
export const largestAnswerBytes: number = 256 * 1024 * 1024;

// Values that the core defines too, repeated here so that help and completion start without loading it.

/** The views of a document. */
export const views = ["auto", "text", "image", "native", "document", "outline"] as const;
/** How tables are written. */
export const tableFormats = ["markdown", "csv"] as const;
/** The model profiles. */
export const models = ["text", "anthropic", "openai", "gemini"] as const;
/** The styles of line numbers. */
export const gutters = ["compact", "cat-n", "pipe", "bar", "none"] as const;
/** When to use colours. */
export const colours = ["auto", "always", "never"] as const;
/** What to do with content that exceeds the budget. */
export const overBudgets = ["cut", "refuse"] as const;

const read: readonly CommandName[] = ["read"];
const readAndList: readonly CommandName[] = ["read", "list"];
const readAndFind: readonly CommandName[] = ["read", "find"];
const described: readonly CommandName[] = ["read", "info"];
const encoded: readonly CommandName[] = [...described, "batch"];
const printed: readonly CommandName[] = ["read", "find", "list"];
const files: readonly CommandName[] = ["read", "find", "list", "info"];
const granted: readonly CommandName[] = [...files, "batch"];
const handled: readonly CommandName[] = ["read", "find", "info", "batch"];
const handledAndDoctor: readonly CommandName[] = [...handled, "formats", "doctor"];

/** Every option, in the order of the help and of the shell completion. */
export const options: readonly Option[] = [
  {
    name: "offset",
    value: whole(-Number.MAX_SAFE_INTEGER),
    help: "Start at this line; -200 means the last 200 lines.",
    group: "What to read",
    commands: readAndList,
  },
  {
    name: "limit",
    short: "n",
    value: whole(1, 2 ** 31),
    help: "Show at most N lines; of find: N matches.",
    group: "What to read",
    commands: files,
  },
  {
    name: "lines",
    value: text("A-B,C-D"),
    help: "Show these line ranges.",
    group: "What to read",
    commands: read,
  },
  {
    name: "column",
    value: whole(),
    help: "Start at this character of the first line, to continue a long line.",
    group: "What to read",
    commands: read,
  },
  {
    name: "pages",
    value: text("LIST"),
    help: "Show these pages, slides, sheets or cells: 3, 1-5, 2,7-9, -3 (the last three), 10-.",
    group: "What to read",
    commands: described,
  },
  {
    name: "select",
    value: text("EXPR"),
    help: 'Show one part of a document by its address: "Sheet2!A1:D20"; of JSON by its path: "a[*].name".',
    group: "What to read",
    commands: described,
  },
  {
    name: "find",
    value: text("PATTERN"),
    help: "Show only lines that contain this text; /…/ is a regular expression, /…/i ignores case.",
    group: "What to read",
    commands: read,
  },
  {
    name: "exact",
    help: "In documents, match the text to find to the character, not as people read it.",
    group: "What to read",
    commands: readAndFind,
  },
  {
    name: "context",
    value: whole(0, 1_000_000),
    help: "Show N lines around each match. Default: 2; of find: 0.",
    group: "What to read",
    commands: readAndFind,
  },
  {
    name: "files",
    value: text("GLOB"),
    help: 'Search only files whose path matches: "*.pdf", "src/**/*.{ts,tsx}", "!*.test.ts".',
    group: "What to read",
    commands: ["find"],
  },
  {
    name: "after",
    value: text("FILE[:LINE]"),
    help: "Continue a search after this file, as an earlier answer gave it.",
    group: "What to read",
    commands: ["find"],
  },
  {
    name: "root",
    value: folder,
    isRepeatable: true,
    help: "Read only files in this folder. Default: any path that you name may be read.",
    group: "What to read",
    commands: granted,
  },
  {
    name: "allow-secrets",
    help: "Read files whose names mark them as secrets, such as .env and private keys.",
    group: "What to read",
    commands: granted,
  },
  {
    name: "max-tokens",
    value: whole(),
    help: "Print at most N tokens of text. Default: 25000.",
    group: "How much",
    commands: files,
  },
  {
    name: "max-bytes",
    value: whole(1, largestAnswerBytes),
    help: "Print at most N bytes of text. Default: 102400.",
    group: "How much",
    commands: files,
  },
  {
    name: "max-line",
    value: whole(1, largestAnswerBytes),
    help: "Print at most N characters of a line. Default: 2000.",
    group: "How much",
    commands: files,
  },
  {
    name: "over-budget",
    value: choice(overBudgets),
    help: "What to do with content that exceeds a limit. Default: cut.",
    group: "How much",
    commands: read,
  },
  {
    name: "timeout",
    value: seconds,
    help: "Stop reading a file after this time. Default: 600 for text and find, 120 for batch, 20 for documents.",
    group: "How much",
    commands: granted,
  },
  {
    name: "view",
    value: choice(views),
    help: "How to show a document; outline lists its contents by name and place. Default: auto.",
    group: "How to read it",
    commands: described,
  },
  {
    name: "boxes",
    help: "With --json: the place of each line on its page, of PDF files and recognised text.",
    group: "How to read it",
    commands: read,
  },
  {
    name: "tables",
    value: choice(tableFormats),
    help: "How to write the tables of documents. Default: markdown.",
    group: "How to read it",
    commands: ["read", "batch"],
  },
  {
    name: "encoding",
    value: text("NAME"),
    help: "Decode text with this encoding instead of the detected one.",
    group: "How to read it",
    commands: encoded,
  },
  {
    name: "password",
    value: text("P"),
    help: "The password of an encrypted document.",
    group: "How to read it",
    commands: encoded,
  },
  {
    name: "scans",
    value: choice(["skip", "recognise"]),
    help: "Whether the text of scans and images is recognised, which takes seconds each. Default: skip.",
    group: "How to read it",
    commands: ["find", "batch"],
  },
  {
    name: "ocr-language",
    value: text("NAME"),
    isRepeatable: true,
    help: "The language of scans and screenshots: eng, deu, chi_sim. Default: eng. Others: npm install @tesseract.js-data/NAME.",
    group: "How to read it",
    commands: ["read", "find", "batch"],
  },
  {
    name: "model",
    value: choice(models),
    help: "Print what this model accepts besides text. Default: text.",
    group: "How to read it",
    commands: described,
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
    commands: [...granted, "formats", "doctor"],
  },
  {
    name: "quiet",
    short: "q",
    help: "Print only the lines, without notices (for pipes); of batch: no progress.",
    group: "What to print",
    commands: [...printed, "batch"],
  },
  {
    name: "output",
    short: "o",
    value: { kind: "file", label: "FILE|DIR" },
    help: "Write the answer to this file, or the answers to files in this folder. Keeps existing files.",
    group: "What to print",
    commands: files,
  },
  {
    name: "force",
    help: "Let --output replace existing files.",
    group: "What to print",
    commands: files,
  },
  {
    name: "color",
    value: choice(colours),
    help: "When to use colours. Default: auto, on a terminal.",
    group: "What to print",
    commands: [...granted, "formats", "doctor", "help"],
  },
  {
    name: "verbose",
    short: "v",
    help: "Print what was detected, the handler and the times to stderr.",
    group: "What to print",
    commands: files,
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
    help: "Run the handlers in this process: starts faster, but hostile files can break the program.",
    group: "How to read it",
    commands: handled,
  },
  {
    name: "handler",
    value: text("MODULE"),
    isRepeatable: true,
    help: "Use a third-party handler: ./mine.js or a package, with #EXPORT if it exports several.",
    group: "How to read it",
    commands: handledAndDoctor,
  },
  {
    name: "handler-command",
    value: text("TYPES=COMMAND"),
    isRepeatable: true,
    help: "Read these extensions or media types with a program: 'org=pandoc -f org {file}'; without {file} it reads stdin.",
    group: "How to read it",
    commands: handledAndDoctor,
  },
  {
    name: "config",
    value: text("FILE"),
    help: "Read handlers, their order, limits and roots from this file. Default: ~/.config/reader/reader.config.json.",
    group: "How to read it",
    commands: handledAndDoctor,
  },
  {
    name: "limits",
    value: text("FILE"),
    help: 'Read limits of bytes, entries, depth and time from this JSON file, such as {"maxDepth": 4}.',
    group: "How to read it",
    commands: handledAndDoctor,
  },
  ...batchOptions,
  { name: "help", short: "h", help: "Show this help.", group: "Others", commands: commandNames },
  { name: "version", short: "V", help: "Show the version; so does -v alone.", group: "Others", commands: commandNames },
];
