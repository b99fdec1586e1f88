import { accents, commands, escapeMath, functions, groupMarks } from "./characters.ts";
import { childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";

/**
 * Converts a MathML formula to LaTeX between dollar signs. Unknown elements are replaced by their text. Returns an
 * empty string for an empty formula.
 */
export function mathMarkdown(root: XmlElement): string {
  const latex = latexOf(root).replace(/\s+/g, " ").trim();
  return latex === "" ? "" : `$${latex}$`;
}

function latexOf(element: XmlElement): string {
  const name = element.name.slice(element.name.indexOf(":") + 1);
  const parts = childrenOf(element).map(latexOf);
  const part = (index: number): string => parts[index] ?? "";
  switch (name) {
    case "annotation":
      return "";
    case "mi":
    case "mn":
    case "mo":
      return tokenOf(textIn(element).trim());
    case "mtext":
      return wordsOf(textIn(element));
    case "mfrac":
      return `\\frac{${part(0)}}{${part(1)}}`;
    case "msqrt":
      return `\\sqrt{${parts.join(" ")}}`;
    case "mroot":
      return `\\sqrt[${part(1)}]{${part(0)}}`;
    default:
      return scriptsOf(name, parts) ?? fencedOf(name, { element, parts });
  }
}

/** Converts an identifier: the name of a function, or characters as they are. */
function tokenOf(text: string): string {
  return functions.has(text) ? `\\${text}` : escapeMath(text);
}

/** Writes text within a formula: a single character as math, words as `\text`. */
function wordsOf(text: string): string {
  return /^\s*\S?\s*$/.test(text) ? escapeMath(text.trim()) : `\\text{${text.replaceAll(/[{}\\]/g, "")}}`;
}

function scriptsOf(name: string, parts: readonly string[]): string | undefined {
  const [base = "", first = "", second = ""] = parts;
  switch (name) {
    case "msup":
      return `${base}^{${first}}`;
    case "msub":
      return `${base}_{${first}}`;
    case "mover":
    case "munder":
      return stacked(name, base, first);
    case "msubsup":
    case "munderover":
      return `${base}_{${first}}^{${second}}`;
    default:
      return undefined;
  }
}

/** Converts a base with something above or below it. */
function stacked(name: "mover" | "munder", base: string, other: string): string {
  const mark = marked(base, other);
  if (mark !== undefined) return mark;
  const isAbove = name === "mover";
  if (hasLimits(base)) return `${base}${isAbove ? "^" : "_"}{${other}}`;
  return `\\${isAbove ? "overset" : "underset"}{${other}}{${base}}`;
}

/**
 * True if the base is a sum, a function such as `lim`, or a brace: limits above and below it are written as scripts.
 */
function hasLimits(base: string): boolean {
  return base.startsWith("\\") || base === "";
}

/** Writes an accent above or below a base; returns `undefined` if the mark is not an accent. */
function marked(base: string, mark: string): string | undefined {
  const character = characters.get(mark) ?? mark;
  const command = isWide(base) ? (wide.get(character) ?? accents.get(character)) : accents.get(character);
  const found = command ?? groupMarks.get(character);
  return found === undefined ? undefined : `\\${found}{${base}}`;
}

/** Characters, by the commands that `tokenOf` writes for them. */
const characters: ReadonlyMap<string, string> = new Map([
  ...[...commands].map(([character, command]) => [`\\${command}`, character] as const),
  ["\\^{}", "^"],
  ["\\~{}", "~"],
]);

/** The same marks over more than one character. */
const wide: ReadonlyMap<string, string> = new Map([
  ["¯", "overline"],
  ["→", "overrightarrow"],
  ["\u20d7", "overrightarrow"],
  ["\u0302", "widehat"],
  ["^", "widehat"],
  ["\u0303", "widetilde"],
  ["~", "widetilde"],
]);

function isWide(base: string): boolean {
  return !/^(?:.|\\[a-z]+)$/iu.test(base);
}

interface Fenced {
  readonly element: XmlElement;
  readonly parts: readonly string[];
}

function fencedOf(name: string, { element, parts }: Fenced): string {
  switch (name) {
    case "mfenced":
      return [
        escapeMath(element.attributes["open"] ?? "("),
        parts.join(", "),
        escapeMath(element.attributes["close"] ?? ")"),
      ]
        .join(" ")
        .trim();
    case "mtr":
      return parts.join(" & ");
    case "mtable":
      return `\\begin{matrix}${parts.join(String.raw` \\ `)}\\end{matrix}`;
    default:
      return parts.length === 0 ? textIn(element).trim() : parts.join(" ");
  }
}
