import type { PDFDocument, PDFObject, PDFPage } from "mupdf";

/** What a page shows for a moment. */
export interface Probe<Value> {
  readonly content: string;
  /** Fonts of the document by the names that the content calls them. */
  readonly fonts: ReadonlyMap<string, PDFObject>;
  /** What is done meanwhile. */
  readonly use: (page: PDFPage) => Value;
}

/**
 * Lends loaded pages of one document to probes: the engine has its fonts open already, which to graft into another document
 * would open again. All is in memory; the file is never touched.
 */
export class ProbePages {
  readonly #document: PDFDocument;
  /** One for all probes: each further object of a document of a million takes the engine many milliseconds. */
  #stream: PDFObject | undefined;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Lends a page, which is given back as it was. Throws what the engine throws. */
  lend<Value>(page: PDFPage, { content, fonts, use }: Probe<Value>): Value {
    const stream = this.#streamOf(content);
    const own = resourcesOf(this.#document, fonts);
    const object = page.getObject();
    const contents = object.get("Contents");
    const resources = object.get("Resources");
    try {
      object.put("Contents", stream);
      object.put("Resources", own);
      return use(page);
    } finally {
      restore(object, "Contents", contents);
      restore(object, "Resources", resources);
      for (const each of [own, resources, contents, object]) each.destroy();
    }
  }

  /** Takes out of the document what was put there. Throws what the engine throws. */
  end(): void {
    if (this.#stream === undefined) return;
    this.#document.deleteObject(this.#stream);
    this.#stream.destroy();
    this.#stream = undefined;
  }

  #streamOf(content: string): PDFObject {
    if (this.#stream === undefined) this.#stream = this.#document.addStream(content, {});
    else this.#stream.writeStream(content);
    return this.#stream;
  }
}

function resourcesOf(document: PDFDocument, fonts: ReadonlyMap<string, PDFObject>): PDFObject {
  const own = document.newDictionary();
  const byName = document.newDictionary();
  for (const [name, font] of fonts) byName.put(name, font);
  own.put("Font", byName);
  byName.destroy();
  return own;
}

function restore(page: PDFObject, key: string, value: PDFObject): void {
  if (value.isNull()) page.delete(key);
  else page.put(key, value);
}
