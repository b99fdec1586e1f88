import type { PDFDocument, PDFObject } from "mupdf";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickColourSpace, QuickForm, QuickGraphicsState } from "../base/quick-resources.ts";
import type { QuickResources } from "../base/quick-resources.ts";
import type { QuickFont } from "../base/quick-font.ts";
import { entriesIn, referenceIn } from "../base/object-text.ts";
import { colourSpaceIn } from "./colour-space.ts";
import { openLayers, type QuickLayers } from "./layers.ts";
import { NamedResources } from "./named-resources.ts";
import { plainNames } from "./plain-names.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { printedObject } from "../base/printed-object.ts";
import { PrintedObjects } from "../base/printed-objects.ts";

/** Objects that are kept of a document, and bytes of its forms; beyond them all are forgotten and read again. */
const maxObjects = 10_000;
const maxFormBytes = 16_000_000;

/** Gives the font of the object with a number, or says in a word why it is not to be had. */
export type FontSource = (number: number) => QuickFont | string;

/** What the pages of one document name, kept by the numbers of objects, because most pages name the same. */
export class DocumentResources implements ResourceCache {
  readonly document: PDFDocument;
  readonly layers: QuickLayers;
  readonly #fontSource: FontSource;
  readonly #fonts = new Map<number, QuickFont | string>();
  readonly #forms = new Map<number, QuickForm>();
  readonly #states = new Map<number, QuickGraphicsState>();
  readonly #spaces = new Map<number, QuickColourSpace>();
  readonly #named: PrintedObjects<NamedResources>;
  readonly #entries: PrintedObjects<ReadonlyMap<string, string>>;
  readonly #names: PrintedObjects<ReadonlyMap<string, string>>;
  /** The last resources that were in place. */
  #last: { readonly text: string; readonly resources: NamedResources } | undefined = undefined;
  #formBytes = 0;

  constructor(document: PDFDocument, fontSource: FontSource) {
    this.document = document;
    this.layers = openLayers(document);
    this.#fontSource = fontSource;
    this.#named = new PrintedObjects(document, (text) => new NamedResources(this, text));
    this.#entries = new PrintedObjects(document, entriesIn);
    this.#names = new PrintedObjects(document, (text) => plainNames(entriesIn(text)));
  }

  /** The resources in a dictionary, which is freed by whoever asks. */
  in(dictionary: PDFObject): QuickResources {
    return dictionary.isIndirect() ? this.#named.of(dictionary.asIndirect()) : this.inText(textOf(dictionary));
  }

  /** The resources in a dictionary as it is printed, or in the one that is referred to. */
  inText(text: string): QuickResources {
    const number = referenceIn(text);
    return number === undefined ? this.#inPlace(text) : this.#named.of(number);
  }

  /** Where each page has a dictionary of its own, it often says the same as the one before. */
  #inPlace(text: string): NamedResources {
    if (this.#last?.text !== text) this.#last = { text, resources: new NamedResources(this, text) };
    return this.#last.resources;
  }

  font(number: number): QuickFont {
    const font = kept(this.#fonts, number, () => this.#fontSource(number));
    if (typeof font === "string") throw new NotQuick(`font ${font}`);
    return font;
  }

  /** The values of a dictionary or of a stream by its keys, as they are printed. */
  entries(number: number): ReadonlyMap<string, string> {
    return this.#entries.of(number);
  }

  /** The values of a printed dictionary, or of the one that is referred to, by its keys as content writes them. */
  names(text: string | undefined): ReadonlyMap<string, string> {
    const number = referenceIn(text);
    return number === undefined ? plainNames(entriesIn(text ?? "")) : this.#names.of(number);
  }

  form(number: number, make: () => QuickForm): QuickForm {
    if (this.#formBytes > maxFormBytes) {
      this.#forms.clear();
      this.#formBytes = 0;
    }
    const known = this.#forms.size;
    const form = kept(this.#forms, number, make);
    if (this.#forms.size > known) this.#formBytes += form.bytes.length;
    return form;
  }

  state(number: number, make: (text: string) => QuickGraphicsState): QuickGraphicsState {
    return kept(this.#states, number, () => make(printedObject(this.document, number)));
  }

  space(number: number): QuickColourSpace {
    return kept(this.#spaces, number, () => colourSpaceIn(this, printedObject(this.document, number)));
  }
}

function textOf(dictionary: PDFObject): string {
  return dictionary.isNull() ? "<<>>" : dictionary.toString();
}

function kept<Value>(values: Map<number, Value>, number: number, make: () => Value): Value {
  const known = values.get(number);
  if (known !== undefined) return known;
  if (values.size >= maxObjects) values.clear();
  const made = make();
  values.set(number, made);
  return made;
}
