import type { PDFDocument, PDFObject } from "mupdf";
import { UnsupportedContent } from "../base/unsupported-content.ts";
import type { PageFont } from "../base/painted.ts";
import { entriesIn, printedObject, PrintedObjects, referenceIn, textIn } from "../base/printed-object.ts";
import type {
  ColourSpaceKind,
  PageForm,
  GraphicsState,
  ImageKind,
  MarkedProperties,
  PageResources,
} from "../base/page-resources.ts";
import { openLayers, type LayerVisibility } from "./layers.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { checkShading, colourSpaceIn, formOf, graphicsStateIn } from "./resource-objects.ts";

/** Maximum number of cached objects, and bytes of cached forms. Beyond it the cache is cleared. */
const maxObjects = 10_000;
const maxFormBytes = 16_000_000;

/** Returns the font of an object number, or a word that says why it is unsupported. */
type FontSource = (number: number) => PageFont | string;

/** Caches the resources of a document by object number, because most pages share them. */
export class DocumentResources implements ResourceCache {
  readonly document: PDFDocument;
  readonly layers: LayerVisibility;
  readonly #fontSource: FontSource;
  readonly #fonts = new Map<number, PageFont | string>();
  readonly #forms = new Map<number, PageForm>();
  readonly #states = new Map<number, GraphicsState>();
  readonly #spaces = new Map<number, ColourSpaceKind>();
  readonly #named: PrintedObjects<NamedResources>;
  readonly #entries: PrintedObjects<ReadonlyMap<string, string>>;
  readonly #names: PrintedObjects<ReadonlyMap<string, string>>;
  /** The last direct resource dictionary. */
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

  /** Returns the resources of a dictionary, which the caller frees. */
  in(dictionary: PDFObject): PageResources {
    return dictionary.isIndirect() ? this.#named.of(dictionary.asIndirect()) : this.inText(textOf(dictionary));
  }

  /** Returns the resources of a printed dictionary, or of the one it refers to. */
  inText(text: string): PageResources {
    const number = referenceIn(text);
    return number === undefined ? this.#inPlace(text) : this.#named.of(number);
  }

  /** If each page has its own dictionary, it is often the same as the one before. */
  #inPlace(text: string): NamedResources {
    if (this.#last?.text !== text) this.#last = { text, resources: new NamedResources(this, text) };
    return this.#last.resources;
  }

  font(number: number): PageFont {
    const font = kept(this.#fonts, number, () => this.#fontSource(number));
    if (typeof font === "string") throw new UnsupportedContent(`font ${font}`);
    return font;
  }

  /** Returns the printed values of a dictionary or stream by key. */
  entries(number: number): ReadonlyMap<string, string> {
    return this.#entries.of(number);
  }

  /** Returns the printed values of a dictionary, or of the one it refers to, by key as written in content. */
  names(text: string | undefined): ReadonlyMap<string, string> {
    const number = referenceIn(text);
    return number === undefined ? plainNames(entriesIn(text ?? "")) : this.#names.of(number);
  }

  form(number: number, make: () => PageForm): PageForm {
    if (this.#formBytes > maxFormBytes) {
      this.#forms.clear();
      this.#formBytes = 0;
    }
    const known = this.#forms.size;
    const form = kept(this.#forms, number, make);
    if (this.#forms.size > known) this.#formBytes += form.bytes.length;
    return form;
  }

  state(number: number, make: (text: string) => GraphicsState): GraphicsState {
    return kept(this.#states, number, () => make(printedObject(this.document, number)));
  }

  space(number: number): ColourSpaceKind {
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

/** Decodes the keys of a dictionary: the engine prints unusual characters of keys as codes. */
function plainNames(entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(entries, ([key, value]) => [plainName(key), value]));
}

function plainName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Maximum number of shadings in one dictionary. Each has functions to check. */
const maxShadings = 32;

type Kind = "Font" | "XObject" | "ExtGState" | "ColorSpace" | "Shading" | "Properties";

/** The resources in one dictionary, which is printed once. Each resource is looked up when content uses it. */
class NamedResources implements PageResources {
  readonly #shared: ResourceCache;
  readonly #entries: ReadonlyMap<string, string>;
  readonly #kinds = new Map<Kind, ReadonlyMap<string, string>>();
  readonly #fonts = new Map<string, PageFont>();
  readonly #externals = new Map<string, PageForm | ImageKind | "nothing">();
  readonly #states = new Map<string, GraphicsState>();
  readonly #spaces = new Map<string, ColourSpaceKind>();
  readonly #shadings = new Set<string>();
  readonly #properties = new Map<string, MarkedProperties>();

  constructor(shared: ResourceCache, text: string) {
    this.#shared = shared;
    this.#entries = entriesIn(text);
  }

  font(name: string): PageFont {
    return cached(this.#fonts, name, () => {
      const number = referenceIn(this.#named("Font", name));
      if (number === undefined) throw new UnsupportedContent("font in place");
      return this.#shared.font(number);
    });
  }

  external(name: string): PageForm | ImageKind | "nothing" {
    return cached(this.#externals, name, () => {
      const number = referenceIn(this.#named("XObject", name));
      if (number === undefined) throw new UnsupportedContent("external object");
      return this.#external(number);
    });
  }

  graphicsState(name: string): GraphicsState {
    return cached(this.#states, name, () => {
      const value = this.#named("ExtGState", name);
      const number = referenceIn(value);
      const read = (text: string): GraphicsState => graphicsStateIn(this.#shared, text);
      return number === undefined ? read(value) : this.#shared.state(number, read);
    });
  }

  colourSpace(name: string): ColourSpaceKind {
    if (name === "Pattern") return "pattern";
    return cached(this.#spaces, name, () => {
      const value = this.#named("ColorSpace", name);
      const number = referenceIn(value);
      return number === undefined ? colourSpaceIn(this.#shared, value) : this.#shared.space(number);
    });
  }

  checkShading(name: string): void {
    if (this.#shadings.has(name)) return;
    if (this.#shadings.size >= maxShadings) throw new UnsupportedContent("shading");
    checkShading(this.#shared, this.#named("Shading", name));
    this.#shadings.add(name);
  }

  properties(name: string): MarkedProperties {
    return cached(this.#properties, name, () => {
      const value = this.#named("Properties", name);
      return this.#propertiesIn(value, referenceIn(value));
    });
  }

  #propertiesIn(text: string, number: number | undefined): MarkedProperties {
    const entries = number === undefined ? entriesIn(text) : this.#shared.entries(number);
    if (/^\/OC(?:G|MD)$/u.test(entries.get("Type") ?? "") || entries.has("OCGs")) this.#shared.layers.check(text);
    const mcid = entries.get("MCID");
    if (mcid !== undefined && !/^\d+$/u.test(mcid)) throw new UnsupportedContent("properties");
    return {
      ...(mcid === undefined ? {} : { mcid: Number(mcid) }),
      ...(entries.has("ActualText") ? { actualText: this.#actualTextOf(number) } : {}),
    };
  }

  #actualTextOf(number: number | undefined): string {
    if (number === undefined) throw new UnsupportedContent("actual text");
    return textIn(this.#shared.document, number, "ActualText");
  }

  #external(number: number): PageForm | ImageKind | "nothing" {
    const entries = this.#shared.entries(number);
    const layer = entries.get("OC");
    if (layer !== undefined) this.#shared.layers.check(layer);
    const subtype = entries.get("Subtype");
    if (subtype === "/Image") return this.#image(entries);
    if (subtype !== "/Form" || entries.has("Subtype2")) throw new UnsupportedContent("external object");
    if (entries.has("Resources")) return this.#shared.form(number, () => formOf(this.#shared, { number, entries }));
    return formOf(this.#shared, { number, entries, outer: this });
  }

  #image(entries: ReadonlyMap<string, string>): ImageKind {
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
    // A form may use resources of its page that it does not have. That is left to the engine.
    if (named === undefined) throw new UnsupportedContent("resource");
    return named;
  }
}

function imageKind(entries: ReadonlyMap<string, string>): "opaque" | "stencil" {
  // The engine ignores an image that is not a stream, which the dictionary alone does not show.
  if (!entries.has("Length")) throw new UnsupportedContent("picture");
  if (!isPositive(entries.get("Width")) || !isPositive(entries.get("Height"))) throw new UnsupportedContent("picture");
  return entries.get("ImageMask") === "true" ? "stencil" : "opaque";
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
