/** Collects the elements of one MathML formula, and writes it as LaTeX. */
export interface MathReader {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(characters: string): void;
  /** Returns the LaTeX that the formula carries in an annotation, or else what its elements say. */
  latex(): string;
}

interface MathNode {
  readonly name: string;
  /** The media type of an annotation. */
  readonly encoding: string;
  readonly children: (MathNode | string)[];
}

/** Maximum depth of a formula. Deeper elements are read as if they were not nested. */
const maxDepth = 60;

/** Elements without content, which XHTML closes in their own tag. */
const emptyElements: ReadonlySet<string> = new Set(["mspace", "none", "mprescripts", "mglyph", "malignmark"]);

/** Creates a reader for the elements inside `math`. */
export function createMathReader(): MathReader {
  const root: MathNode = { name: "math", encoding: "", children: [] };
  const stack: MathNode[] = [root];
  return {
    open(name, attributes) {
      if (emptyElements.has(name) || stack.length > maxDepth) return;
      const node: MathNode = { name, encoding: attributes.get("encoding") ?? "", children: [] };
      stack.at(-1)?.children.push(node);
      stack.push(node);
    },
    close(name) {
      const at = stack.findLastIndex((node, index) => index > 0 && node.name === name);
      if (at > 0) stack.length = at;
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
    const isLatex = child.name === "annotation" && /\btex$|latex/i.test(child.encoding);
    const latex = isLatex ? plainText(child).replaceAll(/\s+/g, " ").trim() : annotationIn(child);
    if (latex !== undefined && latex !== "") return latex.replace(/^\{\\displaystyle\s*(.*)\}$/, "$1");
  }
  return undefined;
}

function plainText({ children }: MathNode): string {
  return children.map((child) => (typeof child === "string" ? child : plainText(child))).join("");
}

type Write = (parts: readonly string[]) => string;

/** How elements with operands are written. The others are written as what is in them. */
const writers: ReadonlyMap<string, Write> = new Map<string, Write>([
  ["mfrac", ([over = "", under = ""]) => `\\frac{${over}}{${under}}`],
  ["msqrt", (parts) => `\\sqrt{${parts.join("")}}`],
  ["mroot", ([base = "", index = ""]) => `\\sqrt[${index}]{${base}}`],
  ["msup", ([base = "", raised = ""]) => `${grouped(base)}^${grouped(raised)}`],
  ["mover", ([base = "", raised = ""]) => `${grouped(base)}^${grouped(raised)}`],
  ["msub", ([base = "", lowered = ""]) => `${grouped(base)}_${grouped(lowered)}`],
  ["munder", ([base = "", lowered = ""]) => `${grouped(base)}_${grouped(lowered)}`],
  ["msubsup", both],
  ["munderover", both],
  ["mtext", (parts) => `\\text{${parts.join("")}}`],
  ["mfenced", (parts) => `(${parts.join(", ")})`],
  ["mtable", (rows) => `\\begin{matrix} ${rows.join(" \\\\ ")} \\end{matrix}`],
  ["mtr", (cells) => cells.join(" & ")],
  ["annotation", () => ""],
  ["annotation-xml", () => ""],
]);

function both([base = "", lowered = "", raised = ""]: readonly string[]): string {
  return `${grouped(base)}_${grouped(lowered)}^${grouped(raised)}`;
}

function grouped(latex: string): string {
  return /^.$/su.test(latex) ? latex : `{${latex}}`;
}

function contentOf({ name, children }: MathNode): string {
  const isText = /^m(?:i|n|o|text|s)$/.test(name);
  const operands = children.filter((child) => isText || typeof child !== "string" || child.trim() !== "");
  const parts = operands.map((child) => (typeof child === "string" ? child : contentOf(child)));
  return writers.get(name)?.(parts) ?? parts.join("");
}
