import type { StoredMember } from "../../package/stored-zip.ts";
import type { XmlAttributes } from "../../xml/xml-reader.ts";
import { createXmlWriter, type XmlWriter } from "../xml-writer.ts";

/** Returns the recorded text. */
type Take = (text: string) => void;

/** The parts of a document under construction. */
export class WordmlParts {
  readonly #parts = new Map<string, WordPart>();
  readonly #media: StoredMember[] = [];
  /** The parts being written, innermost last. */
  readonly #open: WordPart[] = [];
  #held: string[] | undefined;
  #count = 0;
  #openRuns = 0;

  /** Returns a unique number. */
  nextId(): string {
    this.#count += 1;
    return String(this.#count);
  }

  /** The part that is written to. */
  get current(): WordPart | undefined {
    return this.#open.at(-1);
  }

  /** Enters a part, creating it if needed, and returns a function that leaves it. */
  enter(file: string, root: string, folder = "word"): () => void {
    const part = this.#parts.get(file) ?? createPart(folder, file, root);
    this.#parts.set(file, part);
    this.#open.push(part);
    return () => void this.#open.pop();
  }

  /** Writes an element, and gives what ends it. */
  element(name: string, attributes: XmlAttributes = {}): () => void {
    const writer = this.current?.writer;
    writer?.open(name, ownAttributes(attributes));
    return () => writer?.close();
  }

  /** The same of an element with nothing in it. */
  empty(name: string, attributes: XmlAttributes): () => void {
    this.element(name, attributes)();
    return () => undefined;
  }

  /** A run; one inside of another is a part of it. */
  run(attributes: XmlAttributes): () => void {
    this.#openRuns += 1;
    const end = this.#openRuns > 1 ? () => undefined : this.element("w:r", attributes);
    return () => {
      this.#openRuns -= 1;
      end();
    };
  }

  /** Takes the content of a run as separate text, and returns a function that goes back to the run. */
  aside(leave: () => void): () => void {
    const runs = this.#openRuns;
    this.#openRuns = 0;
    return () => {
      leave();
      this.#openRuns = runs;
    };
  }

  /** Records text, and returns a function that delivers it. */
  hold(take: Take): () => void {
    const held: string[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      take(held.join(""));
    };
  }

  text(characters: string): void {
    if (this.#held === undefined) this.current?.writer.text(characters);
    else this.#held.push(characters);
  }

  /** Adds a file, such as an image, under an arbitrary name. */
  media(name: string, bytes: Uint8Array): void {
    this.#media.push({ name: `word/${mediaName(name)}`, bytes });
  }

  end(): readonly StoredMember[] {
    return [...this.#parts.values()].flatMap((part) => part.end()).concat(this.#media);
  }
}

/** Returns the part name of an embedded file such as `wordml://01000001.png`, whatever its address contains. */
export function mediaName(name: string): string {
  return `media/${name.replaceAll(/^.*[/\\]/g, "").replaceAll(/[^\w.-]/g, "_")}`;
}

/** Attributes of other programs have prefixes that no part declares. */
function ownAttributes(attributes: XmlAttributes): XmlAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^(?:[wvor]:)?[\w.-]+$/.test(name)));
}

/** A part of the document that is made, and where it leads to. */
interface WordPart {
  readonly writer: XmlWriter;
  /** Adds a relationship, and gives its identifier. */
  link(relationship: PartLink): string;
  /** The part, and its relationships where it has any. */
  end(): readonly StoredMember[];
}

/** How a part leads to another, or out of the document. */
interface PartLink {
  /** Such as `image`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

const office = "http://schemas.openxmlformats.org";
const relationshipTypes = `${office}/officeDocument/2006/relationships`;

const namespaces = {
  "xmlns:w": `${office}/wordprocessingml/2006/main`,
  "xmlns:r": relationshipTypes,
  "xmlns:v": "urn:schemas-microsoft-com:vml",
  "xmlns:o": "urn:schemas-microsoft-com:office:office",
  "xmlns:cp": `${office}/package/2006/metadata/core-properties`,
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:dcterms": "http://purl.org/dc/terms/",
};

/** A part `folder/file` whose root is open. */
function createPart(folder: string, file: string, root: string): WordPart {
  const writer = createXmlWriter();
  writer.open(root, namespaces);
  const links: PartLink[] = [];
  return {
    writer,
    link: (relationship) => `rId${links.push(relationship)}`,
    end() {
      const part = { name: `${folder}/${file}`, bytes: writer.end() };
      return links.length === 0
        ? [part]
        : [part, { name: `${folder}/_rels/${file}.rels`, bytes: relationshipsOf(links) }];
    },
  };
}

function relationshipsOf(links: readonly PartLink[]): Uint8Array {
  const writer = createXmlWriter();
  writer.open("Relationships", { xmlns: `${office}/package/2006/relationships` });
  for (const [at, { type, target, isExternal = false }] of links.entries()) {
    const mode: Record<string, string> = isExternal ? { TargetMode: "External" } : {};
    writer.open("Relationship", { Id: `rId${at + 1}`, Type: `${relationshipTypes}/${type}`, Target: target, ...mode });
    writer.close();
  }
  return writer.end();
}
