import { ownEntry } from "@reader/document/content";
import { inlineMark } from "@reader/core/render";
import { childOf, childrenOf, textIn, type XmlElement, type XmlNode } from "@reader/office-kit/xml";

/** Returns the non-empty paragraphs in an element as plain lines. Used for headers, footers and comments. */
export function flatParagraphs(root: XmlElement | undefined): readonly string[] {
  const lines: string[] = [];
  if (root !== undefined) collect(root, { lines, line: [] });
  return lines;
}

interface State {
  readonly lines: string[];
  /** The fragments of the open paragraph. */
  line: string[];
}

function collect(node: XmlNode, state: State): void {
  if (typeof node === "string") return;
  const write = ownEntry(writers, node.name);
  if (write !== undefined) state.line.push(write(node));
  else if (node.name === "w:p") collectParagraph(node, state);
  else if (node.name === "mc:AlternateContent") collectAlternative(node, state);
  else if (!omittedElements.has(node.name)) collectAll(node, state);
}

const writers: Readonly<Record<string, ((element: XmlElement) => string) | undefined>> = {
  "w:t": textIn,
  "w:tab": () => " ",
  "w:ptab": () => " ",
  "w:br": () => " ",
  "w:cr": () => " ",
  "w:noBreakHyphen": () => "\u2011",
  "v:textpath": ({ attributes }) => attributes["string"] ?? "",
  "pic:cNvPr": ({ attributes: { name = "", descr = "" } }) => imageWords(descr === "" ? name : descr),
  "v:imagedata": ({ attributes }) => imageWords(attributes["o:title"] ?? ""),
};

const omittedElements: ReadonlySet<string> = new Set([
  "w:instrText",
  "w:del",
  "w:moveFrom",
  "w:pPr",
  "w:rPr",
  "w:tblPr",
  "w:tcPr",
]);

function imageWords(description: string): string {
  return inlineMark("image", [], description);
}

function collectAll(element: XmlElement, state: State): void {
  for (const child of element.children) collect(child, state);
}

/** Collects a paragraph. A text box in it becomes a separate line after it. */
function collectParagraph(paragraph: XmlElement, state: State): void {
  const outer = state.line;
  state.line = [];
  const at = state.lines.length;
  collectAll(paragraph, state);
  const line = state.line.join("").replace(/\s+/g, " ").trim();
  if (line !== "") state.lines.splice(at, 0, line);
  state.line = outer;
}

function collectAlternative(element: XmlElement, state: State): void {
  const choice = childOf(element, "mc:Choice");
  const chosen = childrenOf(choice).length > 0 ? choice : childOf(element, "mc:Fallback");
  if (chosen !== undefined) collectAll(chosen, state);
}
