import { ReadError } from "@reader/core/handler";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** A FictionBook 2 (gribuser.ru, FictionBook 2.0 and 2.1). Names of elements have no prefix. */
export interface FictionBook {
  readonly description: XmlElement | undefined;
  /** The bodies that are read in order: the main one, and others that are not notes. */
  readonly bodies: readonly XmlElement[];
  /** The notes and comments, by their identifiers. */
  readonly notes: ReadonlyMap<string, XmlElement>;
  /** The bodies that hold them. */
  readonly noteBodies: readonly XmlElement[];
  /** The images, by their identifiers. */
  readonly binaries: ReadonlyMap<string, XmlElement>;
}

const noteBodyNames = /^(?:notes|comments|footnotes)$/i;

/** Returns the parts of a book. Throws `corrupt` if the XML is no FictionBook. */
export function bookIn(root: XmlElement, path: string): FictionBook {
  const book = withoutPrefixes(root);
  const bodies = childrenOf(book, "body");
  if (book.name !== "FictionBook" || bodies.length === 0) {
    throw new ReadError("corrupt", `${path} is XML but not the text of a FictionBook.`, {
      hint: "Ask the user for an undamaged copy, or for the book as EPUB.",
    });
  }
  const isNotes = ({ attributes }: XmlElement): boolean => noteBodyNames.test(attributes["name"] ?? "");
  const main = bodies.filter((body) => !isNotes(body));
  const noteBodies = main.length > 0 ? bodies.filter(isNotes) : [];
  return {
    description: childOf(book, "description"),
    bodies: main.length > 0 ? main : bodies,
    notes: notesIn(noteBodies),
    noteBodies,
    binaries: new Map(childrenOf(book, "binary").map((each) => [each.attributes["id"] ?? "", each])),
  };
}

function withoutPrefixes(element: XmlElement): XmlElement {
  const { name, attributes, children } = element;
  return {
    name: name.slice(name.indexOf(":") + 1),
    attributes,
    children: children.map((child) => (typeof child === "string" ? child : withoutPrefixes(child))),
  };
}

function notesIn(bodies: readonly XmlElement[]): ReadonlyMap<string, XmlElement> {
  const notes = new Map<string, XmlElement>();
  const pending = [...bodies];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const { id } = element.attributes;
    if (id !== undefined && !notes.has(id)) notes.set(id, element);
    for (const child of childrenOf(element, "section")) pending.push(child);
  }
  return notes;
}

/** Returns the identifier that a link or an image refers to inside the book, or `undefined`. */
export function reference(element: XmlElement | undefined): string | undefined {
  const target = address(element);
  return target?.startsWith("#") === true ? target.slice(1) : undefined;
}

/** Returns the target of a link, whatever prefix the file has for XLink. */
export function address(element: XmlElement | undefined): string | undefined {
  const found = Object.entries(element?.attributes ?? {}).find(([name]) => /(?:^|:)href$/.test(name));
  return found?.[1].trim();
}

/** Decodes an image. Returns `undefined` if it is missing or no Base64. */
export function imageBytes(binary: XmlElement | undefined): Uint8Array | undefined {
  const bytes = binary === undefined ? undefined : Buffer.from(textIn(binary), "base64");
  return bytes === undefined || bytes.length === 0 ? undefined : new Uint8Array(bytes);
}
