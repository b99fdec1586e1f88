import type { PDFObject } from "mupdf";
import { oneLine } from "../engine/one-line.ts";
import { mapArray, textAt } from "../engine/pdf-objects.ts";

/** What people see of an option, and what is stored of it. */
interface ChoiceOption {
  readonly shown: string;
  readonly stored: string;
}

/** Options that are looked through: many fields may share one list, which no person goes through to its end. */
const maxOptions = 1000;

/** What a field of choice offers (ISO 32000-1, table 231). */
export function choiceOptions(field: PDFObject): readonly ChoiceOption[] {
  const options = field.getInheritable("Opt");
  try {
    return mapArray(options, maxOptions, optionOf);
  } finally {
    options.destroy();
  }
}

function optionOf(option: PDFObject): ChoiceOption {
  if (!option.isArray()) {
    const stored = option.isString() ? option.asString() : "";
    return { stored, shown: oneLine(stored) };
  }
  const stored = textAt(option, 0) ?? "";
  return { stored, shown: oneLine(textAt(option, 1) ?? stored) };
}

/** A choice is stored as what is exported, which may be a number; people see its option. */
export function shownOption(options: readonly ChoiceOption[], value: string): string {
  return options.find(({ stored }) => stored === value)?.shown ?? oneLine(value);
}
