import { ownEntry } from "@reader/document/content";
import { escapeMath, functions } from "./characters.ts";
import { joinedAll } from "./latex-join.ts";
import { environment, textLatex } from "./latex-parts.ts";
import { createDecoder, faces, type MtefDecoder } from "./mtef-characters.ts";
import { parseMtef, type MtefCharacter, type MtefNode, type MtefTemplate } from "./mtef-records.ts";
import { scriptSigns, templateLatex, type WrittenTemplate } from "./mtef-templates.ts";

/** The stream of an object with the formula of Equation Editor or MathType. */
export const equationStream = "Equation Native";

/**
 * Converts a formula of Equation Editor or MathType, the stream `Equation Native` of its object, to LaTeX without
 * delimiters. A damaged formula gives what could be read. Returns `undefined` if that is nothing.
 */
export function equationLatex(stream: Uint8Array): string | undefined {
  const formula = parseMtef(stream);
  if (formula === undefined) return undefined;
  const writer: Writer = { decoder: createDecoder(formula), isOld: formula.version !== 5 };
  const written = linesLatex(formula.items, writer).replace(/\s+/g, " ");
  const latex = withoutOuterGaps(written);
  return latex === "" ? undefined : latex;
}

/** Gaps of LaTeX, as this module writes them. */
const gaps = [" ", String.raw`\quad`] as const;

/** Removes gaps from the ends of a formula. A regular expression would take quadratic time for gaps within it. */
function withoutOuterGaps(latex: string): string {
  let [start, end] = [0, latex.length];
  const gapAtStart = (): number => gaps.find((gap) => latex.startsWith(gap, start))?.length ?? 0;
  const gapAtEnd = (): number => gaps.find((gap) => latex.endsWith(gap, end))?.length ?? 0;
  for (let length = gapAtStart(); length > 0; length = gapAtStart()) start += length;
  for (let length = gapAtEnd(); length > 0 && end > start; length = gapAtEnd()) end -= length;
  return latex.slice(start, end);
}

interface Writer {
  readonly decoder: MtefDecoder;
  /** True before MTEF 5, which numbers templates differently. */
  readonly isOld: boolean;
}

function nodeLatex(node: MtefNode, writer: Writer): string {
  switch (node.type) {
    case "line":
      return sequenceLatex(node.items, writer);
    case "pile":
      return linesLatex(node.items, writer);
    case "matrix":
      return environment("matrix", rowsOf(node.items, node.columns, writer));
    case "template":
      return templateLatex(writtenTemplate(node, writer));
    case "character":
      return markedLatex(node, writer);
  }
}

/** Writes lines below each other. Nodes that are in no line of their own form one. */
function linesLatex(items: readonly MtefNode[], writer: Writer): string {
  const lines: MtefNode[] = [];
  let loose: MtefNode[] = [];
  for (const item of items) {
    const isLine = item.type === "line" || item.type === "pile";
    if (isLine) lines.push(item);
    else if (loose.push(item) === 1) lines.push({ type: "line", items: loose });
    if (isLine) loose = [];
  }
  const written = lines.map((line) => nodeLatex(line, writer)).filter((line) => line.trim() !== "");
  return written.length <= 1 ? (written[0] ?? "") : environment("aligned", written);
}

function rowsOf(cells: readonly MtefNode[], columns: number, writer: Writer): readonly string[] {
  const rows: string[] = [];
  const width = Math.max(1, columns);
  for (let at = 0; at < cells.length; at += width) {
    rows.push(
      cells
        .slice(at, at + width)
        .map((cell) => nodeLatex(cell, writer))
        .join(" & "),
    );
  }
  return rows;
}

/** Writes nodes beside each other. Neighbouring characters of words and of functions belong together. */
function sequenceLatex(items: readonly MtefNode[], writer: Writer): string {
  const pieces: string[] = [];
  let scripts = "";
  for (let at = 0; at < items.length; at += 1) {
    const length = wordLength(items, at, writer);
    const word = items.slice(at, at + length).filter(isCharacter);
    const piece = length > 0 ? { latex: wordLatex(word, writer), scripts: "" } : pieceOf(items[at], writer);
    const isTaken = Array.from(piece.scripts).some((sign) => scripts.includes(sign));
    pieces.push(isTaken ? "{}" : "", piece.latex);
    scripts = piece.scripts === "" ? "" : scripts + piece.scripts;
    at += Math.max(0, length - 1);
  }
  return joinedAll(pieces);
}

interface Piece {
  readonly latex: string;
  /** The scripts that it adds to the base before it, which has only one of each kind: `_`, `^` or both. */
  readonly scripts: string;
}

function pieceOf(node: MtefNode | undefined, writer: Writer): Piece {
  if (node?.type !== "template") return { latex: node === undefined ? "" : nodeLatex(node, writer), scripts: "" };
  const template = writtenTemplate(node, writer);
  return { latex: templateLatex(template), scripts: scriptSigns(template) };
}

function isCharacter(node: MtefNode): node is MtefCharacter {
  return node.type === "character";
}

/** Returns the number of characters of a word or a function's name that starts at an index. */
function wordLength(items: readonly MtefNode[], start: number, { decoder }: Writer): number {
  const first = items[start];
  if (first?.type !== "character" || !wordFaces.has(first.face)) return 0;
  let length = 0;
  for (
    let node = items[start];
    node !== undefined && isOfWord(node, first.face, decoder);
    node = items[start + length]
  ) {
    length += 1;
  }
  return length;
}

/** Typefaces whose characters belong together. */
const wordFaces: ReadonlySet<number> = new Set([faces.text, faces.functions]);

/** True if a node continues a word in a typeface. Gaps belong to text. */
function isOfWord(node: MtefNode, face: number, decoder: MtefDecoder): boolean {
  if (node.type !== "character" || node.marks.length > 0) return false;
  return node.face === face || (face === faces.text && decoder.text(node) === " ");
}

function wordLatex(characters: readonly MtefCharacter[], { decoder }: Writer): string {
  const text = characters.map((character) => decoder.text(character)).join("");
  const isText = characters[0]?.face === faces.text;
  if (!isText) return joinedAll(text.split(/([a-z]+)/i).map(functionLatex));
  return /\p{L}[\p{L}\s]/u.test(text) ? textLatex(text) : escapeMath(text);
}

/** Writes a name in the typeface of functions, or the characters between two names. */
function functionLatex(text: string): string {
  if (functions.has(text)) return `\\${text}`;
  return /^[a-z]{2}/i.test(text) ? `\\mathrm{${text}}` : escapeMath(text);
}

function writtenTemplate({ selector, variation, items }: MtefTemplate, writer: Writer): WrittenTemplate {
  const slots = items.filter((item) => item.type !== "character").map((slot) => nodeLatex(slot, writer));
  const signs = items.filter(isCharacter).map((sign) => writer.decoder.text(sign).trim());
  return { selector, variation, slots, signs, isOld: writer.isOld };
}

/** Writes a character with its embellishments. */
function markedLatex(character: MtefCharacter, { decoder }: Writer): string {
  let latex = decoder.latex(character);
  for (const mark of character.marks) latex = ownEntry(marks, String(mark))?.(latex) ?? latex;
  return latex;
}

type Mark = (latex: string) => string;

/** Writes a mark above, which has a command. */
function above(command: string): Mark {
  return (latex) => `\\${command}{${latex}}`;
}

/** Writes a mark as a character above or below. */
function beside(position: "overset" | "underset", mark: string): Mark {
  return (latex) => `\\${position}{${mark}}{${latex}}`;
}

/** Characters whose negation has a command of its own. */
const negated: ReadonlyMap<string, string> = new Map([
  ["=", String.raw`\neq`],
  [String.raw`\in`, String.raw`\notin`],
]);

/** Embellishments by their number. */
const marks: Readonly<Record<string, Mark | undefined>> = {
  2: above("dot"),
  3: above("ddot"),
  4: above("dddot"),
  5: (latex) => `${latex}'`,
  6: (latex) => `${latex}''`,
  7: (latex) => `{}^{\\backprime}${latex}`,
  8: above("tilde"),
  9: above("hat"),
  10: (latex) => negated.get(latex) ?? `\\not{${latex}}`,
  11: above("vec"),
  12: above("overleftarrow"),
  13: above("overleftrightarrow"),
  14: beside("overset", String.raw`\rightharpoonup`),
  15: beside("overset", String.raw`\leftharpoonup`),
  16: above("cancel"),
  17: above("bar"),
  18: (latex) => `${latex}'''`,
  19: beside("overset", String.raw`\frown`),
  20: beside("overset", String.raw`\smile`),
  21: above("xcancel"),
  22: above("cancel"),
  23: above("bcancel"),
  24: above("ddddot"),
  25: beside("underset", "."),
  26: beside("underset", ".."),
  27: beside("underset", "..."),
  28: beside("underset", "...."),
  29: above("underline"),
  30: beside("underset", String.raw`\sim`),
  31: beside("underset", String.raw`\frown`),
  32: beside("underset", String.raw`\smile`),
  33: above("underrightarrow"),
  34: above("underleftarrow"),
  35: above("underleftrightarrow"),
  36: beside("underset", String.raw`\rightharpoonup`),
  37: beside("underset", String.raw`\leftharpoonup`),
};
