import type { Option } from "./option.ts";
import { files, folder, read, text, whole } from "./option-values.ts";

/** What to read: which files, and which parts of them. */
export const selectionOptions: readonly Option[] = [
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
];
