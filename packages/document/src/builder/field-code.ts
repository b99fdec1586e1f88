import { inlineMark } from "@reader/core/render";
import { type SymbolFont, symbolFontOf, symbolText } from "../content/symbol-font.ts";

/** Returns the target of a HYPERLINK field, or `undefined` for other fields and for links within the document. */
export function linkOfField(instruction: string): string | undefined {
  const code = /^\s*hyperlink\b([\s\S]*)$/i.exec(instruction)?.[1];
  if (code === undefined) return undefined;
  const values = valuesIn(code);
  const address = (values.get("") ?? "").replaceAll("\\\\", "\\");
  if (address === "") return undefined;
  const anchor = values.get("\\l") ?? "";
  return anchor === "" || address.includes("#") ? address : `${address}#${anchor}`;
}

/** Returns the first value of each switch of a field, and its first argument under an empty name. */
function valuesIn(code: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let name = "";
  for (const [part, text, word] of code.matchAll(linkPart)) {
    const value = text ?? word;
    if (value === undefined) name = hasValue.test(part) ? part.toLowerCase() : "";
    else {
      if (!values.has(name)) values.set(name, value);
      name = "";
    }
  }
  return values;
}

/** A switch, an argument in quotes, or an argument of one word, of a HYPERLINK field (ISO/IEC 29500-1, 17.16.5.25). */
const linkPart = /\\[a-z*@#](?![^\s"])|"([^"]*)"|([^\s"]+)/gi;

/** The switches with a value: a place in the file, a hint for the pointer, a window, and formats of any field. */
const hasValue = /^\\[lot*@#]$/i;

/** Returns the character and font of a SYMBOL field, or `undefined` for other fields. */
export function symbolOfField(
  instruction: string,
): { readonly character: string; readonly font: SymbolFont } | undefined {
  const code = /^\s*symbol\s+(0x[\da-f]{1,4}|\d{1,5})\b/i.exec(instruction)?.[1];
  if (code === undefined) return undefined;
  const name = /\\f\s+"?([^"\\]+)/i.exec(instruction)?.[1] ?? "";
  return { character: String.fromCharCode(Number(code)), font: symbolFontOf(name) ?? "symbol" };
}

/**
 * Returns the text of a field that programs draw without storing its result (symbols and equations), or an empty
 * string.
 */
export function drawnByField(instruction: string): string {
  const symbol = symbolOfField(instruction);
  if (symbol !== undefined) return symbolText(symbol.character, symbol.font);
  const equation = /^\s*eq\b([\s\S]*)$/i.exec(instruction)?.[1];
  return equation === undefined ? "" : equationText(equation);
}

/** Fields whose result comes from another file or program (ISO/IEC 29500-1, 17.16.5). */
const externalField = /^\s*(includetext|includepicture|import|include|link|ddeauto|dde)\s+([\s\S]+)$/i;

/** An argument in quotes, a switch with its value if it takes one, or a word. */
const fieldPart = /"((?:[^"\\]|\\.)*)"|\\[cfn*@#](?:\s+(?:"[^"]*"|[^\s"\\]\S*))?|\\[a-z!]|([^\s"\\](?:[^\s"])*)/gi;

/** Fields whose result is an image, which is shown, or named as a linked one. */
const imageField = /^(?:includepicture|import)$/i;

/** Maximum number of characters of a source that are searched or shown. */
const maxSourceCharacters = 2000;

/**
 * Returns the mark for content that a program would fetch from elsewhere, `[external content · LINK: …]`, or an empty
 * string for other fields. The source is named and never read. `hasResult` is true if the file has what the field last
 * showed.
 */
export function externalMark(instruction: string, hasResult: boolean): string {
  const [, name, rest = ""] = externalField.exec(instruction) ?? [];
  if (name === undefined || (hasResult && imageField.test(name))) return "";
  const parts = Array.from(
    rest.slice(0, maxSourceCharacters).matchAll(fieldPart),
    ([, text, word]) => text ?? word ?? "",
  );
  return externalSourceMark(
    name.toUpperCase(),
    parts.map((part) => part.replaceAll(/\\(.)/g, "$1")),
  );
}

/** Returns the mark for content from elsewhere: how it is fetched, and from where. The source is never read. */
export function externalSourceMark(way: string, source: readonly (string | undefined)[]): string {
  const named = source.map((part) => part?.slice(0, maxSourceCharacters).trim() ?? "").filter((part) => part !== "");
  return inlineMark("external content", [way], named);
}

/** Maximum number of characters read from an EQ field; Word allows a few hundred. */
const maxCharacters = 2000;

/** Maximum nesting of its arguments. */
const maxDepth = 20;

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
}

/**
 * Returns the code of an EQ field as linear text: `1/2`, `√(x+1)`, `x^2`. Word used these fields for equations before
 * it had an equation editor, and still uses them for ruby and circled characters in East Asian text (ISO/IEC 29500-1,
 * 17.16.5.17).
 */
function equationText(code: string): string {
  const written = code.slice(0, maxCharacters);
  const [, above, below] = phoneticGuide.exec(written) ?? [];
  if (above !== undefined) return `${below}(${above})`;
  return partText({ text: written.replaceAll(generalSwitch, ""), at: 0, depth: 0 }, false)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** A general switch and its value: `\* jc2`, `\* "Font:MS Mincho"`. */
const generalSwitch = /\\\*\s*(?:"[^"]*"|[^\s"\\]+)\s*/g;

/** Ruby as Word writes it, with the size of its text in half-points: `\* hps10 \o\ad(\s\up 9(above),below)`. */
const phoneticGuide =
  /^[^(]*\\\*\s*hps\d+\s*\\o(?:\\a[a-z])?\s*\(\\s\\up\s*\d*\s*\(([^()\\]*)\)\s*[,;]\s*([^()\\]*)\)\s*$/i;

/** Reads up to the end, or to the separator or bracket that ends an argument. */
function partText(reading: Reading, isArgument: boolean): string {
  let text = "";
  let brackets = 0;
  while (reading.at < reading.text.length) {
    const character = reading.text.charAt(reading.at);
    if (isArgument && brackets === 0 && /[,;)]/.test(character)) break;
    if (character === "(") brackets += 1;
    if (character === ")") brackets -= 1;
    text += character === "\\" ? commandText(reading) : character;
    if (character !== "\\") reading.at += 1;
  }
  return text;
}

const switches = /\\([a-z]+)\s*(?:-?\d+)?\s*/iy;

/** Reads an escaped character, or a command with its options and arguments. */
function commandText(reading: Reading): string {
  const names: string[] = [];
  let bracket = "";
  for (let found = nextSwitch(reading); found !== undefined; found = nextSwitch(reading)) {
    names.push(found);
    // Each bracket option is followed by its bracket character.
    if (/^[lrb]c$/.test(found) && names[0] === "b") bracket = characterAfter(reading);
  }
  if (names.length === 0) return characterAfter(reading);
  return shown(names, argumentsOf(reading), bracket);
}

function nextSwitch(reading: Reading): string | undefined {
  switches.lastIndex = reading.at;
  const found = switches.exec(reading.text);
  if (found === null) return undefined;
  reading.at = switches.lastIndex;
  return (found[1] ?? "").toLowerCase();
}

function characterAfter(reading: Reading): string {
  reading.at += 2;
  return reading.text.charAt(reading.at - 1);
}

function argumentsOf(reading: Reading): readonly string[] {
  if (reading.text.charAt(reading.at) !== "(" || reading.depth >= maxDepth) return [];
  reading.depth += 1;
  const found: string[] = [];
  do {
    reading.at += 1;
    found.push(partText(reading, true).trim());
  } while (/[,;]/.test(reading.text.charAt(reading.at)));
  reading.at += 1;
  reading.depth -= 1;
  return found;
}

type Show = (parts: readonly string[], names: readonly string[], bracket: string) => string;

const shows: ReadonlyMap<string, Show> = new Map<string, Show>([
  ["f", ([above = "", below = ""]) => `${grouped(above)}/${grouped(below)}`],
  ["r", ([first = "", second]) => (second === undefined ? `√${grouped(first)}` : `${first}√${grouped(second)}`)],
  ["s", (parts, names) => parts.map((part) => `${names.includes("do") ? "_" : "^"}${grouped(part)}`).join("")],
  ["b", (parts, _, bracket) => between(bracket, parts.join(", "))],
  ["i", (parts, names) => integral(names, parts)],
  ["a", (parts) => parts.join("; ")],
  ["o", (parts) => enclosed(parts)],
]);

function shown(names: readonly string[], parts: readonly string[], bracket: string): string {
  return shows.get(names[0] ?? "")?.(parts, names, bracket) ?? parts.join(", ");
}

function integral(names: readonly string[], [lower = "", upper = "", inside = ""]: readonly string[]): string {
  const limits = (lower === "" ? "" : `_${grouped(lower)}`) + (upper === "" ? "" : `^${grouped(upper)}`);
  return `${integralSign(names)}${limits} ${inside}`;
}

/** Adds brackets unless the text is a single character or number. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}]|[\d.]+)?$/u.test(text) ? text : `(${text})`;
}

function integralSign(names: readonly string[]): string {
  if (names.includes("su")) return "∑";
  return names.includes("pr") ? "∏" : "∫";
}

const closing: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
  ["(", ")"],
]);

function between(bracket: string, text: string): string {
  const open = bracket === "" ? "(" : bracket;
  return `${open}${text}${closing.get(open) ?? open}`;
}

/** Geometric shapes such as circles and squares. */
const shape = /^[\u25a0-\u25ff\u3007\u56d7]$/;

/**
 * Replaces a shape drawn around characters (common in East Asian text) with brackets; joins other overlaid characters.
 */
function enclosed(parts: readonly string[]): string {
  const inside = parts.filter((part) => !shape.test(part));
  return inside.length < parts.length ? `(${inside.join("")})` : inside.join("");
}
