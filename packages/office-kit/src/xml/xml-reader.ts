import { canonicalPrefix } from "./namespaces.ts";
import { createSax, type XmlReader } from "./sax.ts";
import { createXmlNames, type RawName } from "./xml-names.ts";

export type { XmlReader } from "./sax.ts";

/** Attributes by name, as in `w:val`; names without a prefix stay bare. */
export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Receives the elements and the text of an XML part, in order. Names have the prefixes of the standards (`w:p`, `a:t`,
 * `text:h`), whatever prefixes the file declares; Strict and Transitional names are the same.
 */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /** A run of text may come in several pieces. */
  text(characters: string): void;
}

/**
 * Reads XML of a document: no DOCTYPE, no entities but the five of XML, a bounded depth. `part` is what errors call it.
 * Throws `corrupt` out of `write` and `end`.
 */
export function createXmlReader(part: string, listener: XmlListener): XmlReader {
  const names = createXmlNames(canonicalName);
  const text = (characters: string): void => listener.text(characters);
  return createSax(part, {
    open(name, attributes) {
      const own = names.enter(attributes);
      listener.open(names.element(name), own);
    },
    close(name) {
      listener.close(names.element(name));
      names.leave();
    },
    text,
    cdata: text,
  });
}

/** Names of namespaces that this package does not know stay as they are in the file. */
export function canonicalName({ prefix, local, namespace }: RawName): string {
  const canonical = (namespace === undefined ? undefined : canonicalPrefix(namespace)) ?? prefix;
  return canonical === "" ? local : `${canonical}:${local}`;
}
