import type { XmlAttributes } from "@reader/office-kit/xml";
import type { OdfReader } from "./odf-reader.ts";
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
