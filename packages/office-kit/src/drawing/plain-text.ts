import { scriptedText } from "./paragraphs.ts";
import { childOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { contentOf } from "./markup.ts";
import { scriptOf } from "./run-look.ts";
import { runText } from "./run-text.ts";

/** The paragraphs of a DrawingML text body as one line. */
export function plainText(body: XmlElement | undefined): string {
  return paragraphTexts(body).join(" ");
}

/** The paragraphs of a DrawingML text body (`a:p`) that hold text, one line each. */
export function paragraphTexts(body: XmlElement | undefined): readonly string[] {
  return contentOf(body)
    .filter(({ name }) => name === "a:p")
    .map((paragraph) => contentOf(paragraph).map(textOf).join("").replaceAll(/\s+/gu, " ").trim())
    .filter((line) => line !== "");
}

function textOf(element: XmlElement): string {
  if (element.name === "a:br") return " ";
  if (element.name === "a:pPr" || element.name === "a:endParaRPr") return "";
  const text = contentOf(element).find(({ name }) => name === "a:t");
  return text === undefined && element.name !== "a:r" && element.name !== "a:fld"
    ? textIn(element)
    : textOfRun(textIn(text), childOf(element, "a:rPr"));
}

function textOfRun(written: string, properties: XmlElement | undefined): string {
  return scriptedText(runText(written, properties), scriptOf(properties));
}
