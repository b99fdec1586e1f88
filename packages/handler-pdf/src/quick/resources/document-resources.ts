import type { PDFDocument, PDFObject } from "mupdf";
import { NotQuick } from "../content/not-quick.ts";
import type { QuickColourSpace, QuickForm, QuickGraphicsState } from "../content/quick-resources.ts";
import type { QuickResources } from "../content/quick-resources.ts";
import type { QuickFont } from "../quick-font.ts";
import { entriesIn } from "../tags/object-text.ts";
import { colourSpaceIn } from "./colour-space.ts";
import { openLayers, type QuickLayers } from "./layers.ts";
import { NamedResources } from "./named-resources.ts";
import { printedObject } from "./printed-object.ts";

/** Objects that are kept of a document, and bytes of its forms; beyond them all are forgotten and read again. */
const maxObjects = 10_000;
const maxFormBytes = 16_000_000;

/** Gives the font of the object with a number, or says in a word why it is not to be had. */
export type FontSource = (number: number) => QuickFont | string;

/** What the pages of one document name, kept by the numbers of objects, because most pages name the same. */
export class DocumentResources {
  readonly document: PDFDocument;
  readonly layers: QuickLayers;
  readonly #fontSource: FontSource;
  readonly #fonts = new Map<number, QuickFont | string>();
  readonly #forms = new Map<number, QuickForm>();
  readonly #externals = new Map<number, ReadonlyMap<string, string>>();
  readonly #states = new Map<number, QuickGraphicsState>();
  readonly #spaces = new Map<number, QuickColourSpace>();
  readonly #named = new Map<number, NamedResources>();
  #formBytes = 0;

  constructor(document: PDFDocument, fontSource: FontSource) {
    this.document = document;
    this.layers = openLayers(document);
    this.#fontSource = fontSource;
  }

  /** The resources in a dictionary, which is freed by whoever asks. */
  in(dictionary: PDFObject): QuickResources {
    if (!dictionary.isIndirect()) return this.inText(textOf(dictionary));
    const number = dictionary.asIndirect();
    return kept(this.#named, number, () => new NamedResources(this, printedObject(this.document, number)));
  }

  /** The resources in a dictionary as it is printed. */
  inText(text: string): QuickResources {
    return new NamedResources(this, text);
  }

  font(number: number): QuickFont {
    const font = kept(this.#fonts, number, () => this.#fontSource(number));
    if (typeof font === "string") throw new NotQuick(`font ${font}`);
    return font;
  }

  /** What is printed of a form or of a picture. */
  external(number: number): ReadonlyMap<string, string> {
    return kept(this.#externals, number, () => entriesIn(printedObject(this.document, number)));
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
    return kept(this.#spaces, number, () => colourSpaceIn(this.document, printedObject(this.document, number)));
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
