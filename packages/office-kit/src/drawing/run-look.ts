import type { RunFormat } from "@reader/document/builder";
import type { XmlElement } from "../xml/xml-tree.ts";
import { isOn } from "./markup.ts";

/**
 * Returns the format of a run by its own properties (`a:rPr`), or `undefined` if it has none. The text style of the
 * shape is design, not emphasis.
 */
export function lookOf(properties: XmlElement | undefined): RunFormat | undefined {
  if (properties === undefined) return undefined;
  const { b, i, strike = "noStrike" } = properties.attributes;
  const [isBold, isItalic, isStruck] = [isOn(b), isOn(i), strike !== "noStrike"];
  const script = scriptOf(properties);
  if (!isBold && !isItalic && !isStruck && script === undefined) return undefined;
  return { isBold, isItalic, isStruck, script };
}

/** True for superscript or subscript (ISO/IEC 29500-1, 21.1.2.3.9); Strict files write `30%` for `30000`. */
export function scriptOf(properties: XmlElement | undefined): RunFormat["script"] {
  const percent = Number.parseFloat(properties?.attributes["baseline"] ?? "0");
  if (percent > 0) return "sup";
  return percent < 0 ? "sub" : undefined;
}
