import { Buffer } from "node:buffer";
import { quoted } from "@reader/core/handler";
import { isoDate, oneLine } from "@reader/pdf-pages/document";
import type { PDFDocument, PDFObject, PDFPage, PDFWidget } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { hasAt, mapArray, textAt, withObject } from "../engine/pdf-objects.ts";
import { mapFields, radioOptions, radioText } from "./form-fields.ts";

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

/** A signature field, with the signer and date stated by the document. Nothing is verified. */
interface Signature {
  readonly field: string;
  readonly isSigned: boolean;
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
  readonly location?: string;
  /** Present if the field is signed. The signature was not verified. */
  readonly verified?: "not looked at";
}

/** Lists the signature fields of a document. */
export function readSignatures(document: PDFDocument): readonly Signature[] {
  return mapFields(document, ({ name, type, field }) => (type === "Sig" ? readSignature(name, field) : undefined));
}

/** Reads one signature field. */
function readSignature(name: string, field: PDFObject): Signature {
  if (!hasAt(field, "V")) return { field: name, isSigned: false };
  const facts = {
    by: lineAt(field, "Name") ?? certifiedName(field),
    at: isoDate(textAt(field, "V", "M") ?? ""),
    reason: lineAt(field, "Reason"),
    location: lineAt(field, "Location"),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return { field: name, isSigned: true, ...known, verified: "not looked at" };
}

function lineAt(field: PDFObject, key: string): string | undefined {
  const line = oneLine(textAt(field, "V", key) ?? "");
  return line === "" ? undefined : line;
}

/** Returns the name in the certificate if the document states none. */
function certifiedName(field: PDFObject): string | undefined {
  return withObject(field, ["V", "Contents"], (contents) =>
    contents.isString() ? signerName(contents.asByteString()) : undefined,
  );
}

const sequence = 0x30;
const certificateSet = 0xa0;
const signerSet = 0x31;
const versionTag = 0xa0;
/** Object identifier 2.5.4.3, the common name. */
const commonName = "550403";
/** Two bytes per character. Other string types are UTF-8 or a subset of it. */
const wideString = 0x1e;

/**
 * Returns the common name in the signing certificate of a CMS signature (RFC 5652), or `undefined` if it is missing or
 * of another kind. Nothing is verified.
 */
export function signerName(signature: Uint8Array): string | undefined {
  const [contentInfo] = derValues(signature);
  const signedData = derInside(derInside(contentInfo)[1])[0];
  const parts = derInside(signedData);
  const certificates = derInside(parts.find(({ tag }) => tag === certificateSet)).map(derInside);
  const signer = derInside(derInside(parts.findLast(({ tag }) => tag === signerSet))[0]);
  const serial = hexOf(derInside(signer[1])[1]);
  const subjects = certificates.map(([body]) => subjectOf(body, serial));
  const name = subjects.find((subject) => subject !== undefined) ?? "";
  return name === "" ? undefined : oneLine(name);
}

/** Returns the common name of a certificate's subject (RFC 5280, 4.1) if the serial number matches. */
function subjectOf(body: DerValue | undefined, serial: string): string | undefined {
  const fields = derInside(body);
  const [number, , , , subject] = fields[0]?.tag === versionTag ? fields.slice(1) : fields;
  if (serial === "" || hexOf(number) !== serial || subject?.tag !== sequence) return undefined;
  for (const set of derInside(subject)) {
    const [type, value] = derInside(derInside(set)[0]);
    if (hexOf(type) === commonName && value !== undefined) return stringOf(value);
  }
  return undefined;
}

function hexOf(value: DerValue | undefined): string {
  return value === undefined ? "" : Buffer.from(value.content).toString("hex");
}

function stringOf({ tag, content }: DerValue): string {
  return new TextDecoder(tag === wideString ? "utf-16be" : "utf-8").decode(content);
}

/** A value in the Distinguished Encoding Rules (X.690): its tag and its content. */
interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Lengths of five bytes or more exceed any size in memory. */
const maxLengthBytes = 4;

/** Returns a sequence of values. Stops at the first invalid one. */
function derValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const header = headerAt(bytes, at);
    if (header === undefined || header.end > bytes.length) break;
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(header.start, header.end) });
    at = header.end;
  }
  return values;
}

/** Returns the values inside a value. */
function derInside(value: DerValue | undefined): readonly DerValue[] {
  return value === undefined ? [] : derValues(value.content);
}

/** Returns the start and end of a value's content. Multi-byte tags and indefinite lengths do not occur here. */
function headerAt(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > maxLengthBytes) return undefined;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}
