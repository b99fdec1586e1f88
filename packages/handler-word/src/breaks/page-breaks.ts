import { notice, type Notice } from "@reader/core/handler";

/** Where a section starts: on the page of the section before it, on the next one, or on one with an even or odd number. */
export type SectionStart = "same" | "next" | "even" | "odd";

/**
 * Counts the pages of a document by the breaks that its author made. Its methods return the number of the page that
 * starts, if one does. A break that follows another one without content between them starts no page, unless both were
 * inserted as such.
 */
export class PageBreaks {
  #page = 1;
  #hasContent = false;
  #dueSection: SectionStart = "same";

  /** The number of the current page. */
  get page(): number {
    return this.#page;
  }

  /** Takes text. Whitespace is no content. */
  text(characters: string): void {
    this.#hasContent ||= characters.trim() !== "";
  }

  /** Takes content other than text, such as an image. */
  content(): void {
    this.#hasContent = true;
  }

  /** A break that was inserted as such. */
  inserted(): number {
    return this.#next();
  }

  /** The start of a section, or where the section starts that starts next. It has a page with its first block. */
  section(start: SectionStart): void {
    this.#dueSection = start;
  }

  /** The start of a paragraph or table, which may have to start on a new page. */
  block(startsPage: boolean): number | undefined {
    const section = this.#dueSection;
    this.#dueSection = "same";
    if (!this.#hasContent || (!startsPage && section === "same")) return undefined;
    const page = this.#next();
    const isEven = page % 2 === 0;
    return section === (isEven ? "odd" : "even") ? this.#next() : page;
  }

  #next(): number {
    this.#hasContent = false;
    this.#page += 1;
    return this.#page;
  }
}

/** Share of the stated pages that breaks must explain. */
const minShare = 0.8;

/**
 * Maximum number of characters of a page on average: 60 lines of 75. Where Word marked the pages, texts with more on the
 * pages that their breaks make run over them, and those with fewer have the right numbers.
 */
const maxCharacters = 4500;

/** What a document says about its pages. */
export interface StatedPages {
  /** The number of pages in its properties. Programs other than Word leave it out, or at 1. */
  readonly stated: number | undefined;
  /** Counts the characters of its text. */
  readonly characters: () => number;
}

/** True if breaks tell on which page a text is: they explain the stated number of pages, or no page has too much text. */
export function explainsPages(counted: number, { stated = 1, characters }: StatedPages): boolean {
  if (counted < 2) return false;
  return stated > 1 ? counted >= minShare * stated : characters() <= maxCharacters * counted;
}

/** Says how several pages were counted, for a document that does not state as many. */
export function breaksNotice(counted: number, stated: number | undefined): readonly Notice[] {
  if (counted < 2 || counted === stated) return [];
  return [
    notice(
      "The file stores no layout: its pages are counted by the page breaks in it, so that the numbers are too low where text runs over a page.",
    ),
  ];
}
