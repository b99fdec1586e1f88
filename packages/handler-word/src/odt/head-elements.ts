import type { XmlAttributes } from "@reader/office-kit/xml";
import { captured, hidden, type ElementAction, type ElementActions } from "./element-action.ts";
import { beginInset, endInset } from "./inset-elements.ts";
import { outlineStyle } from "./odf-lists.ts";
import type { OdfReader } from "./odf-reader.ts";

function listLevel(kind: "number" | "bullet" | "image"): ElementAction {
  return { open: (reader, attributes) => reader.lists.declareLevel(attributes, kind) };
}

function pageLine(what: "Header" | "Footer"): ElementAction {
  return {
    open: beginInset,
    close(reader) {
      const aside = endInset(reader);
      reader.builder.pageLine(what, aside);
    },
  };
}

function fact(name: keyof OdfReader["facts"]): ElementAction {
  return captured(({ facts }, text) => void (facts[name] = text));
}

const section: ElementAction = {
  open({ hiddenSections }, attributes) {
    const isHidden = attributes["text:display"] === "none" || attributes["text:is-hidden"] === "true";
    hiddenSections.push(isHidden || hiddenSections.at(-1) === true);
  },
  close: ({ hiddenSections }) => void hiddenSections.pop(),
};

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

const formControls: ElementActions = Object.fromEntries(
  "text textarea password formatted-text number date time checkbox radio button combobox listbox fixed-text"
    .split(" ")
    .map((name) => [`form:${name}`, { open: control }]),
);

/** Actions for metadata, styles, page headers and footers, and elements that are skipped. */
export const headElements: ElementActions = {
  ...formControls,
  "dc:title": fact("title"),
  "dc:subject": fact("subject"),
  "dc:description": fact("comments"),
  "meta:creation-date": fact("created"),
  "meta:keyword": captured(({ facts }, text) => {
    facts.keywords = facts.keywords === undefined ? text : `${facts.keywords}, ${text}`;
  }),
  "meta:initial-creator": captured(({ facts }, text) => void (facts.author ??= text)),
  "style:style": { open: ({ styles }, attributes) => styles.declare(attributes) },
  "style:text-properties": { open: ({ styles }, attributes) => styles.addTextProperties(attributes) },
  "style:properties": { open: ({ styles }, attributes) => styles.addTextProperties(attributes) },
  "text:list-style": { open: ({ lists }, attributes) => lists.declareStyle(attributes["style:name"] ?? "") },
  "text:outline-style": { open: ({ lists }) => lists.declareStyle(outlineStyle) },
  "text:outline-level-style": {
    open: ({ lists }, attributes) => {
      if ((attributes["style:num-format"] ?? "") !== "") lists.declareLevel(attributes, "number");
    },
  },
  "text:list-level-style-number": listLevel("number"),
  "text:list-level-style-bullet": listLevel("bullet"),
  "text:list-level-style-image": listLevel("image"),
  "style:header": pageLine("Header"),
  "style:header-left": pageLine("Header"),
  "style:header-first": pageLine("Header"),
  "style:footer": pageLine("Footer"),
  "style:footer-left": pageLine("Footer"),
  "style:footer-first": pageLine("Footer"),
  "text:section": section,
  "office:text": { open: (reader) => void (reader.hasBody = true) },
  "office:scripts": hidden,
  "office:settings": hidden,
  "office:script": hidden,
  "text:script": hidden,
  "text:notes-configuration": hidden,
  "text:table-of-content-source": hidden,
  "text:illustration-index-source": hidden,
  "text:table-index-source": hidden,
  "text:object-index-source": hidden,
  "text:user-index-source": hidden,
  "text:alphabetical-index-source": hidden,
  "text:bibliography-source": hidden,
  "text:index-title-template": hidden,
  "number:text": hidden,
};
