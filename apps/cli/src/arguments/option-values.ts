import { commandNames, type CommandName, type OptionValue } from "./option.ts";

/** The command that shows what a file holds. */
export const read: readonly CommandName[] = ["read"];
/** The commands that take files. */
export const files: readonly CommandName[] = ["read", "info"];
/** Every command. */
export const all: readonly CommandName[] = commandNames;

/** Any words; the label stands for them in the help. */
export const text = (label: string): OptionValue => ({ kind: "text", label });
/** A folder. */
export const folder: OptionValue = { kind: "folder", label: "DIR" };
/** One of these words. */
export const choice = (choices: readonly string[]): OptionValue => ({
  kind: "choice",
  label: choices.join("|"),
  choices,
});
/** A whole number, from 1 where not said otherwise. */
export const whole = (least = 1, most: number = Number.MAX_SAFE_INTEGER): OptionValue => ({
  kind: "number",
  label: "N",
  least,
  most,
  isWhole: true,
  allowsZero: least === 0,
});
/** A time, parts of a second too. */
export const seconds: OptionValue = {
  kind: "number",
  label: "SECONDS",
  least: 0.001,
  // A timer of Node takes no more milliseconds than fit into 31 bits.
  most: 2_147_483,
  isWhole: false,
  allowsZero: false,
};
