import { htmlToMarkdown, loadHtmlEngine } from "@reader/document";
import { replaceBase64 } from "./encoded-text.ts";
import { type MimeBundle, textIn } from "./mime-bundle.ts";

/** The best text of a result. */
export interface Readable {
  /** The info string of its fence: `output`, `output markdown`, `output latex`, `output json`. */
  readonly info: string;
  readonly content: string;
}

/** Text types that are programs for browsers. */
export const scripts: ReadonlySet<string> = new Set(["text/javascript", "text/ecmascript"]);

/**
 * Chooses the representation that is most useful for a model: Markdown, then HTML tables (`text/plain` drops columns and
 * wraps rows), LaTeX and JSON, then plain text. Other HTML is used if the plain text is only the name of an object.
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

/** Removes terminal colours, overwritten lines and blocks of base64 from the output of a program. */
export function cleanText(text: string): string {
  return replaceBase64(settleCarriageReturns(stripAnsi(text)));
}

/** True if a text is only the name of an object, such as `<Figure size 640x480 with 1 Axes>`. */
export function isObjectName(text: string): boolean {
  const line = text.trim();
  return line.length < 300 && line.startsWith("<") && line.endsWith(">") && !line.includes("\n");
}

/** Converts HTML that is better than the plain text. Returns `undefined` for other HTML, and for HTML without text. */
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

/**
 * Matches terminal control sequences of ECMA-48: CSI (colours, cursor), OSC (links, titles), and two-character escapes,
 * in 7-bit and 8-bit form. Each branch starts with a different character, so matching is linear.
 */
const ansi =
  // oxlint-disable-next-line no-control-regex -- control characters start such sequences
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-Z\\^-~]/g;

/** Removes colours and cursor movements for terminals. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") || /[\u009b\u009d]/.test(text) ? text.replace(ansi, "") : text;
}

/** Keeps the last state of lines that a program overwrote, such as progress bars. */
export function settleCarriageReturns(text: string): string {
  return text.includes("\r") ? text.split("\n").map(lastState).join("\n") : text;
}

function lastState(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

/** Maximum length, in characters, of a list or object on one line: enough for a row of small values. */
const maxFlatCharacters = 100;

/**
 * Formats JSON: short values stay on one line, lists of numbers and strings are filled into lines, and everything else is
 * indented by one space per level. It takes a fraction of the tokens of `JSON.stringify` with an indent, and only long
 * strings make long lines. The value must be shallow enough for recursion.
 */
export function layOutJson(value: unknown): string {
  return layOut(value, "");
}

function layOut(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const [open, close, items] = Array.isArray(value)
    ? ["[", "]", value.map((item) => layOut(item, inner))]
    : ["{", "}", Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inner)}`)];
  const isFlat = lengthOf(items) <= maxFlatCharacters && items.every((item) => !item.includes("\n"));
  if (isFlat) return `${open}${items.join(", ")}${close}`;
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  const rows = isPlainList ? fillRows(items) : items;
  return `${open}\n${rows.map((row) => inner + row).join(",\n")}\n${indent}${close}`;
}

function lengthOf(items: readonly string[]): number {
  return items.reduce((sum, item) => sum + item.length + 2, 0);
}

function fillRows(items: readonly string[]): readonly string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let length = 0;
  for (const item of items) {
    if (row.length > 0 && length + item.length > maxFlatCharacters) {
      rows.push(row.join(", "));
      row = [];
      length = 0;
    }
    row.push(item);
    length += item.length + 2;
  }
  return [...rows, row.join(", ")];
}

/**
 * Maximum number of HTML characters that are converted. Larger HTML consists of scripts of interactive charts, and the
 * conversion cannot be interrupted by a time limit.
 */
const maxHtmlCharacters = 8_000_000;

/**
 * Converts the text of HTML or SVG to Markdown. Returns `undefined` if there is no text, or the input exceeds the
 * limit.
 */
export async function textOfHtml(html: string): Promise<string | undefined> {
  if (html.length > maxHtmlCharacters) return undefined;
  const markdown = htmlToMarkdown(html, await loadHtmlEngine());
  return markdown === "" ? undefined : markdown;
}
