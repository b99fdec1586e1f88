import { NotQuick } from "../base/not-quick.ts";
import type { QuickColourSpace, QuickForm, QuickGraphicsState, QuickPicture } from "../base/quick-resources.ts";
import type { QuickProperties, QuickResources } from "../base/quick-resources.ts";
import type { QuickFont } from "../base/quick-font.ts";
import { entriesIn, referenceIn } from "../base/object-text.ts";
import { colourSpaceIn } from "./colour-space.ts";
import type { ResourceCache } from "./resource-cache.ts";
import { formOf } from "./forms.ts";
import { graphicsStateIn } from "./graphics-state.ts";
import { textIn } from "../base/printed-object.ts";
import { checkShading } from "./shadings.ts";

/** Shadings of one dictionary: each has functions of its own to be looked at. */
const maxShadings = 32;

type Kind = "Font" | "XObject" | "ExtGState" | "ColorSpace" | "Shading" | "Properties";

/** What one dictionary of resources names. It is printed once; what is named is looked up when content names it. */
export class NamedResources implements QuickResources {
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
    return kept(this.#fonts, name, () => {
      const number = referenceIn(this.#named("Font", name));
      if (number === undefined) throw new NotQuick("font in place");
      return this.#shared.font(number);
    });
  }

  external(name: string): QuickForm | QuickPicture | "nothing" {
    return kept(this.#externals, name, () => {
      const number = referenceIn(this.#named("XObject", name));
      if (number === undefined) throw new NotQuick("external object");
      return this.#external(number);
    });
  }

  graphicsState(name: string): QuickGraphicsState {
    return kept(this.#states, name, () => {
      const value = this.#named("ExtGState", name);
      const number = referenceIn(value);
      const read = (text: string): QuickGraphicsState => graphicsStateIn(this.#shared, text);
      return number === undefined ? read(value) : this.#shared.state(number, read);
    });
  }

  colourSpace(name: string): QuickColourSpace {
    if (name === "Pattern") return "pattern";
    return kept(this.#spaces, name, () => {
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
    return kept(this.#properties, name, () => {
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
    const named = kept(this.#kinds, kind, () => this.#shared.names(this.#entries.get(kind))).get(name);
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

function kept<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
