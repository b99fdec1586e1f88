import { quoted } from "@reader/core/handler";
import type { PDFObject, PDFPage, PDFWidget } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { mapArray, oneLine, textAt } from "../engine/pdf-objects.ts";
import { radioOptions, radioWords } from "./form-fields.ts";
import { readSignature } from "./signatures.ts";

/** Fields of a page that are told; a form of more is a table that nobody fills in by hand. */
const maxFieldsOfPage = 500;
const maxValueCharacters = 2000;
const maxOptions = 12;

/** Bits of annotations and of fields of choice (ISO 32000-1, tables 165 and 230). */
const hiddenFlag = 1 << 1;
const noViewFlag = 1 << 5;
const multiSelect = 1 << 21;

/**
 * The fields of a form on a page and what is filled in, a line each: `- name (text): Ada`. The places of one field,
 * such as the buttons of a choice, are one line.
 */
export function readPageFields(page: PDFPage): readonly string[] {
  const lines = new Map<string, string>();
  const widgets = page.getWidgets();
  for (const widget of widgets.slice(0, maxFieldsOfPage)) {
    const [key, line] = describe(widget, lines) ?? [];
    if (key !== undefined && line !== undefined) lines.set(key, line);
  }
  const left = widgets.length - maxFieldsOfPage;
  return left > 0 ? [...lines.values(), `- (${left} more fields are not listed)`] : [...lines.values()];
}

/** `undefined` for what has no value, and for the further places of a field that is told. */
function describe(
  widget: PDFWidget,
  told: ReadonlyMap<string, string>,
): readonly [key: string, line: string] | undefined {
  try {
    const type = widget.getFieldType();
    const name = oneLine(widget.getName());
    if (type === "button" || told.has(name)) return undefined;
    const label = oneLine(widget.getLabel());
    const shownLabel = label === "" || label === name ? "" : ` ${quoted(label)}`;
    return [
      name,
      `- ${name === "" ? "(no name)" : name}${shownLabel} (${kindOf(widget, type)}): ${valueOf(widget, type)}`,
    ];
  } catch (error) {
    countEngineFailure(error);
    return undefined;
  }
}

function kindOf(widget: PDFWidget, type: string): string {
  const options = optionsOf(widget, type);
  const more = options.length > maxOptions ? ", …" : "";
  const choices =
    options.length === 0 ? "" : `, ${manyOrOne(widget)} of ${options.slice(0, maxOptions).join(", ")}${more}`;
  const words = { radiobutton: "choice", combobox: "choice", listbox: "choice" }[type] ?? type;
  return `${words}${choices}${widget.isReadOnly() ? ", read-only" : ""}${isHidden(widget) ? ", hidden" : ""}`;
}

function optionsOf(widget: PDFWidget, type: string): readonly string[] {
  if (widget.isChoice()) return withObjectOf(widget, choiceOptions).map(({ shown }) => shown);
  return type === "radiobutton" ? withObjectOf(widget, radioOptions) : [];
}

function withObjectOf<Value>(widget: PDFWidget, use: (object: PDFObject) => Value): Value {
  const object = widget.getObject();
  try {
    return use(object);
  } finally {
    object.destroy();
  }
}

function manyOrOne(widget: PDFWidget): string {
  return (widget.getFieldFlags() & multiSelect) === 0 ? "one" : "any";
}

/** A field that viewers do not show may hold what the reader of the page does not know of. */
function isHidden(widget: PDFWidget): boolean {
  return (widget.getFlags() & (hiddenFlag | noViewFlag)) !== 0;
}

function valueOf(widget: PDFWidget, type: string): string {
  if (type === "signature") return signatureOf(widget);
  const value = oneLine(storedValue(widget).replaceAll(/\r\n?|\n/g, " / "), maxValueCharacters);
  if (type === "checkbox") return value === "" || value === "Off" ? "no" : "yes";
  if (type === "radiobutton") return chosenButton(widget, value);
  if (value === "") return "(empty)";
  if (widget.isPassword()) return "(a password, not shown)";
  return widget.isChoice() ? shownOption(withObjectOf(widget, choiceOptions), value) : value;
}

function chosenButton(widget: PDFWidget, state: string): string {
  return state === "" || state === "Off" ? "(empty)" : withObjectOf(widget, (object) => radioWords(object, state));
}

/** The engine gives one value only; of a choice of several it gives none. */
function storedValue(widget: PDFWidget): string {
  const value = widget.getValue();
  return value === "" && widget.isChoice() ? severalOf(widget).join(", ") : value;
}

function severalOf(widget: PDFWidget): readonly string[] {
  return withObjectOf(widget, (object) => {
    const values = object.getInheritable("V");
    try {
      const options = values.isArray() ? choiceOptions(object) : [];
      return mapArray(values, maxOptions, (value) => shownOption(options, value.isString() ? value.asString() : ""));
    } finally {
      values.destroy();
    }
  });
}

function signatureOf(widget: PDFWidget): string {
  const { isSigned, by, at } = withObjectOf(widget, (object) => readSignature("", object));
  if (!isSigned) return "(not signed)";
  const words = ["signed", by === undefined ? "" : `by ${by}`, at === undefined ? "" : `at ${at}`];
  return `${words.filter((word) => word !== "").join(" ")}, which was not verified`;
}

/** What people see of an option, and what is stored of it. */
interface ChoiceOption {
  readonly shown: string;
  readonly stored: string;
}

/** Options that are looked through: many fields may share one list, which no person goes through to its end. */
const maxListedOptions = 1000;

/** What a field of choice offers (ISO 32000-1, table 231). */
export function choiceOptions(field: PDFObject): readonly ChoiceOption[] {
  const options = field.getInheritable("Opt");
  try {
    return mapArray(options, maxListedOptions, optionOf);
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
