import type { Attributes } from "./elements.ts";

/** Collects the elements of one MathML formula, and writes it as LaTeX. */
export interface MathReader {
  /** True inside an element of text, which may have elements of HTML. */
  readonly isInText: boolean;
  open(name: string, attributes: Attributes): void;
  /** Closes the innermost element of a name. Returns false if none is open. */
  close(name: string): boolean;
  text(characters: string): void;
  /** Returns the LaTeX that the formula carries in an annotation, or else what its elements say. */
  latex(): string;
}

interface MathNode {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (MathNode | string)[];
}

/** Maximum depth of a formula. Deeper elements are read as if they were not nested. */
const maxDepth = 60;

/** Elements in which HTML allows its own elements. */
const textElements = /^(?:m[inos]|mtext|annotation-xml)$/;

/** Creates a reader for the elements inside `math`. */
export function createMathReader(): MathReader {
  const root: MathNode = { name: "math", attributes: new Map(), children: [] };
  const stack: MathNode[] = [root];
  return {
    get isInText() {
      return stack.some(({ name }) => textElements.test(name));
    },
    open(name, attributes) {
      if (stack.length > maxDepth) return;
      const node: MathNode = { name, attributes, children: [] };
      stack.at(-1)?.children.push(node);
      stack.push(node);
    },
    close(name) {
      const at = stack.findLastIndex((node, index) => index > 0 && node.name === name);
      if (at > 0) stack.length = at;
      return at > 0;
    },
    text(characters) {
      stack.at(-1)?.children.push(characters);
    },
    latex: () => annotationIn(root) ?? contentOf(root).replaceAll(/\s+/g, " ").trim(),
  };
}

/** Returns the LaTeX in an annotation, without the style that wikis put around it. */
function annotationIn(node: MathNode): string | undefined {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    const isLatex = child.name === "annotation" && /\btex$|latex/i.test(child.attributes.get("encoding") ?? "");
    const latex = isLatex ? plainText(child).replaceAll(/\s+/g, " ").trim() : annotationIn(child);
    if (latex !== undefined && latex !== "") return withoutStyle(latex);
  }
  return undefined;
}

const style = /^\{\\displaystyle(?![a-zA-Z])\s*/;

/** Removes the group with a style that is all of a formula. */
function withoutStyle(latex: string): string {
  const [start] = style.exec(latex) ?? [];
  return start !== undefined && endOfGroup(latex) === latex.length - 1 ? latex.slice(start.length, -1) : latex;
}

/** Returns the position of the brace that closes the first group, or -1. */
function endOfGroup(latex: string): number {
  let depth = 0;
  for (let at = 0; at < latex.length; at += 1) {
    const character = latex[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function plainText({ children }: MathNode): string {
  return children.map((child) => (typeof child === "string" ? child : plainText(child))).join("");
}

type Write = (parts: readonly string[], attributes: Attributes) => string;

/** How elements with operands are written. The others are written as what is in them. */
const writers: ReadonlyMap<string, Write> = new Map<string, Write>([
  ["mfrac", fraction],
  ["msqrt", (parts) => `\\sqrt{${parts.join("")}}`],
  ["mroot", ([base = "", index = ""]) => `\\sqrt[${index}]{${base}}`],
  ["msup", ([base = "", raised = ""]) => `${grouped(base)}^${grouped(raised)}`],
  ["mover", ([base = "", raised = ""]) => `${grouped(base)}^${grouped(raised)}`],
  ["msub", ([base = "", lowered = ""]) => `${grouped(base)}_${grouped(lowered)}`],
  ["munder", ([base = "", lowered = ""]) => `${grouped(base)}_${grouped(lowered)}`],
  ["msubsup", both],
  ["munderover", both],
  ["mtext", (parts) => `\\text{${parts.join("")}}`],
  ["mfenced", fenced],
  ["mtable", (rows) => `\\begin{matrix} ${rows.join(" \\\\ ")} \\end{matrix}`],
  ["mtr", (cells) => cells.join(" & ")],
  ["annotation", () => ""],
  ["annotation-xml", () => ""],
]);

/** A fraction without a bar is a binomial. */
function fraction([over = "", under = ""]: readonly string[], attributes: Attributes): string {
  const hasBar = Number.parseFloat(attributes.get("linethickness") ?? "") !== 0;
  return `\\${hasBar ? "frac" : "binom"}{${over}}{${under}}`;
}

/** Writes operands between brackets, each two with the separator of their place, or else the last one. */
function fenced(parts: readonly string[], attributes: Attributes): string {
  const separators = (attributes.get("separators") ?? ",").match(/\S/gu) ?? [];
  const inner = parts.map((part, at) => {
    const separator = at === 0 ? undefined : (separators[at - 1] ?? separators.at(-1));
    return separator === undefined ? part : `${separator} ${part}`;
  });
  return joined([bracket(attributes.get("open") ?? "("), inner.join(""), bracket(attributes.get("close") ?? ")")]);
}

/** Braces group in LaTeX unless a backslash precedes them. */
function bracket(written: string): string {
  return written.trim().replaceAll(/[{}]/g, "\\$&");
}

const binomial = /^\\binom\{[^{}]*\}\{[^{}]*\}$/;

/** Joins parts, without the brackets around a binomial: the command includes them. */
function joined(parts: readonly string[]): string {
  const isBinomial = (at: number): boolean =>
    parts[at - 1] === "(" && binomial.test(parts[at] ?? "") && parts[at + 1] === ")";
  return parts.filter((_, at) => !isBinomial(at - 1) && !isBinomial(at + 1)).join("");
}

function both([base = "", lowered = "", raised = ""]: readonly string[]): string {
  return `${grouped(base)}_${grouped(lowered)}^${grouped(raised)}`;
}

function grouped(latex: string): string {
  return /^.$/su.test(latex) ? latex : `{${latex}}`;
}

function contentOf({ name, attributes, children }: MathNode): string {
  const isText = /^m(?:i|n|o|text|s)$/.test(name);
  const operands = children.filter((child) => isText || typeof child !== "string" || child.trim() !== "");
  const parts = operands.map((child) => (typeof child === "string" ? child : contentOf(child)));
  return writers.get(name)?.(parts, attributes) ?? joined(parts);
}
