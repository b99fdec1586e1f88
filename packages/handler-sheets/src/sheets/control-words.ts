import { quoted } from "@reader/core/handler";
/** The known facts about a form control on a sheet. */
export interface FormControl {
  /** The usual name of its type: `check box`. */
  readonly kind: string;
  /** The label; empty if it has none. */
  readonly caption: string;
  /** The cell at its top left corner, if known. */
  readonly at?: string | undefined;
  /** State of a check box or option button. */
  readonly isChecked?: boolean | undefined;
  /** The selected choice, from 1; 0 if nothing is selected. */
  readonly choice?: number | undefined;
  /** Value of a scroll bar or spinner. */
  readonly value?: number | undefined;
  /** The cells with its choices. */
  readonly source?: string | undefined;
  /** The cell that receives its value. */
  readonly linkedCell?: string | undefined;
  readonly macro?: string | undefined;
}

/** Describes a control: `check box "I agree" at B2: checked; its value is in $C$2`. */
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
