import { amountOptions } from "./amount-options.ts";
import type { Option } from "./option.ts";
import { all, files } from "./option-values.ts";
import { printOptions } from "./print-options.ts";
import { selectionOptions } from "./selection-options.ts";
import { userOptions } from "./user-options.ts";
import { viewOptions } from "./view-options.ts";

/** Every option, in the order of the help and of the completion. */
export const options: readonly Option[] = [
  ...selectionOptions,
  ...amountOptions,
  ...viewOptions,
  ...printOptions,
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
