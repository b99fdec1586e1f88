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
