import type { Attributes } from "./elements.ts";
import type { ItemStart } from "./item-start.ts";

/** Maximum number of levels of lists and quotes that are indented. */
const maxIndents = 8;
const listIndent = "  ";
const quoteIndent = "> ";

/** The open lists and quotes, and the line prefix that they require. */
export class Nesting {
  readonly #lists: OpenList[] = [];
  /** The indent of each list and quote, outermost first. */
  readonly #indents: string[] = [];

  /** True if a list or a quote is open. */
  get isOpen(): boolean {
    return this.#indents.length > 0;
  }

  /** The number of open lists. */
  get lists(): number {
    return this.#lists.length;
  }

  /** The prefix of each line. */
  get prefix(): string {
    return this.#indents.slice(0, maxIndents).join("");
  }

  /** Opens a list. Its lines are indented from its first item on. */
  openList(name: string, attributes: Attributes): void {
    const start = Math.trunc(Number(attributes.get("start") ?? 1));
    const next = Number.isNaN(start) ? 1 : start;
    this.#lists.push({ next: name === "ol" ? next : Number.NaN, hasItems: false, prefix: this.prefix });
    this.#indents.push(listIndent);
  }

  /** Closes the innermost list, if any. */
  closeList(): void {
    if (this.#lists.pop() !== undefined) this.#close(listIndent);
  }

  /** Starts the next item of the innermost list. */
  startItem(attributes: Attributes): ItemStart {
    const list = this.#lists.at(-1);
    const isTight = list === undefined || list.hasItems || this.#lists.length > 1;
    const marker = markerOf(list, attributes);
    if (list !== undefined) list.hasItems = true;
    return { marker, prefix: list?.prefix ?? "", isTight };
  }

  /** Opens a quote. */
  openQuote(): void {
    this.#indents.push(quoteIndent);
  }

  /** Closes the innermost quote, if any. */
  closeQuote(): void {
    this.#close(quoteIndent);
  }

  #close(indent: string): void {
    const at = this.#indents.lastIndexOf(indent);
    if (at >= 0) this.#indents.splice(at, 1);
  }
}

/** An open list. */
interface OpenList {
  /** The next number; `NaN` for a bullet list. */
  next: number;
  hasItems: boolean;
  /** The prefix of the lines around the list. */
  readonly prefix: string;
}

/** Returns the marker of an item: its label, its number, or a dash. */
function markerOf(list: OpenList | undefined, attributes: Attributes): string {
  const label = attributes.get("data-label");
  const isNumbered = list !== undefined && !Number.isNaN(list.next);
  const number = Number(attributes.get("value") ?? list?.next);
  if (isNumbered) list.next = number + 1;
  if (label !== undefined) return label === "" ? "" : `${label} `;
  return isNumbered ? `${number}. ` : "- ";
}
