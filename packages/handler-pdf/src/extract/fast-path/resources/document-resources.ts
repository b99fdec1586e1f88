import type { PDFDocument, PDFObject } from "mupdf";
import { NotQuick } from "../base/not-quick.ts";
import type { QuickFont } from "../base/painted.ts";
import { entriesIn, printedObject, PrintedObjects, referenceIn, textIn } from "../base/printed-object.ts";
import type {
  QuickColourSpace,
  QuickForm,
  QuickGraphicsState,
  QuickPicture,
  QuickProperties,
  QuickResources,
} from "../base/quick-resources.ts";
import { openLayers, type QuickLayers } from "./layers.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { checkShading, colourSpaceIn, formOf, graphicsStateIn } from "./resource-objects.ts";

/** Objects that are kept of a document, and bytes of its forms; beyond them all are forgotten and read again. */
const maxObjects = 10_000;
const maxFormBytes = 16_000_000;

/** Gives the font of the object with a number, or says in a word why it is not to be had. */
type FontSource = (number: number) => QuickFont | string;

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

/** The values of a dictionary by its keys as they are meant: the engine prints keys with the codes of their rarer characters. */
function plainNames(entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(entries, ([key, value]) => [plainName(key), value]));
}

function plainName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Shadings of one dictionary: each has functions of its own to be looked at. */
const maxShadings = 32;

type Kind = "Font" | "XObject" | "ExtGState" | "ColorSpace" | "Shading" | "Properties";

/** What one dictionary of resources names. It is printed once; what is named is looked up when content names it. */
class NamedResources implements QuickResources {
  readonly #shared: ResourceCache;
  readonly #entries: ReadonlyMap<string, string>;
  readonly #kinds = new Map<Kind, ReadonlyMap<string, string>>();
  readonly #fonts = new Map<string, QuickFont>();
  readonly #externals = new Map<string, QuickForm | QuickPicture | "nothing">();
  readonly #states = new Map<string, QuickGraphicsState>();
  readonly #spaces = new Map<string, QuickColourSpace>();
  readonly #shadings = new Set<string>();
  readonly #properties = new Map<string, QuickProperties>();

  constructor(shared: ResourceCache, text: string) {
    this.#shared = shared;
    this.#entries = entriesIn(text);
  }

  font(name: string): QuickFont {
    return cached(this.#fonts, name, () => {
      const number = referenceIn(this.#named("Font", name));
      if (number === undefined) throw new NotQuick("font in place");
      return this.#shared.font(number);
    });
  }

  external(name: string): QuickForm | QuickPicture | "nothing" {
    return cached(this.#externals, name, () => {
      const number = referenceIn(this.#named("XObject", name));
      if (number === undefined) throw new NotQuick("external object");
      return this.#external(number);
    });
  }

  graphicsState(name: string): QuickGraphicsState {
    return cached(this.#states, name, () => {
      const value = this.#named("ExtGState", name);
      const number = referenceIn(value);
      const read = (text: string): QuickGraphicsState => graphicsStateIn(this.#shared, text);
      return number === undefined ? read(value) : this.#shared.state(number, read);
    });
  }

  colourSpace(name: string): QuickColourSpace {
    if (name === "Pattern") return "pattern";
    return cached(this.#spaces, name, () => {
      const value = this.#named("ColorSpace", name);
      const number = referenceIn(value);
      return number === undefined ? colourSpaceIn(this.#shared, value) : this.#shared.space(number);
    });
  }

  checkShading(name: string): void {
    if (this.#shadings.has(name)) return;
    if (this.#shadings.size >= maxShadings) throw new NotQuick("shading");
    checkShading(this.#shared, this.#named("Shading", name));
    this.#shadings.add(name);
  }

  properties(name: string): QuickProperties {
    return cached(this.#properties, name, () => {
      const value = this.#named("Properties", name);
      return this.#propertiesIn(value, referenceIn(value));
    });
  }

  #propertiesIn(text: string, number: number | undefined): QuickProperties {
    const entries = number === undefined ? entriesIn(text) : this.#shared.entries(number);
    if (/^\/OC(?:G|MD)$/u.test(entries.get("Type") ?? "") || entries.has("OCGs")) this.#shared.layers.check(text);
    const mcid = entries.get("MCID");
    if (mcid !== undefined && !/^\d+$/u.test(mcid)) throw new NotQuick("properties");
    return {
      ...(mcid === undefined ? {} : { mcid: Number(mcid) }),
      ...(entries.has("ActualText") ? { actualText: this.#actualTextOf(number) } : {}),
    };
  }

  #actualTextOf(number: number | undefined): string {
    if (number === undefined) throw new NotQuick("actual text");
    return textIn(this.#shared.document, number, "ActualText");
  }

  #external(number: number): QuickForm | QuickPicture | "nothing" {
    const entries = this.#shared.entries(number);
    const layer = entries.get("OC");
    if (layer !== undefined) this.#shared.layers.check(layer);
    const subtype = entries.get("Subtype");
    if (subtype === "/Image") return this.#picture(entries);
    if (subtype !== "/Form" || entries.has("Subtype2")) throw new NotQuick("external object");
    if (entries.has("Resources")) return this.#shared.form(number, () => formOf(this.#shared, { number, entries }));
    return formOf(this.#shared, { number, entries, outer: this });
  }

  #picture(entries: ReadonlyMap<string, string>): QuickPicture {
    const kind = imageKind(entries);
    if (kind === "stencil") return kind;
    return ["SMask", "Mask"].some((key) => this.#isStream(entries.get(key))) ? "masked" : kind;
  }

  #isStream(text: string | undefined): boolean {
    const number = referenceIn(text);
    return number !== undefined && this.#shared.entries(number).has("Length");
  }

  #named(kind: Kind, name: string): string {
    const named = cached(this.#kinds, kind, () => this.#shared.names(this.#entries.get(kind))).get(name);
    // A form may name what only the page around it has; that is for the engine.
    if (named === undefined) throw new NotQuick("resource");
    return named;
  }
}

function imageKind(entries: ReadonlyMap<string, string>): "picture" | "stencil" {
  // The engine paints none that is no stream, of which a dictionary alone tells only so much.
  if (!entries.has("Length")) throw new NotQuick("picture");
  if (!isPositive(entries.get("Width")) || !isPositive(entries.get("Height"))) throw new NotQuick("picture");
  return entries.get("ImageMask") === "true" ? "stencil" : "picture";
}

function isPositive(text: string | undefined): boolean {
  return text !== undefined && /^[1-9]\d{0,5}$/u.test(text);
}

function cached<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
