/** The commands. A file with the name of a command is read as `./info`. */
export const commandNames = [
  "read",
  "find",
  "list",
  "info",
  "batch",
  "formats",
  "doctor",
  "completion",
  "help",
] as const;

/** A command of this program. */
export type CommandName = (typeof commandNames)[number];

/** What an option takes after its name. */
export type OptionValue =
  | { readonly kind: "text"; readonly label: string }
  | { readonly kind: "folder"; readonly label: string }
  | { readonly kind: "file"; readonly label: string }
  | { readonly kind: "choice"; readonly label: string; readonly choices: readonly string[] }
  | {
      readonly kind: "number";
      readonly label: string;
      readonly least: number;
      readonly most: number;
      /** True if fractions such as `0.5` are rejected. */
      readonly isWhole: boolean;
      readonly allowsZero: boolean;
    };

/** One option. The help, the shell completion and the parser are generated from it. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** Absent for a switch. */
  readonly value?: OptionValue;
  readonly isRepeatable?: boolean;
  readonly help: string;
  readonly group: OptionGroup;
  readonly commands: readonly CommandName[];
}

/** The headings of the help. */
export type OptionGroup = "What to read" | "How much" | "How to read it" | "What to print" | "Many files" | "Others";

/** The value of an option that names a folder. */
export const folder: OptionValue = { kind: "folder", label: "DIR" };

/** A time, fractions allowed. */
export const seconds: OptionValue = {
  kind: "number",
  label: "SECONDS",
  least: 0.001,
  // Timers of Node.js take at most 2^31 - 1 milliseconds.
  most: 2_147_483,
  isWhole: false,
  allowsZero: false,
};

/** The value of an option that takes text. */
export function text(label: string): OptionValue {
  return { kind: "text", label };
}

/** The value of an option that takes one of some words. */
export function choice(choices: readonly string[]): OptionValue {
  return { kind: "choice", label: choices.join("|"), choices };
}

/** The value of an option that takes a whole number. */
export function whole(least = 1, most: number = Number.MAX_SAFE_INTEGER): OptionValue {
  return { kind: "number", label: "N", least, most, isWhole: true, allowsZero: least === 0 };
}
