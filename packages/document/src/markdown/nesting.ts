import type { Attributes } from "./elements.ts";
import type { ItemStart } from "./item-start.ts";

/** Levels of lists and quotes that are indented. */
const maxIndents = 8;
const listIndent = "  ";
const quoteIndent = "> ";

/** The lists and quotes that are open, and what they put before their lines. */
export class Nesting {
  readonly #lists: OpenList[] = [];
  /** Of each list and quote, from the outermost on. */
  readonly #indents: string[] = [];

  /** Whether a list or a quote is open. */
  get isOpen(): boolean {
    return this.#indents.length > 0;
  }

  /** How many lists are open. */
  get lists(): number {
    return this.#lists.length;
  }

  /** What stands before each line. */
  get prefix(): string {
    return this.#indents.slice(0, maxIndents).join("");
  }

  /** A list begins; its lines are indented from its first item on. */
  openList(name: string, attributes: Attributes): void {
    const start = Math.trunc(Number(attributes.get("start") ?? 1));
    const next = Number.isNaN(start) ? 1 : start;
    this.#lists.push({ next: name === "ol" ? next : Number.NaN, hasItems: false, prefix: this.prefix });
    this.#indents.push(listIndent);
  }

  /** Without effect where no list is open. */
  closeList(): void {
    if (this.#lists.pop() !== undefined) this.#close(listIndent);
  }

  /** The next item of the innermost list. */
  startItem(attributes: Attributes): ItemStart {
    const list = this.#lists.at(-1);
    const isTight = list === undefined || list.hasItems || this.#lists.length > 1;
    const marker = markerOf(list, attributes);
    if (list !== undefined) list.hasItems = true;
    return { marker, prefix: list?.prefix ?? "", isTight };
  }

  /** Lines from here on are quoted. */
  openQuote(): void {
    this.#indents.push(quoteIndent);
  }

  /** Without effect where no quote is open. */
  closeQuote(): void {
    this.#close(quoteIndent);
  }

  #close(indent: string): void {
    const at = this.#indents.lastIndexOf(indent);
    if (at >= 0) this.#indents.splice(at, 1);
  }
}

/** A list whose end has not come. */
interface OpenList {
  /** The next number; not a number where it has bullets. */
  next: number;
  hasItems: boolean;
  /** What its lines begin with. */
  readonly prefix: string;
}

/** What stands before an item: the number as the author sees it where the element says it. */
function markerOf(list: OpenList | undefined, attributes: Attributes): string {
  const label = attributes.get("data-label");
  const isNumbered = list !== undefined && !Number.isNaN(list.next);
  const number = Number(attributes.get("value") ?? list?.next);
  if (isNumbered) list.next = number + 1;
  if (label !== undefined) return label === "" ? "" : `${label} `;
  return isNumbered ? `${number}. ` : "- ";
}
