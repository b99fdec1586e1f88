import type { RunFormat } from "@reader/document/builder";
import type { XmlElement } from "../xml/xml-tree.ts";
import { isOn } from "./markup.ts";

/**
 * How a run stands out by its own properties (`a:rPr`); undefined where it does not. What its shape says of all text
 * is the design of the slide, and stresses nothing.
 */
export function lookOf(properties: XmlElement | undefined): RunFormat | undefined {
  if (properties === undefined) return undefined;
  const { b, i, strike = "noStrike" } = properties.attributes;
  const [isBold, isItalic, isStruck] = [isOn(b), isOn(i), strike !== "noStrike"];
  const script = scriptOf(properties);
  if (!isBold && !isItalic && !isStruck && script === undefined) return undefined;
  return { isBold, isItalic, isStruck, script };
}

/** Whether the text is raised or lowered (ISO/IEC 29500-1, 21.1.2.3.9); `30000` and, in Strict files, `30%` alike. */
export function scriptOf(properties: XmlElement | undefined): RunFormat["script"] {
  const percent = Number.parseFloat(properties?.attributes["baseline"] ?? "0");
  if (percent > 0) return "sup";
  return percent < 0 ? "sub" : undefined;
}
