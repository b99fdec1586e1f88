import { externalMark } from "@reader/document/builder";
import type { XmlAttributes } from "@reader/office-kit/xml";
import type { OdfField, OdfReader } from "./odf-reader.ts";
import { writeShown } from "./odf-text.ts";
import type { ElementActions } from "./paragraph-elements.ts";

/** Maximum number of form controls that are shown. */
const maxControls = 10_000;

function control(reader: OdfReader, attributes: XmlAttributes): void {
  const identifier = attributes["xml:id"] ?? attributes["form:id"];
  if (identifier === undefined || reader.controls.size >= maxControls) return;
  reader.controls.set(identifier, textOfControl(attributes));
}

function textOfControl(attributes: XmlAttributes): string {
  const state = attributes["form:current-state"] ?? attributes["form:state"];
  const value = attributes["form:current-value"] ?? attributes["form:value"] ?? "";
  const label = attributes["form:label"] ?? "";
  const box = state === undefined ? "" : checkBox(state === "checked");
  return [box, label, value].filter((part) => part !== "").join(" ");
}

function checkBox(isChecked: boolean): string {
  return isChecked ? "☒" : "☐";
}

/** Form controls, which are declared before the text that shows them. */
export const formControls: ElementActions = Object.fromEntries(
  "text textarea password formatted-text number date time checkbox radio button combobox listbox fixed-text"
    .split(" ")
    .map((name) => [`form:${name}`, { open: control }]),
);

/** Maximum depth of nested fields, and maximum number of values of a parameter. */
const maxDepth = 100;
const maxValues = 1000;

function openField({ fields }: OdfReader, attributes: XmlAttributes): void {
  const kind = withoutPrefix(attributes["field:type"] ?? "");
  // A field that is too deep is not shown, but its end still closes it.
  fields.push(fields.length < maxDepth ? { kind, parameters: new Map() } : undefined);
}

function addParameter(
  { fields }: OdfReader,
  { "field:name": name = "", "field:value": value = "" }: XmlAttributes,
): void {
  const parameters = fields.at(-1)?.parameters;
  const values = parameters?.get(withoutPrefix(name)) ?? [];
  if (values.length < maxValues) values.push(value);
  parameters?.set(withoutPrefix(name), values);
}

/** Names are written as `vnd.oasis.opendocument.field.FORMCHECKBOX` and `Checkbox_Checked`. */
function withoutPrefix(name: string): string {
  return name.replace(/^vnd\.oasis\.opendocument\.field\./, "");
}

function closeField(reader: OdfReader): void {
  const field = reader.fields.pop();
  if (field !== undefined) writeShown(reader, shownByField(field));
}

/** Returns what a field shows besides its text: a box, the selected entry, or the source of content from elsewhere. */
function shownByField({ kind, parameters }: OdfField): string {
  const valueOf = (name: string): string => parameters.get(name)?.[0] ?? "";
  if (kind === "FORMCHECKBOX") return checkBox(valueOf("Checkbox_Checked") === "true");
  if (kind === "FORMDROPDOWN")
    return parameters.get("Dropdown_ListEntry")?.[Number(valueOf("Dropdown_Selected"))] ?? "";
  const mark = externalMark(valueOf("code"), true);
  return mark === "" ? "" : ` ${mark}`;
}

/** Fields of Word, which LibreOffice keeps as marks in the text. */
export const fieldMarks: ElementActions = {
  "field:fieldmark": { open: openField, close: closeField },
  "field:fieldmark-start": { open: openField },
  "field:fieldmark-end": { open: closeField },
  "field:param": { open: addParameter },
};
