import { entityText } from "./entity-text.ts";
import type { SaxAttribute } from "./sax.ts";
import type { XmlElement, XmlAttributes } from "./xml-reader.ts";
import { declaredPrefix, type RawName } from "./xml-names.ts";

/** The text between `<` and `>`, and its meaning in its scope. */
export interface KnownTag {
  /** The name in the file. */
  readonly raw: string;
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly isEmpty: boolean;
  /** The namespace scope inside the element. */
  readonly inside: TagScope;
  /** Earlier contents of this element; `undefined` if they rarely repeat. */
  readonly contents: TagContents | undefined;
}

/** Earlier elements with one tag. */
export interface TagContents {
  /** Returns the element with this source text. */
  find(written: string): XmlElement | undefined;
  /** Stores an element if there is room. */
  keep(written: string, element: XmlElement): void;
  /** The element found last, which is the most likely to repeat, and its source text with the end tag. */
  recent: { readonly written: string; readonly element: XmlElement } | undefined;
}

/** The known tags in one namespace scope. */
export interface TagScope {
  /** Tags by their source text. Nearly all tags of a part, and of similar parts, repeat. */
  readonly known: ReadonlyMap<string, KnownTag>;
  /** Parses an unknown tag. Returns `undefined` if it is not plain, or if it exceeds the limits on declarations. */
  learn(written: string): KnownTag | undefined;
}

/** A cache of tags for the parts of one document, which are read one after the other. */
export interface TagMemory {
  /** Returns the scope of the first tag of a part. Empties a cache that is half full. */
  begin(): TagScope;
}

/** Maximum number of cached tags and names, and of sets of declarations. A hostile file can have any number. */
const maxRemembered = 8000;
const maxScopes = 500;

/** Maximum number of characters of a cached tag or name. Longer ones rarely repeat and would fill the cache. */
const maxCharacters = 4096;

/** Office names of elements with properties, which repeat often in a part: `a:rPr`, `a:pPr`. */
const isProperties = /Pr$/;

/**
 * Creates an empty cache. `nameOf` returns the canonical name, and is called once for each name of a scope. The attributes
 * of elements in `bareNames` are dropped: Word numbers every paragraph, so those tags would never repeat.
 */
export function createTagMemory(nameOf: (name: RawName) => string, bareNames?: ReadonlySet<string>): TagMemory {
  let shared: Shared = { nameOf, bareNames, remembered: 0, scopes: 0 };
  let root = new Scope(shared, undefined, xmlOnly);
  return {
    begin() {
      if (shared.remembered > maxRemembered / 2 || shared.scopes > maxScopes / 2) {
        shared = { nameOf, bareNames, remembered: 0, scopes: 0 };
        root = new Scope(shared, undefined, xmlOnly);
      }
      return root;
    },
  };
}

/** Attributes as programs write them. */
const plainAttributes = /^(?: [\w:.-]+="[^"<&\t\r\n]*")* ?\/?$/;

type Bindings = ReadonlyMap<string, string>;

const xmlOnly: Bindings = new Map([["xml", "http://www.w3.org/XML/1998/namespace"]]);
const noAttributes: XmlAttributes = Object.freeze({});

interface Shared {
  readonly nameOf: (name: RawName) => string;
  readonly bareNames: ReadonlySet<string> | undefined;
  remembered: number;
  scopes: number;
}

class Scope implements TagScope {
  readonly known = new Map<string, KnownTag>();
  readonly #shared: Shared;
  readonly #outer: Scope | undefined;
  readonly #bindings: Bindings;
  /** Inner scopes, by their additional declarations. */
  readonly #inner = new Map<string, Scope>();
  readonly #names = new Map<string, string>();

  constructor(shared: Shared, outer: Scope | undefined, bindings: Bindings) {
    this.#shared = shared;
    this.#outer = outer;
    this.#bindings = bindings;
  }

  learn(written: string): KnownTag | undefined {
    const bare = this.#shared.bareNames === undefined ? undefined : this.#withoutAttributes(written);
    return bare === undefined ? this.#learn(written) : (this.known.get(bare) ?? this.#learn(bare));
  }

  /** Returns a tag without its attributes if they are not needed; `undefined` for other tags. */
  #withoutAttributes(written: string): string | undefined {
    const space = written.indexOf(" ");
    const raw = written.slice(0, Math.max(0, space));
    if (raw === "" || this.#shared.bareNames?.has(this.#name(raw)) !== true) return undefined;
    const attributes = written.slice(space);
    if (attributes.includes("xmlns") || !plainAttributes.test(attributes)) return undefined;
    return attributes.endsWith("/") ? `${raw}/` : raw;
  }

  #learn(written: string): KnownTag | undefined {
    // A slice would keep the whole part in memory as long as the tag is cached.
    const own = ` ${written}`.slice(1);
    const tag = tagIn(own);
    const inside = tag === undefined ? undefined : this.#within(tag.written);
    if (tag === undefined || inside === undefined) return undefined;
    const { raw, isEmpty } = tag;
    const isKept = this.#hasRoomFor(own);
    const contents = isKept && !isEmpty && isProperties.test(raw) ? this.#contents() : undefined;
    const attributes = inside.#attributes(tag.written);
    const known = { raw, name: inside.#name(raw), attributes, isEmpty, inside, contents };
    if (isKept) this.known.set(own, known);
    return known;
  }

  #contents(): TagContents {
    const elements = new Map<string, XmlElement>();
    return {
      recent: undefined,
      find: (written) => elements.get(written),
      keep: (written, element) => {
        if (this.#hasRoomFor(written)) elements.set(` ${written}`.slice(1), element);
      },
    };
  }

  /** Returns the scope inside a tag with these attributes. */
  #within(written: readonly SaxAttribute[]): Scope | undefined {
    const declared = new Map<string, string>();
    for (const { name, value } of written) {
      const prefix = declaredPrefix(name);
      if (prefix !== undefined && this.#namespaceOf(prefix) !== value) declared.set(prefix, value);
    }
    if (declared.size === 0) return this;
    const key = JSON.stringify([...declared]);
    const inner = this.#inner.get(key) ?? this.#open(declared);
    if (inner !== undefined && key.length <= maxCharacters) this.#inner.set(key, inner);
    return inner;
  }

  #open(declared: Bindings): Scope | undefined {
    if (this.#shared.scopes >= maxScopes) return undefined;
    this.#shared.scopes += 1;
    return new Scope(this.#shared, this, declared);
  }

  /** The reader limits the nesting of elements. */
  #namespaceOf(prefix: string): string | undefined {
    const own = this.#bindings.get(prefix);
    return own !== undefined || this.#outer === undefined ? own : this.#outer.#namespaceOf(prefix);
  }

  /** Omits namespace declarations. An attribute without a prefix has no namespace. */
  #attributes(written: readonly SaxAttribute[]): XmlAttributes {
    if (written.length === 0) return noAttributes;
    const attributes: Record<string, string> = {};
    for (const { name, value } of written) {
      if (declaredPrefix(name) === undefined) attributes[name.includes(":") ? this.#name(name) : name] = value;
    }
    return attributes;
  }

  #name(written: string): string {
    const known = this.#names.get(written);
    if (known !== undefined) return known;
    const colon = written.indexOf(":");
    const prefix = written.slice(0, Math.max(0, colon));
    const namespace = this.#namespaceOf(prefix);
    const name = this.#shared.nameOf({ prefix, local: written.slice(colon + 1), namespace });
    if (this.#hasRoomFor(written)) this.#names.set(written, name);
    return name;
  }

  #hasRoomFor(written: string): boolean {
    if (written.length > maxCharacters) return false;
    this.#shared.remembered += 1;
    return this.#shared.remembered <= maxRemembered;
  }
}

/** A start tag or an empty-element tag, as written in a part. */
interface WrittenTag {
  /** The name in the file. */
  readonly raw: string;
  readonly written: readonly SaxAttribute[];
  readonly isEmpty: boolean;
}

/** Maximum number of attributes checked for duplicates. Elements of documents have fewer than 40. */
const maxAttributes = 100;

const tagName = /[a-z_:][\w:.-]*/iy;
const attribute = /[ \t\r\n]+([a-z_:][\w:.-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/iy;
const tagEnd = /[ \t\r\n]*(\/?)$/y;

/** Parses the text between `<` and the next `>`; returns `undefined` if it is not plain. */
function tagIn(text: string): WrittenTag | undefined {
  const raw = matchAt(tagName, text, 0)?.[0];
  if (raw === undefined) return undefined;
  const written: SaxAttribute[] = [];
  let at = raw.length;
  for (let found = matchAt(attribute, text, at); found !== undefined; found = matchAt(attribute, text, at)) {
    at = attribute.lastIndex;
    const [, name = "", double, single = ""] = found;
    const value = attributeText(double ?? single);
    if (value === undefined || !isNew(name, written)) return undefined;
    written.push({ name, value });
  }
  const end = matchAt(tagEnd, text, at);
  return end === undefined ? undefined : { raw, written, isEmpty: end[1] === "/" };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function isNew(name: string, attributes: readonly SaxAttribute[]): boolean {
  return attributes.length < maxAttributes && !attributes.some((other) => other.name === name);
}

/** Normalizes whitespace to spaces, except for character references (XML 1.0, 3.3.3). */
function attributeText(written: string): string | undefined {
  return entityText(/[\t\r\n]/.test(written) ? written.replaceAll(/\r\n|[\t\r\n]/g, " ") : written);
}
