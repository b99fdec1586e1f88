import { ownEntry } from "@reader/document/content";
import { first, isOn, type WordElement } from "../tree.ts";
import type { WordStyle } from "../styles.ts";
import { plainLook, type RunLook } from "./inline-writer.ts";
import type { Rewriting } from "./rewriting.ts";

/** What surrounds a run. */
export interface RunContext {
  /** The style of the paragraph. */
  readonly paragraph: WordStyle | undefined;
  readonly change: RunLook["change"];
}

/** How a run looks by its own properties, those of its style and those of its paragraph's style. */
export function lookOf(run: WordElement, { paragraph, change }: RunContext, { styles }: Rewriting): RunLook {
  const own = ownLook(run);
  const style = styles.find(own.style);
  const { values } = own;
  if (isPlain(own, paragraph) && change === undefined) return plainLook;
  const nearest = (key: ToggleKey): boolean => values[key] ?? style?.[key] ?? false;
  const inherited = (key: ToggleKey): boolean => values[key] ?? style?.[key] ?? paragraph?.[key] ?? false;
  return {
    // Whole paragraphs that are bold by their style are headings, captions and the like, and not stressed.
    isBold: nearest("isBold"),
    isItalic: nearest("isItalic"),
    isStruck: inherited("isStruck"),
    isCode: style?.isCode === true,
    isHidden: inherited("isHidden"),
    isCapitals: inherited("isCapitals"),
    script: scriptOf(own.script ?? style?.script),
    change,
  };
}

type ToggleKey = "isBold" | "isItalic" | "isStruck" | "isHidden" | "isCapitals";

interface Own {
  readonly values: { [key in ToggleKey]?: boolean };
  style?: string | undefined;
  script?: string | undefined;
}

/** One pass over the properties, for there may be a million runs. */
function ownLook(run: WordElement): Own {
  const own: Own = { values: {} };
  for (const child of first(run, "w:rPr")?.children ?? []) {
    if (child.type === "element") ownEntry(readers, child.name)?.(child, own);
  }
  return own;
}

type Read = (property: WordElement, own: Own) => void;

const readers: Readonly<Record<string, Read | undefined>> = {
  "w:b": toggled("isBold"),
  "w:i": toggled("isItalic"),
  "w:strike": toggled("isStruck"),
  "w:dstrike": toggled("isStruck"),
  "w:vanish": toggled("isHidden"),
  "w:caps": toggled("isCapitals"),
  "w:rStyle": (property, own) => void (own.style = property.attributes["w:val"]),
  "w:vertAlign": (property, own) => void (own.script = property.attributes["w:val"]),
  "w:position": (property, own) => void (own.script ??= positionScript(Number(property.attributes["w:val"]))),
};

/** Half-points from which text that is only moved is meant to be raised or lowered. */
const minShift = 4;

function positionScript(halfPoints: number): string | undefined {
  if (halfPoints >= minShift) return "superscript";
  return halfPoints <= -minShift ? "subscript" : undefined;
}

function toggled(key: ToggleKey): Read {
  return (property, { values }) => void (values[key] = isOn(property));
}

function isPlain({ values, style, script }: Own, paragraph: WordStyle | undefined): boolean {
  if (style !== undefined || script !== undefined || paragraph?.hasLook === true) return false;
  for (const _ in values) return false;
  return true;
}

function scriptOf(value: string | undefined): string | undefined {
  return value === "superscript" || value === "subscript" ? value : undefined;
}
