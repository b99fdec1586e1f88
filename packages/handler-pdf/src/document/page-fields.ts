import { quoted } from "@reader/core/handler";
import type { PDFObject, PDFPage, PDFWidget } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { mapArray, oneLine, textAt } from "../engine/pdf-objects.ts";
import { radioOptions, radioText } from "./form-fields.ts";
import { readSignature } from "./signatures.ts";

/** Maximum number of fields listed per page. Larger forms are generated tables. */
const maxFieldsOfPage = 500;
const maxValueCharacters = 2000;
const maxOptions = 12;

/** Flags of annotations and choice fields (ISO 32000-1, tables 165 and 230). */
const hiddenFlag = 1 << 1;
const noViewFlag = 1 << 5;
const multiSelect = 1 << 21;

/**
 * Lists the form fields of a page with their values, one line each: `- name (text): Ada`. Widgets of one field, such as
 * radio buttons, share a line.
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

/** `undefined` for a field without a value, and for further widgets of a listed field. */
function describe(
  widget: PDFWidget,
  listedFields: ReadonlyMap<string, string>,
): readonly [key: string, line: string] | undefined {
  try {
    const type = widget.getFieldType();
    const name = oneLine(widget.getName());
    if (type === "button" || listedFields.has(name)) return undefined;
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

/** A field that viewers hide may hold content that readers of the page do not know of. */
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
  return state === "" || state === "Off" ? "(empty)" : withObjectOf(widget, (object) => radioText(object, state));
}

/** The engine returns a single value, and none for a multiple choice. */
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

/** The displayed text and the stored value of an option. */
interface ChoiceOption {
  readonly shown: string;
  readonly stored: string;
}

/** Maximum number of options read. Many fields may share one list. */
const maxListedOptions = 1000;

/** Returns the options of a choice field (ISO 32000-1, table 231). */
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

/** Returns the displayed text of a stored choice, which may be a number. */
export function shownOption(options: readonly ChoiceOption[], value: string): string {
  return options.find(({ stored }) => stored === value)?.shown ?? oneLine(value);
}
