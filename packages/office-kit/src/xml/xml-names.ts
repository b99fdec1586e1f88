import type { SaxAttribute } from "./sax.ts";

/** A name of an element or an attribute, as the file writes it. */
export interface RawName {
  readonly prefix: string;
  readonly local: string;
  /** The namespace of the prefix; `undefined` if it is undeclared, and for attributes without a prefix. */
  readonly namespace: string | undefined;
}

/** Resolves the names of a document while its elements are opened and closed. */
export interface XmlNames {
  /** An object that stays the same as long as no namespace binding changes. */
  readonly scope: object;
  /** Enters an element and returns its attributes by canonical name. Call it before asking for the element's name. */
  enter(attributes: readonly SaxAttribute[]): Readonly<Record<string, string>>;
  /** Returns the name of the element that was just entered, or that is about to be left. */
  element(name: string): string;
  leave(): void;
}

/**
 * Creates a resolver. `nameOf` returns the canonical name, and is called once for each name and set of bindings.
 * Namespace declarations are not attributes. The cost of an element depends only on its own declarations.
 */
export function createXmlNames(nameOf: (name: RawName) => string): XmlNames {
  return new Names(nameOf);
}

/** The state before an element changed a binding. */
interface Outer {
  readonly depth: number;
  readonly elements: Map<string, string>;
  readonly attributes: Map<string, string>;
  readonly bindings: (readonly [prefix: string, namespace: string | undefined])[];
}

const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

class Names implements XmlNames {
  readonly #nameOf: (name: RawName) => string;
  readonly #bindings = new Map<string, string | undefined>([["xml", "http://www.w3.org/XML/1998/namespace"]]);
  readonly #outer: Outer[] = [];
  #elements = new Map<string, string>();
  #attributes = new Map<string, string>();
  #depth = 0;

  constructor(nameOf: (name: RawName) => string) {
    this.#nameOf = nameOf;
  }

  get scope(): object {
    return this.#elements;
  }

  enter(raw: readonly SaxAttribute[]): Readonly<Record<string, string>> {
    this.#depth += 1;
    if (raw.length === 0) return noAttributes;
    const hasDeclarations = this.#declare(raw);
    const own: Record<string, string> = {};
    for (const { name, value } of raw) {
      if (!hasDeclarations || declaredPrefix(name) === undefined) own[this.#attribute(name)] = value;
    }
    return own;
  }

  element(name: string): string {
    const known = this.#elements.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    this.#elements.set(name, made);
    return made;
  }

  leave(): void {
    const last = this.#outer.at(-1);
    if (last?.depth === this.#depth) {
      this.#outer.pop();
      this.#elements = last.elements;
      this.#attributes = last.attributes;
      for (const [prefix, namespace] of last.bindings.toReversed()) this.#bindings.set(prefix, namespace);
    }
    this.#depth -= 1;
  }

  /** An attribute without a prefix has no namespace. */
  #attribute(name: string): string {
    const known = this.#attributes.get(name);
    if (known !== undefined) return known;
    const made = name.includes(":") ? this.#make(name) : name;
    this.#attributes.set(name, made);
    return made;
  }

  #make(name: string): string {
    const colon = name.indexOf(":");
    const prefix = name.slice(0, Math.max(0, colon));
    return this.#nameOf({ prefix, local: name.slice(colon + 1), namespace: this.#bindings.get(prefix) });
  }

  /** Binds the declared namespaces. Returns true if there are any. */
  #declare(raw: readonly SaxAttribute[]): boolean {
    let hasDeclarations = false;
    for (const { name, value } of raw) {
      const prefix = declaredPrefix(name);
      if (prefix === undefined) continue;
      hasDeclarations = true;
      this.#bind(prefix, value);
    }
    return hasDeclarations;
  }

  #bind(prefix: string, namespace: string): void {
    const before = this.#bindings.get(prefix);
    if (before === namespace) return;
    if (this.#outer.at(-1)?.depth !== this.#depth) {
      this.#outer.push({ depth: this.#depth, elements: this.#elements, attributes: this.#attributes, bindings: [] });
      this.#elements = new Map();
      this.#attributes = new Map();
    }
    this.#outer.at(-1)?.bindings.push([prefix, before]);
    this.#bindings.set(prefix, namespace);
  }
}

/** Returns the prefix that an attribute declares, or `undefined` for other attributes. */
export function declaredPrefix(name: string): string | undefined {
  if (!name.startsWith("xmlns")) return undefined;
  if (name.length === 5) return "";
  return name.charAt(5) === ":" ? name.slice(6) : undefined;
}
