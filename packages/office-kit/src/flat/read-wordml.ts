import { ownEntry } from "@reader/document/content";
import type { StoredMember } from "../package/stored-zip.ts";
import { createXmlReader, type XmlAttributes, type XmlListener } from "../xml/xml-reader.ts";
import { type FlatFile, readFlatFile } from "./flat-file.ts";
import { createXmlWriter, type XmlWriter } from "./xml-writer.ts";

/**
 * Converts a WordprocessingML 2003 document to the parts of a Word document. Office Open XML was derived from it: most
 * elements are the same, some have other names, and notes, comments, headers and images are stored inline.
 */
export async function readWordml(file: FlatFile): Promise<readonly StoredMember[]> {
  const parts = new WordmlParts();
  await readFlatFile(file, createXmlReader(file.path, listenerFor(parts)));
  return parts.end();
}

function listenerFor(parts: WordmlParts): XmlListener {
  /** The actions at the end of each open element. */
  const ends: (() => void)[] = [];
  /** Number of open elements whose content is omitted. */
  let leftOut = 0;
  return {
    open(name, attributes) {
      const end = leftOut > 0 ? undefined : open(name, attributes, parts);
      if (end === undefined) leftOut += 1;
      ends.push(end ?? (() => void (leftOut -= 1)));
    },
    close: () => ends.pop()?.(),
    text(characters) {
      if (leftOut === 0) parts.text(characters);
    },
  };
}

/** Prefixes of Word and drawing elements. Other elements are skipped, but not their content. */
const isKept = /^[wvo]:/;

/** Opens an element and returns the function that ends it, or `undefined` to omit the element with its content. */
function open(name: string, attributes: XmlAttributes, parts: WordmlParts): (() => void) | undefined {
  const rule = ownEntry(rules, name);
  if (rule !== undefined) return rule(attributes, parts);
  return isKept.test(name) ? parts.element(name, attributes) : () => undefined;
}

/** Converts an element and returns the function that ends it, or `undefined` to omit the element with its content. */
type Rule = (attributes: XmlAttributes, parts: WordmlParts) => (() => void) | undefined;

const leftOut: Rule = () => undefined;

const called =
  (name: string): Rule =>
  (attributes, parts) =>
    parts.element(name, attributes);

/** Moves an inline element to its own part. */
const root =
  (file: string, name: string): Rule =>
  (_, parts) =>
    parts.enter(file, name);

/** Moves a note out of the run that refers to it. */
const note =
  (kind: "footnote" | "endnote"): Rule =>
  (_, parts) => {
    const attributes = { "w:id": parts.nextId() };
    parts.empty(`w:${kind}Reference`, attributes);
    return within(parts, parts.enter(`${kind}s.xml`, `w:${kind}s`), parts.element(`w:${kind}`, attributes));
  };

/** Moves headers and footers out of the section properties. */
const pageText =
  (kind: "header" | "footer", name: string): Rule =>
  (_, parts) => {
    const file = `${kind}${parts.nextId()}.xml`;
    parts.current?.link({ type: kind, target: file });
    return within(parts, parts.enter(file, name));
  };

/** Writes separate text, inside a run or not, and closes its open elements before leaving the part. */
function within(parts: WordmlParts, leave: () => void, end: () => void = () => undefined): () => void {
  return parts.aside(() => {
    end();
    leave();
  });
}

/** Writes a property of the document under its name in `core.xml`. */
const property =
  (name: string): Rule =>
  (_, parts) =>
    parts.element(name);

/** Differences between WordprocessingML 2003 and Office Open XML; everything else is the same. */
const rules: Readonly<Record<string, Rule | undefined>> = {
  "w:wordDocument": () => () => undefined,
  "w:body": (_, parts) => {
    const leave = parts.enter("document.xml", "w:document");
    return within(parts, leave, parts.element("w:body"));
  },
  "w:styles": root("styles.xml", "w:styles"),
  "w:lists": root("numbering.xml", "w:numbering"),
  "o:DocumentProperties": (_, parts) => parts.enter("core.xml", "cp:coreProperties", "docProps"),
  "o:Title": property("dc:title"),
  "o:Subject": property("dc:subject"),
  "o:Author": property("dc:creator"),
  "o:Keywords": property("cp:keywords"),
  "o:Description": property("dc:description"),
  "o:Created": property("dcterms:created"),
  "o:LastSaved": property("dcterms:modified"),
  "o:CustomDocumentProperties": leftOut,
  "w:fonts": leftOut,
  "w:docPr": leftOut,
  "w:docSuppData": leftOut,
  "w:docOleData": leftOut,
  "w:shapeDefaults": leftOut,
  "w:bgPict": leftOut,
  "w:name": (attributes, parts) => parts.element("w:name", { "w:val": styleName(attributes["w:val"] ?? "") }),
  "w:r": (attributes, parts) => parts.run(attributes),
  "w:listPr": called("w:numPr"),
  "w:ilfo": called("w:numId"),
  "w:listDef": ({ "w:listDefId": id = "" }, parts) => parts.element("w:abstractNum", { "w:abstractNumId": id }),
  "w:list": ({ "w:ilfo": id = "" }, parts) => parts.element("w:num", { "w:numId": id }),
  "w:ilst": called("w:abstractNumId"),
  "w:vmerge": called("w:vMerge"),
  "w:hmerge": called("w:hMerge"),
  "w:hlink": link,
  "w:footnote": note("footnote"),
  "w:endnote": note("endnote"),
  "w:hdr": pageText("header", "w:hdr"),
  "w:ftr": pageText("footer", "w:ftr"),
  "w:binData": binary,
  "v:imagedata": image,
  "aml:annotation": annotation,
};

/** LibreOffice writes names of styles as OpenDocument does: `Heading_20_1`. */
function styleName(written: string): string {
  return written.replaceAll(/_([2-7][0-9a-f])_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function link({ "w:dest": address, "w:bookmark": anchor }: XmlAttributes, parts: WordmlParts): () => void {
  const leads = anchor === undefined ? {} : { "w:anchor": anchor };
  if (address === undefined) return parts.element("w:hyperlink", leads);
  const id = parts.current?.link({ type: "hyperlink", target: address, isExternal: true }) ?? "";
  return parts.element("w:hyperlink", { "r:id": id, ...leads });
}

function binary({ "w:name": name = "" }: XmlAttributes, parts: WordmlParts): () => void {
  return parts.hold((text) => parts.media(name, new Uint8Array(Buffer.from(text, "base64"))));
}

/** An embedded image has a `wordml:` address; any other address is external. */
function image({ src = "", ...attributes }: XmlAttributes, parts: WordmlParts): () => void {
  const isInside = src.startsWith("wordml:");
  const target = isInside ? mediaName(src) : src;
  const id = parts.current?.link({ type: "image", target, isExternal: !isInside }) ?? "";
  return parts.element("v:imagedata", { ...attributes, "r:id": id });
}

/** Changes, comments and bookmarks share one element in Word 2003 XML (`aml:annotation`) and differ by its type. */
function annotation(attributes: XmlAttributes, parts: WordmlParts): (() => void) | undefined {
  const type = attributes["w:type"] ?? "";
  if (type === "Word.Comment") return comment(attributes, parts);
  const change = changes.get(type);
  if (change !== undefined) return parts.element(change, authorOf(attributes));
  const mark = marks.get(type);
  // The remaining types describe the format before a change.
  return mark === undefined ? undefined : parts.empty(mark, markOf(attributes));
}

const changes: ReadonlyMap<string, string> = new Map([
  ["Word.Insertion", "w:ins"],
  ["Word.Deletion", "w:del"],
]);

const marks: ReadonlyMap<string, string> = new Map([
  ["Word.Comment.Start", "w:commentRangeStart"],
  ["Word.Comment.End", "w:commentRangeEnd"],
  ["Word.Bookmark.Start", "w:bookmarkStart"],
  ["Word.Bookmark.End", "w:bookmarkEnd"],
]);

function markOf({ "aml:id": id = "", "w:name": name }: XmlAttributes): XmlAttributes {
  return name === undefined ? { "w:id": id } : { "w:id": id, "w:name": name };
}

function authorOf({ "aml:author": author = "", "aml:createdate": date = "" }: XmlAttributes): XmlAttributes {
  return { "w:author": author, "w:date": date };
}

/** Moves a comment out of the run that refers to it. */
function comment(attributes: XmlAttributes, parts: WordmlParts): () => void {
  const { "aml:id": id = "" } = attributes;
  parts.empty("w:commentReference", { "w:id": id });
  const leave = parts.enter("comments.xml", "w:comments");
  const end = parts.element("w:comment", { "w:id": id, ...authorOf(attributes) });
  return parts.aside(() => {
    end();
    leave();
  });
}

/** Returns the recorded text. */
type Take = (text: string) => void;

/** The parts of a document under construction. */
class WordmlParts {
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

  /** Writes the start of an element and returns the function that ends it. */
  element(name: string, attributes: XmlAttributes = {}): () => void {
    const writer = this.current?.writer;
    writer?.open(name, ownAttributes(attributes));
    return () => writer?.close();
  }

  /** Writes an empty element. */
  empty(name: string, attributes: XmlAttributes): () => void {
    this.element(name, attributes)();
    return () => undefined;
  }

  /** Starts a run. A run inside another one is part of it. */
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
function mediaName(name: string): string {
  return `media/${name.replaceAll(/^.*[/\\]/g, "").replaceAll(/[^\w.-]/g, "_")}`;
}

/** Attributes of other programs have prefixes that no part declares. */
function ownAttributes(attributes: XmlAttributes): XmlAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^(?:[wvor]:)?[\w.-]+$/.test(name)));
}

/** A part under construction, with its relationships. */
interface WordPart {
  readonly writer: XmlWriter;
  /** Adds a relationship and returns its identifier. */
  link(relationship: PartLink): string;
  /** Returns the part, and the part with its relationships if it has any. */
  end(): readonly StoredMember[];
}

/** A relationship to another part, or to an external target. */
interface PartLink {
  /** The type, such as `image`. */
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

/** Creates a part `folder/file` whose root element is open. */
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
