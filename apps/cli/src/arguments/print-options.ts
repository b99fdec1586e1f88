import type { Option } from "./option.ts";
import { choice, files, folder, read } from "./option-values.ts";
import { gutters } from "./words.ts";

/** What to print, and where. */
export const printOptions: readonly Option[] = [
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
];
