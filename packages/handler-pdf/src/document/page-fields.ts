import type { PDFPage, PDFWidget } from "mupdf";
import { oneLine } from "./one-line.ts";
import { readSignature } from "./signatures.ts";
import { countEngineFailure } from "../engine.ts";

/** Fields of a page that are told; a form of more is a table that nobody fills in by hand. */
const maxFieldsOfPage = 500;
const maxValueCharacters = 2000;
const maxOptions = 12;

/**
 * The fields of a form on a page and what is filled in, a line each: `- name (text): Ada`. The places of one field,
 * such as the buttons of a choice, are one line.
 */
export function readPageFields(page: PDFPage): readonly string[] {
  const lines = new Map<string, string>();
  const widgets = page.getWidgets();
  for (const widget of widgets.slice(0, maxFieldsOfPage)) {
    const [key, line] = describe(widget) ?? [];
    if (key !== undefined && line !== undefined && !lines.has(key)) lines.set(key, line);
  }
  const left = widgets.length - maxFieldsOfPage;
  return left > 0 ? [...lines.values(), `- (${left} more fields are not listed)`] : [...lines.values()];
}

function describe(widget: PDFWidget): readonly [key: string, line: string] | undefined {
  try {
    const type = widget.getFieldType();
    const name = oneLine(widget.getName());
    if (type === "button") return undefined;
    const label = oneLine(widget.getLabel());
    const shownLabel = label === "" || label === name ? "" : ` ${JSON.stringify(label)}`;
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
  const options = widget.isChoice() ? widget.getOptions().map((option) => oneLine(option)) : [];
  const more = options.length > maxOptions ? ", …" : "";
  const choices = options.length === 0 ? "" : `, one of ${options.slice(0, maxOptions).join(", ")}${more}`;
  const words = { radiobutton: "choice", combobox: "choice", listbox: "choice" }[type] ?? type;
  return `${words}${choices}${widget.isReadOnly() ? ", read-only" : ""}`;
}

function valueOf(widget: PDFWidget, type: string): string {
  if (type === "signature") return signatureOf(widget);
  const value = oneLine(widget.getValue().replaceAll(/\r\n?|\n/g, " / "), maxValueCharacters);
  if (type === "checkbox") return value === "" || value === "Off" ? "no" : "yes";
  if (value === "" || (type === "radiobutton" && value === "Off")) return "(empty)";
  if (widget.isPassword()) return "(a password, not shown)";
  return widget.isChoice() ? shownOption(widget, value) : value;
}

/** A choice is stored as what is exported, which may be a number; people see its option. */
function shownOption(widget: PDFWidget, value: string): string {
  const index = widget.getOptions(true).indexOf(value);
  return oneLine(widget.getOptions()[index] ?? value);
}

function signatureOf(widget: PDFWidget): string {
  const object = widget.getObject();
  try {
    const { isSigned, by, at } = readSignature("", object);
    if (!isSigned) return "(not signed)";
    return ["signed", by === undefined ? "" : `by ${by}`, at === undefined ? "" : `at ${at}`]
      .filter((word) => word !== "")
      .join(" ");
  } finally {
    object.destroy();
  }
}
