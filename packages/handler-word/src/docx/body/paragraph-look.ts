import { childOf, textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";
import { isMonospacedIn, isOnElement, type WordStyle, type WordStyles } from "../parts/styles.ts";
import { alternatives } from "./drawings.ts";

/** The look that all text of a paragraph shares. */
export interface ParagraphLook {
  /** True if the paragraph has text, and all of it is in a monospaced font. */
  readonly isMonospaced: boolean;
  /** True if the paragraph contains only visible text and line breaks: no links, notes, images or tracked changes. */
  readonly isPlain: boolean;
}

/** Returns the look of a paragraph. `named` is its style. */
export function paragraphLookOf(
  paragraph: XmlElement,
  named: WordStyle | undefined,
  styles: WordStyles,
): ParagraphLook {
  const survey: Survey = { named, styles, looks: [], isPlain: true };
  addContent(paragraph.children, survey);
  const { looks, isPlain } = survey;
  return { isMonospaced: looks.length > 0 && looks.every((look) => look.isMonospaced), isPlain };
}

interface Survey {
  readonly named: WordStyle | undefined;
  readonly styles: WordStyles;
  /** The looks of the runs with text. */
  readonly looks: TextLook[];
  isPlain: boolean;
}

interface TextLook {
  readonly isMonospaced: boolean;
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
  if (text.trim() === "") return;
  const properties = childOf(run, "w:rPr");
  const style = survey.styles.find(childOf(properties, "w:rStyle")?.attributes["w:val"]);
  const isHidden = isOnElement(properties, "w:vanish") ?? style?.isHidden ?? survey.named?.isHidden ?? false;
  if (isHidden) survey.isPlain = false;
  survey.looks.push({
    isMonospaced: isMonospacedIn(properties) ?? style?.isMonospaced ?? survey.named?.isMonospaced ?? false,
  });
}
