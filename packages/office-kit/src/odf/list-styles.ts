import { ownEntry } from "@reader/document/content";
import type { Bullet } from "../drawing/numbering.ts";
import { childrenOf, type XmlElement } from "../xml/xml-tree.ts";

/** The labels of list items by level, from 0. */
export type ListStyle = (level: number) => Bullet;

const bullet: Bullet = { type: "bullet" };

/** The default label of a list: a bullet in slide outlines. */
export const plainList: ListStyle = () => bullet;

/** The numerals of OpenDocument 1.3, 19.500, by the names that DrawingML has for them. */
const numerals: Readonly<Record<string, string>> = {
  "1": "arabic",
  a: "alphaLc",
  A: "alphaUc",
  i: "romanLc",
  I: "romanUc",
};

/** Adds the list styles (`text:list-style`) among the children of an element, by their names. */
export function addListStyles(styles: Map<string, ListStyle>, parent: XmlElement | undefined): void {
  for (const style of childrenOf(parent, "text:list-style")) {
    const levels = new Map<number, Bullet>();
    for (const level of childrenOf(style)) levels.set(Number(level.attributes["text:level"]) - 1, bulletOf(level));
    styles.set(style.attributes["style:name"] ?? "", (level) => levels.get(level) ?? bullet);
  }
}

function bulletOf({ name, attributes }: XmlElement): Bullet {
  if (name !== "text:list-level-style-number") return bulletCharacter(attributes["text:bullet-char"]);
  const numeral = ownEntry(numerals, attributes["style:num-format"] ?? "");
  if (numeral === undefined) return { type: "none" };
  const start = Number(attributes["text:start-value"] ?? 1);
  return { type: "number", scheme: numeral + suffixOf(attributes), start: Number.isInteger(start) ? start : 1 };
}

/** A style may say that there is no bullet by giving none, or a space. */
function bulletCharacter(character: string | undefined): Bullet {
  return character !== undefined && character.trim() === "" ? { type: "none" } : bullet;
}

function suffixOf(attributes: Readonly<Record<string, string>>): string {
  const { "style:num-prefix": before = "", "style:num-suffix": after = "" } = attributes;
  if (after.startsWith(")")) return before.endsWith("(") ? "ParenBoth" : "ParenR";
  return after === "" ? "Plain" : "Period";
}
