import { nameWalls } from "./encoded-text.ts";
import { textOfHtml } from "./html-text.ts";
import { layOutJson } from "./json-layout.ts";
import { textIn, type MimeBundle } from "./mime-bundle.ts";
import { settleCarriageReturns, stripAnsi } from "./terminal-text.ts";

/** The best text of a result. */
export interface Readable {
  /** What it is, for its fence: `output`, `output markdown`, `output latex`, `output json`. */
  readonly info: string;
  readonly content: string;
}

/** Types of text that are programs for a browser. */
export const scripts: ReadonlySet<string> = new Set(["text/javascript", "text/ecmascript"]);

/**
 * Chooses the representation that tells a model most: Markdown, then HTML tables (`text/plain` drops columns and wraps
 * rows), LaTeX and JSON, then plain text, and the words of other HTML where the plain text is only an object's name.
 */
export async function chooseReadable(bundle: MimeBundle): Promise<Readable | undefined> {
  const markdown = textIn(bundle, "text/markdown");
  if (markdown !== undefined) return { info: "output markdown", content: markdown };
  const plain = textIn(bundle, "text/plain");
  const html = await readableHtml(textIn(bundle, "text/html"), plain);
  if (html !== undefined) return { info: "output markdown", content: html };
  const latex = textIn(bundle, "text/latex");
  if (latex !== undefined) return { info: "output latex", content: latex };
  const json = readableJson(bundle.get("application/json"));
  if (json !== undefined) return { info: "output json", content: json };
  return plain === undefined ? otherText(bundle) : { info: "output", content: cleanText(plain) };
}

/** What programs write for terminals, as text: no colours, no overwritten lines, no walls of base64. */
export function cleanText(text: string): string {
  return nameWalls(settleCarriageReturns(stripAnsi(text)));
}

/** Whether a text is only the name of an object, such as `<Figure size 640x480 with 1 Axes>`. */
export function isObjectName(text: string): boolean {
  const line = text.trim();
  return line.length < 300 && line.startsWith("<") && line.endsWith(">") && !line.includes("\n");
}

/** Converts HTML that says more than the plain text; `undefined` for any other, and for HTML without words. */
async function readableHtml(html: string | undefined, plain: string | undefined): Promise<string | undefined> {
  if (html === undefined) return undefined;
  const isBetter = plain === undefined || isObjectName(plain) || /<table[\s>]/i.test(html);
  return isBetter ? textOfHtml(html) : undefined;
}

function readableJson(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return typeof value === "string" ? value : layOutJson(value);
}

function otherText(bundle: MimeBundle): Readable | undefined {
  const type = [...bundle.keys()].find(
    (each) => each.startsWith("text/") && !scripts.has(each) && each !== "text/html",
  );
  const content = type === undefined ? undefined : textIn(bundle, type);
  return type === undefined || content === undefined
    ? undefined
    : { info: `output ${type.slice("text/".length)}`, content: cleanText(content) };
}
