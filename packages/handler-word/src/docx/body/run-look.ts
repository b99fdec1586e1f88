import { scriptOfPosition } from "@reader/document";
import type { RunFormat } from "@reader/document/builder";
import { ownEntry, type SymbolFont, symbolFontOf } from "@reader/document/content";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import type { WordStyle, WordStyles } from "../parts/styles.ts";

/** The format of a run's text. */
export interface RunLook {
  readonly format: RunFormat;
  readonly isCapitals: boolean;
  /** The font, if its characters are symbols. */
  readonly symbolFont: SymbolFont | undefined;
}

/** A tracked change of text. */
export type TextChange = "insertion" | "deletion";

/** The properties that a run inherits. */
export interface RunContext {
  /** The style of the paragraph. */
  readonly paragraph: WordStyle | undefined;
  readonly change: TextChange | undefined;
  /** The target of the link that contains the run. */
  readonly link: string | undefined;
}

const plain: RunLook = { format: {}, isCapitals: false, symbolFont: undefined };

/** Cache of looks, by the properties of the run and the style of its paragraph. */
export type KnownLooks = WeakMap<XmlElement, Map<WordStyle | undefined, RunLook>>;

/** The styles of the document, and the cache of looks. */
export interface LookSource {
  readonly styles: WordStyles;
  readonly looks: KnownLooks;
}

/** Returns the look of a run, from its own properties, its style and the style of its paragraph. */
export function lookOf(properties: XmlElement | undefined, context: RunContext, source: LookSource): RunLook {
  return withContext(ownLook(properties, context.paragraph, source), context);
}

/** Returns the format of content without properties. */
export function formatOf(context: Omit<RunContext, "paragraph">): RunFormat {
  return withContext(plain, context).format;
}

function withContext(look: RunLook, { change, link }: Omit<RunContext, "paragraph">): RunLook {
  if (change === undefined && link === undefined) return look;
  const format = { ...look.format, link, isInserted: change === "insertion", isDeleted: change === "deletion" };
  return { ...look, format };
}

/**
 * Returns the look of a run without its context. The scanner returns one element for all properties with the same
 * markup, and most have.
 */
function ownLook(
  properties: XmlElement | undefined,
  paragraph: WordStyle | undefined,
  { styles, looks }: LookSource,
): RunLook {
  if (properties === undefined && paragraph?.hasLook !== true) return plain;
  const key = properties ?? noProperties;
  const known = looks.get(key) ?? new Map<WordStyle | undefined, RunLook>();
  const look = known.get(paragraph) ?? readLook(key, paragraph, styles);
  looks.set(key, known.set(paragraph, look));
  return look;
}

const noProperties: XmlElement = { name: "w:rPr", attributes: {}, children: [] };

/**
 * True if the styles of a run and its paragraph turn a toggle property on. One that both styles set is off (ISO/IEC
 * 29500-1, 17.7.3).
 */
export function isToggledByStyles(
  key: ToggleKey,
  style: WordStyle | undefined,
  paragraph: WordStyle | undefined,
): boolean {
  return (style?.[key] ?? false) !== (paragraph?.[key] ?? false);
}

/** Properties of the run itself replace those of styles. */
function readLook(properties: XmlElement, paragraph: WordStyle | undefined, styles: WordStyles): RunLook {
  const own = ownProperties(properties);
  const style = styles.find(own.style);
  const styled = scripts.get(style?.script ?? "");
  const isStyled = (key: ToggleKey): boolean => isToggledByStyles(key, style, paragraph);
  const isOn = (key: ToggleKey): boolean => own.toggles[key] ?? isStyled(key);
  // Bold style on a paragraph marks a heading or a caption, not emphasis.
  const isEmphasis = (key: ToggleKey): boolean => own.toggles[key] ?? (style?.[key] === true && isStyled(key));
  return {
    format: {
      isBold: isEmphasis("isBold"),
      isItalic: isEmphasis("isItalic"),
      isStruck: isOn("isStruck"),
      isHidden: isOn("isHidden"),
      isCode: style?.isCode === true,
      script: own.script === undefined ? (own.shifted ?? styled) : scripts.get(own.script),
    },
    isCapitals: isOn("isCapitals"),
    symbolFont: symbolFontOf(childOf(properties, "w:rFonts")?.attributes["w:ascii"] ?? ""),
  };
}

/** The toggle properties that are read. */
export type ToggleKey = "isBold" | "isItalic" | "isStruck" | "isHidden" | "isCapitals";

interface OwnProperties {
  readonly toggles: { [key in ToggleKey]?: boolean };
  style?: string | undefined;
  script?: string | undefined;
  /** The script of a shift, which counts without a stated one. */
  shifted?: "sup" | "sub" | undefined;
}

function ownProperties(properties: XmlElement): OwnProperties {
  const own: OwnProperties = { toggles: {} };
  for (const child of properties.children) {
    if (typeof child !== "string") ownEntry(readers, child.name)?.(child, own);
  }
  return own;
}

type Read = (property: XmlElement, own: OwnProperties) => void;

const readers: Readonly<Record<string, Read | undefined>> = {
  "w:b": toggle("isBold"),
  "w:i": toggle("isItalic"),
  "w:strike": toggle("isStruck"),
  "w:dstrike": toggle("isStruck"),
  "w:vanish": toggle("isHidden"),
  "w:caps": toggle("isCapitals"),
  "w:rStyle": (property, own) => void (own.style = property.attributes["w:val"]),
  "w:vertAlign": (property, own) => void (own.script = property.attributes["w:val"]),
  "w:position": (property, own) => void (own.shifted = scriptOfPosition(Number(property.attributes["w:val"]))),
};

/** Reads a toggle property (ISO/IEC 29500-1, 17.17.4). */
function toggle(key: ToggleKey): Read {
  return ({ attributes }, { toggles }) =>
    void (toggles[key] = !/^(?:0|false|off|none)$/.test(attributes["w:val"] ?? ""));
}

const scripts: ReadonlyMap<string, "sup" | "sub"> = new Map([
  ["superscript", "sup"],
  ["subscript", "sub"],
]);
