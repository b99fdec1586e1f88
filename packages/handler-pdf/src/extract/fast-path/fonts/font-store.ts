import type { PDFDocument, PDFObject } from "mupdf";
import { textAt } from "../../../engine/pdf-objects.ts";
import { AskedFont } from "./asked-font.ts";
import { codeBytesOf, type FontRefusal } from "./code-bytes.ts";
import { contentOf } from "./font-content.ts";
import { sharedFont } from "./shared-fonts.ts";

/** Fonts that may take half a megabyte each; hostile documents have more of those that take that much. */
const maxDenseFonts = 64;

/** The fonts of one document by their objects, and the objects by their fonts. */
export class FontStore {
  readonly #document: PDFDocument;
  readonly #byNumber = new Map<number, AskedFont | FontRefusal>();
  readonly #byContent = new Map<string, AskedFont | FontRefusal>();
  readonly #sources = new Map<AskedFont, PDFObject>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** The font with the number of an object. Throws what the engine throws. */
  numbered(number: number): AskedFont | FontRefusal {
    const known = this.#byNumber.get(number);
    if (known !== undefined) return known;
    const font = this.#opened(this.#document.newIndirect(number));
    this.#byNumber.set(number, font);
    return font;
  }

  /** A font that stands in place. Throws what the engine throws. */
  direct(object: PDFObject): AskedFont | FontRefusal {
    const content = object.toString(true);
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    const font = this.#opened(object.resolve());
    this.#byContent.set(content, font);
    return font;
  }

  /** The object of a font of this document. */
  sourceOf(font: AskedFont): PDFObject | undefined {
    return this.#sources.get(font);
  }

  /** Frees all objects. */
  end(): void {
    for (const source of this.#sources.values()) source.destroy();
    this.#sources.clear();
    this.#byNumber.clear();
    this.#byContent.clear();
  }

  #opened(source: PDFObject): AskedFont | FontRefusal {
    const font = fontOf(source, this.#sources.size < maxDenseFonts);
    const isKept = typeof font === "object" && !this.#sources.has(font);
    if (isKept) this.#sources.set(font, source);
    else source.destroy();
    return font;
  }
}

function fontOf(source: PDFObject, mayBeDense: boolean): AskedFont | FontRefusal {
  const bytes = codeBytesOf(source);
  if (typeof bytes === "string") return bytes;
  const content = bytes === 1 && textAt(source, "Subtype") !== "Type3" ? contentOf(source) : undefined;
  return content === undefined ? new AskedFont(bytes, mayBeDense) : sharedFont(content);
}
