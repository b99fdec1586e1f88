import { quoted } from "@reader/core/handler";
/** A control of a form on a sheet, as far as it is known. */
export interface FormControl {
  /** What people call it: `check box`. */
  readonly kind: string;
  /** What stands beside it or in it; empty for none. */
  readonly caption: string;
  /** The cell at its first corner; absent where it is not known. */
  readonly at?: string | undefined;
  /** Of what can be on: whether it is. */
  readonly isChecked?: boolean | undefined;
  /** Which of its choices is taken, from 1; 0 for none. */
  readonly choice?: number | undefined;
  /** Of what slides. */
  readonly value?: number | undefined;
  /** The cells that it offers. */
  readonly source?: string | undefined;
  /** The cell that has its value. */
  readonly linkedCell?: string | undefined;
  readonly macro?: string | undefined;
}

/** A control in words: `check box "I agree" at B2: checked; its value is in $C$2`. */
export function controlWords(control: FormControl): string {
  const { kind, caption, at } = control;
  const name = caption === "" ? "" : ` ${quoted(caption)}`;
  const facts = factsOf(control);
  const what = `${kind}${name}${at === undefined ? "" : ` at ${at}`}`;
  return facts.length === 0 ? what : `${what}: ${facts.join("; ")}`;
}

function factsOf({ isChecked, choice, value, source, linkedCell, macro }: FormControl): readonly string[] {
  const facts: string[] = [];
  if (isChecked !== undefined) facts.push(isChecked ? "checked" : "not checked");
  if (source !== undefined) facts.push(`choices are those of ${source}`);
  if (choice !== undefined && choice > 0) facts.push(`choice ${choice} is taken`);
  if (value !== undefined) facts.push(`at ${value}`);
  if (linkedCell !== undefined) facts.push(`its value is in ${linkedCell}`);
  if (macro !== undefined) facts.push(`runs ${macro}`);
  return facts;
}
