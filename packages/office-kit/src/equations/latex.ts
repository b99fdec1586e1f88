import { ownEntry } from "@reader/document/content";
import { childOf, childrenOf, textIn, type XmlElement, type XmlNode } from "../xml/xml-tree.ts";
import { accents, commands, escapeMath, functions, groupMarks } from "./characters.ts";
import { joined } from "./latex-join.ts";
import { withoutOpenSymbols } from "./open-symbol.ts";
import { environment, fenced, optional, textLatex } from "./latex-parts.ts";

/**
 * Converts an Office equation (`m:oMath`, ISO/IEC 29500-1, 22.1) to LaTeX, without delimiters. Unknown elements are
 * replaced by their content, so that no character is lost.
 */
export function latexOf(math: XmlElement): string {
  return contentOf(math).replace(/\s+/g, " ").trim();
}

type ToLatex = (element: XmlElement) => string;

const elements: Readonly<Record<string, ToLatex | undefined>> = {
  "m:r": runLatex,
  "m:t": (text) => escapeMath(textIn(text)),
  "w:t": (text) => escapeMath(textIn(text)),
  "m:f": fraction,
  "m:sSup": (element) => `${base(element)}^${group(element, "m:sup")}`,
  "m:sSub": (element) => `${base(element)}_${group(element, "m:sub")}`,
  "m:sSubSup": (element) => `${base(element)}_${group(element, "m:sub")}^${group(element, "m:sup")}`,
  "m:sPre": (element) => `{}_${group(element, "m:sub")}^${group(element, "m:sup")}${group(element, "m:e")}`,
  "m:rad": radical,
  "m:nary": nary,
  "m:d": delimited,
  "m:m": matrix,
  "m:eqArr": (element) => environment("aligned", childrenOf(element, "m:e").map(contentOf)),
  "m:acc": (element) => accent(element, "m:accPr", "\u0302"),
  "m:bar": bar,
  "m:groupChr": groupCharacter,
  "m:func": appliedFunction,
  "m:limLow": (element) => `${limitBase(element)}_${group(element, "m:lim")}`,
  "m:limUpp": upperLimit,
  "m:borderBox": (element) => `\\boxed{${partOf(element, "m:e")}}`,
  "m:phant": (element) => partOf(element, "m:e"),
  "m:box": (element) => partOf(element, "m:e"),
  "w:br": () => " ",
};

/** Elements with properties, which contain no text of the equation. */
const isProperties = /^(?:m:\w+Pr|w:\w*Pr)$/;

function contentOf(element: XmlElement | undefined): string {
  let latex = "";
  for (const child of element?.children ?? []) latex = joined(latex, nodeLatex(child));
  return latex;
}

function nodeLatex(node: XmlNode): string {
  if (typeof node === "string") return node.trim() === "" ? "" : escapeMath(node);
  if (isProperties.test(node.name)) return "";
  return ownEntry(elements, node.name)?.(node) ?? contentOf(node);
}

function partOf(element: XmlElement, name: string): string {
  return contentOf(childOf(element, name));
}

function group(element: XmlElement, name: string): string {
  return `{${partOf(element, name)}}`;
}

/** Returns the base of a script: one character, or a group. */
function base(element: XmlElement): string {
  const latex = partOf(element, "m:e");
  return latex.length <= 1 || /^\\[a-zA-Z]+$/.test(latex) ? latex : `{${latex}}`;
}

function valueOf(element: XmlElement, properties: string, name: string): string | undefined {
  return childOf(element, properties, name)?.attributes["m:val"];
}

function isOn(element: XmlElement, properties: string, name: string): boolean {
  const found = childOf(element, properties, name);
  return found !== undefined && !/^(?:0|false|off)$/.test(found.attributes["m:val"] ?? "");
}

function runLatex(run: XmlElement): string {
  const text = contentOf(run);
  const isWords = childOf(run, "m:rPr", "m:nor") !== undefined;
  if (isWords && text.trim() !== "") return textLatex(childrenOf(run, "m:t").map(textIn).join(""));
  const face = faceOf(run);
  if (face !== undefined && /^[a-z0-9]+$/i.test(text)) return `\\${face}{${text}}`;
  return isOn(run, "m:rPr", "m:lit") ? text : functionName(run, text);
}

const scripts: Readonly<Record<string, string | undefined>> = {
  "double-struck": "mathbb",
  script: "mathcal",
  fraktur: "mathfrak",
  "sans-serif": "mathsf",
  monospace: "mathtt",
};

/** The alphabet of a run, if it distinguishes letters. LaTeX slants letters anyway. */
function faceOf(run: XmlElement): string | undefined {
  const script = ownEntry(scripts, valueOf(run, "m:rPr", "m:scr") ?? "");
  return script ?? (valueOf(run, "m:rPr", "m:sty") === "b" ? "mathbf" : undefined);
}

/** An upright `sin` is a function. */
function functionName(run: XmlElement, text: string): string {
  const isUpright = valueOf(run, "m:rPr", "m:sty") === "p";
  return isUpright && functions.has(text.trim()) ? `\\${text.trim()}` : text;
}

function fraction(element: XmlElement): string {
  const parts = `${group(element, "m:num")}${group(element, "m:den")}`;
  const type = valueOf(element, "m:fPr", "m:type");
  if (type === "lin") return `${partOf(element, "m:num")}/${partOf(element, "m:den")}`;
  return type === "noBar" ? `\\binom${parts}` : `\\frac${parts}`;
}

function radical(element: XmlElement): string {
  const degree = isOn(element, "m:radPr", "m:degHide") ? "" : partOf(element, "m:deg");
  return `\\sqrt${optional(degree)}${group(element, "m:e")}`;
}

function nary(element: XmlElement): string {
  const character = valueOf(element, "m:naryPr", "m:chr") ?? "∫";
  const command = commands.get(character);
  const lower = partOf(element, "m:sub");
  const upper = partOf(element, "m:sup");
  const limits = (lower === "" ? "" : `_{${lower}}`) + (upper === "" ? "" : `^{${upper}}`);
  const sign = command === undefined ? character : `\\${command}`;
  return joined(sign + limits, limits === "" ? ` ${partOf(element, "m:e")}` : partOf(element, "m:e"));
}

/** Word writes a binomial as a fraction without a bar, in brackets; the LaTeX command includes the brackets. */
const binomial = /^\\binom\{[^{}]*\}\{[^{}]*\}$/;

function delimited(element: XmlElement): string {
  const begin = valueOf(element, "m:dPr", "m:begChr") ?? "(";
  const end = valueOf(element, "m:dPr", "m:endChr") ?? ")";
  const separator = valueOf(element, "m:dPr", "m:sepChr") ?? "|";
  const inner = childrenOf(element, "m:e").map(contentOf).join(escapeMath(separator));
  if (`${begin}${end}` === "()" && binomial.test(inner)) return inner;
  return fenced(begin, inner, end);
}

function matrix(element: XmlElement): string {
  const rows = childrenOf(element, "m:mr").map((row) => childrenOf(row, "m:e").map(contentOf).join(" & "));
  return environment("matrix", rows);
}

function accent(element: XmlElement, properties: string, otherwise: string): string {
  const character = valueOf(element, properties, "m:chr") ?? otherwise;
  const command = accents.get(character);
  return command === undefined
    ? `\\overset{${escapeMath(character)}}${group(element, "m:e")}`
    : `\\${command}${group(element, "m:e")}`;
}

function bar(element: XmlElement): string {
  const isBelow = (valueOf(element, "m:barPr", "m:pos") ?? "bot") === "bot";
  return `\\${isBelow ? "underline" : "overline"}${group(element, "m:e")}`;
}

function groupCharacter(element: XmlElement): string {
  const character = valueOf(element, "m:groupChrPr", "m:chr") ?? "⏟";
  const command = groupMarks.get(character);
  const position = valueOf(element, "m:groupChrPr", "m:pos") === "top" ? "overset" : "underset";
  return command === undefined
    ? `\\${position}{${escapeMath(character)}}${group(element, "m:e")}`
    : `\\${command}${group(element, "m:e")}`;
}

function appliedFunction(element: XmlElement): string {
  const name = partOf(element, "m:fName");
  const argument = partOf(element, "m:e");
  return joined(functions.has(name) ? `\\${name}` : name, argument.startsWith("\\") ? argument : `{${argument}}`);
}

/** Converts a lower limit, such as that of `lim`. */
function limitBase(element: XmlElement): string {
  const latex = partOf(element, "m:e");
  if (functions.has(latex)) return `\\${latex}`;
  return /^\\(?:over|under)(?:brace|bracket)\{/.test(latex) ? latex : base(element);
}

/** Converts an upper limit: a label over a brace, otherwise one expression over another. Neither is a power. */
function upperLimit(element: XmlElement): string {
  const below = limitBase(element);
  if (below.startsWith("\\")) return `${below}^${group(element, "m:lim")}`;
  return `\\overset${group(element, "m:lim")}${group(element, "m:e")}`;
}

/**
 * Converts a MathML formula to LaTeX between dollar signs. Unknown elements are replaced by their text. Returns an
 * empty string for an empty formula.
 */
export function mathMarkdown(root: XmlElement): string {
  const latex = mathLatexOf(root).replace(/\s+/g, " ").trim();
  return latex === "" ? "" : `$${latex}$`;
}

function mathLatexOf(element: XmlElement): string {
  const name = element.name.slice(element.name.indexOf(":") + 1);
  const parts = childrenOf(element).map(mathLatexOf);
  const part = (index: number): string => parts[index] ?? "";
  switch (name) {
    case "annotation":
      return "";
    case "mi":
    case "mn":
    case "mo":
      return tokenOf(withoutOpenSymbols(textIn(element).trim()));
    case "mtext":
      return wordsOf(withoutOpenSymbols(textIn(element)));
    case "mfrac":
      return `\\frac{${part(0)}}{${part(1)}}`;
    case "msqrt":
      return `\\sqrt{${parts.join(" ")}}`;
    case "mroot":
      return `\\sqrt${optional(part(1))}{${part(0)}}`;
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
  return /^\s*\S?\s*$/.test(text) ? escapeMath(text.trim()) : textLatex(text);
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
