import { childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";

/** A formula in MathML as LaTeX between dollar signs; what is not known gives its text. Empty where there is none. */
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
    case "mtext":
      return textIn(element).trim();
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

function scriptsOf(name: string, parts: readonly string[]): string | undefined {
  const [base = "", first = "", second = ""] = parts;
  switch (name) {
    case "msup":
    case "mover":
      return `${base}^{${first}}`;
    case "msub":
    case "munder":
      return `${base}_{${first}}`;
    case "msubsup":
    case "munderover":
      return `${base}_{${first}}^{${second}}`;
    default:
      return undefined;
  }
}

interface Fenced {
  readonly element: XmlElement;
  readonly parts: readonly string[];
}

function fencedOf(name: string, { element, parts }: Fenced): string {
  switch (name) {
    case "mfenced":
      return `${element.attributes["open"] ?? "("}${parts.join(", ")}${element.attributes["close"] ?? ")"}`;
    case "mtr":
      return `${parts.join(" & ")} \\\\ `;
    case "mtable":
      return `\\begin{matrix}${parts.join("")}\\end{matrix}`;
    default:
      return parts.length === 0 ? textIn(element).trim() : parts.join(" ");
  }
}
