import { scriptOfPosition } from "@reader/document";
import { childOf, textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import { defined, runLookIn, type WordStyle, type WordStyles } from "../parts/styles.ts";
import { alternatives } from "./drawings.ts";
import { isToggledByStyles, type ToggleKey } from "./run-look.ts";

/** The look that all text of a paragraph shares. */
export interface ParagraphLook {
  readonly text: string;
  /** True if the paragraph has text, and all of it is in a monospaced font. */
  readonly isMonospaced: boolean;
  /** True if the paragraph has text, and all of it is bold, italic, underlined or in capitals. */
  readonly isEmphasized: boolean;
  /** The size of its smallest text in half-points; 0 without text. */
  readonly size: number;
  /** The level of the heading style that is linked to the character style of all text; 0 if there is none. */
  readonly heading: number;
  /**
   * True if the paragraph contains only visible text and line breaks: no links, notes, images or tracked changes, and no
   * text that is struck through, raised or lowered.
   */
  readonly isPlain: boolean;
}

/** Returns the look of a paragraph. `named` is its style. */
export function paragraphLookOf(
  paragraph: XmlElement,
  named: WordStyle | undefined,
  styles: WordStyles,
): ParagraphLook {
  const survey: Survey = { named, styles, looks: [], text: "", isPlain: true };
  addContent(paragraph.children, survey);
  const { looks, text, isPlain } = survey;
  const levels = new Set(looks.map(({ heading }) => heading));
  return {
    text,
    isMonospaced: looks.length > 0 && looks.every((look) => look.isMonospaced),
    isEmphasized: looks.length > 0 && looks.every((look) => look.isEmphasized),
    size: looks.length === 0 ? 0 : looks.reduce((least, { size }) => Math.min(least, size), Infinity),
    heading: levels.size === 1 ? (looks[0]?.heading ?? 0) : 0,
    isPlain: isPlain && looks.every((look) => !look.isMarked),
  };
}

interface Survey {
  readonly named: WordStyle | undefined;
  readonly styles: WordStyles;
  /** The looks of the runs with text. */
  readonly looks: TextLook[];
  text: string;
  isPlain: boolean;
}

interface TextLook {
  readonly isMonospaced: boolean;
  readonly isEmphasized: boolean;
  /** True for text whose meaning depends on its look: hidden, struck through, raised or lowered. */
  readonly isMarked: boolean;
  /** In half-points. */
  readonly size: number;
  readonly heading: number;
}

/** Elements without content. */
const marks: ReadonlySet<string> = new Set([
  "w:pPr",
  "w:bookmarkStart",
  "w:bookmarkEnd",
  "w:commentRangeStart",
  "w:commentRangeEnd",
  "w:permStart",
  "w:permEnd",
  "w:proofErr",
]);

/** Elements around runs that do not change how they are shown. */
const plainWrappers: ReadonlySet<string> = new Set(["w:smartTag", "w:customXml"]);

/** Elements around runs that are not part of plain text. Deleted text is not among them. */
const otherWrappers: ReadonlySet<string> = new Set([
  "w:hyperlink",
  "w:fldSimple",
  "w:ins",
  "w:moveTo",
  "w:sdt",
  "w:sdtContent",
]);

function addContent(nodes: readonly XmlNode[], survey: Survey): void {
  for (const node of alternatives(nodes)) {
    if (typeof node === "string" || marks.has(node.name)) continue;
    if (node.name === "w:r") addRun(node, survey);
    else if (plainWrappers.has(node.name)) addContent(node.children, survey);
    else {
      survey.isPlain = false;
      if (otherWrappers.has(node.name)) addContent(node.children, survey);
    }
  }
}

/** Elements of runs that are text, break a line, or show nothing. */
const textNames: ReadonlySet<string> = new Set([
  "w:t",
  "w:tab",
  "w:br",
  "w:cr",
  "w:noBreakHyphen",
  "w:softHyphen",
  "w:lastRenderedPageBreak",
]);

function addRun(run: XmlElement, survey: Survey): void {
  let text = "";
  for (const node of alternatives(run.children)) {
    if (typeof node === "string" || node.name === "w:rPr") continue;
    if (!textNames.has(node.name)) survey.isPlain = false;
    if (node.name === "w:t") text += textIn(node);
  }
  survey.text += text;
  if (text.trim() !== "") survey.looks.push(textLookOf(childOf(run, "w:rPr"), survey));
}

const emphases = ["isBold", "isItalic", "isCapitals"] as const satisfies readonly ToggleKey[];

function textLookOf(properties: XmlElement | undefined, { named, styles }: Survey): TextLook {
  const style = styles.find(childOf(properties, "w:rStyle")?.attributes["w:val"]);
  const own = runLookIn(properties);
  const inherited = { ...named, ...given(style), ...given(own) };
  const isOn = (key: ToggleKey): boolean => own[key] ?? isToggledByStyles(key, style, named);
  return {
    isMonospaced: inherited.isMonospaced ?? false,
    isEmphasized: emphases.some(isOn) || inherited.isUnderlined === true,
    isMarked: isOn("isHidden") || isOn("isStruck") || isShifted(properties, inherited),
    size: inherited.size ?? styles.bodySize,
    heading: style?.heading ?? 0,
  };
}

/** True for text that is raised or lowered. */
function isShifted(properties: XmlElement | undefined, { script }: Partial<WordStyle>): boolean {
  if (script !== undefined) return script !== "baseline";
  return scriptOfPosition(Number(childOf(properties, "w:position")?.attributes["w:val"])) !== undefined;
}

/** Returns the properties of a run style that are stated. */
function given(style: Partial<WordStyle> | undefined): Partial<WordStyle> {
  return style === undefined ? {} : defined(style);
}
