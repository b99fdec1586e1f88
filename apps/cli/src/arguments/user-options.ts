import type { Option } from "./option.ts";
import { files } from "./option-values.ts";

/** What was set up is read with, and can be looked at. */
const filesAndDoctor: Option["commands"] = [...files, "doctor"];

/** What a user sets up beside what there is: handlers, and a file with more of that. */
export const userOptions: readonly Option[] = [
  {
    name: "handler",
    value: { kind: "text", label: "MODULE" },
    isRepeatable: true,
    help: "Read with a handler of somebody else's: ./mine.js or a package, with #EXPORT where it exports several.",
    group: "How to read it",
    commands: filesAndDoctor,
  },
  {
    name: "handler-command",
    value: { kind: "text", label: "TYPES=COMMAND" },
    isRepeatable: true,
    help: "Read these endings or media types by a program: 'org=pandoc -f org {file}'; without {file} it gets stdin.",
    group: "How to read it",
    commands: filesAndDoctor,
  },
  {
    name: "config",
    value: { kind: "text", label: "FILE" },
    help: "Take handlers, order, limits and roots from this file. Default: ~/.config/reader/reader.config.json.",
    group: "How to read it",
    commands: filesAndDoctor,
  },
];
