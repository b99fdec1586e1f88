import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import { type DocumentFacts } from "@reader/document/content";
import { paragraphText } from "@reader/office-kit/drawing";
import {
  addListStyles,
  createOdfStyles,
  flowText,
  type ListStyle,
  type OdfFormat,
  type OdfStyles,
  type TextStyles,
  decryptedPackage,
} from "@reader/office-kit/odf";
import { type OfficePackage, openPackage } from "@reader/office-kit/package";
import {
  childOf,
  childrenOf,
  createXmlReader,
  textIn,
  type XmlElement,
  type XmlNode,
  type XmlReader,
} from "@reader/office-kit/xml";

/** An opened OpenDocument presentation, before its pages are read. */
export interface OdpFile {
  readonly parts: OfficePackage | undefined;
  readonly styles: DeckStyles;
  readonly facts: DocumentFacts;
  readonly hasMacros: boolean;
  /** The pages (`draw:page`) in order, each once. */
  pages(): AsyncIterable<XmlElement>;
}

/** Opens a presentation: a package, or one XML document. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openOdp(source: Source, context: HandlerContext): Promise<OdpFile> {
  const isFlat = source.sniff.mediaType.endsWith("-flat-xml");
  const styles = createDeckStyles(isFlat);
  if (isFlat) {
    const facts: Writable = {};
    const pages = (): AsyncIterable<XmlElement> => pagesIn(source.stream(), { path: source.path, styles, facts });
    return { parts: undefined, styles, facts, hasMacros: false, pages };
  }
  const request = { path: source.path, password: context.password };
  const parts = await decryptedPackage(await openPackage(source, context), request);
  for (const element of childrenOf(await treeOf(parts, "styles.xml"))) styles.add(element);
  const facts = factsIn(childOf(await treeOf(parts, "meta.xml"), "office:meta"));
  if (!parts.has("content.xml"))
    throw new ReadError("corrupt", `${source.path} has no content, so it is not a presentation.`);
  return {
    parts,
    styles,
    facts,
    hasMacros: parts.zip.entries.some(
      ({ name }) => /^(?:Basic|Scripts)\/.*\.(?:xml|py|js|bsh)$/i.test(name) && !isIndex(name),
    ),
    pages: () => pagesIn(parts.stream("content.xml"), { path: source.path, styles, facts: {} }),
  };
}

function isIndex(name: string): boolean {
  return /\/script-l[bc]\.xml$/i.test(name);
}

/** A damaged part loses its own content, not the pages. */
async function treeOf(parts: OfficePackage, part: string): Promise<XmlElement | undefined> {
  try {
    return await parts.tree(part);
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

type Writable = { -readonly [Name in keyof DocumentFacts]: DocumentFacts[Name] };

/** OpenDocument 1.3, 4.3. */
function factsIn(meta: XmlElement | undefined): Writable {
  const word = (...names: readonly string[]): string =>
    names.map((name) => textIn(childOf(meta, name)).trim()).find((value) => value !== "") ?? "";
  return {
    title: word("dc:title"),
    subject: word("dc:subject"),
    author: word("meta:initial-creator", "dc:creator"),
    comments: word("dc:description"),
    keywords: childrenOf(meta, "meta:keyword").map(textIn).join(", "),
    created: word("meta:creation-date"),
    modified: word("dc:date"),
  };
}

interface PageSupply {
  readonly path: string;
  readonly styles: ReturnType<typeof createDeckStyles>;
  /** Takes the document properties if they are in the same part. */
  readonly facts: Writable;
}

/** Elements handled as soon as they end, before the pages that refer to them. */
const heads: ReadonlySet<string> = new Set([
  "office:styles",
  "office:automatic-styles",
  "office:master-styles",
  "office:meta",
  "presentation:footer-decl",
  "presentation:header-decl",
  "presentation:date-time-decl",
]);

async function* pagesIn(stream: AsyncIterable<Uint8Array>, supply: PageSupply): AsyncGenerator<XmlElement> {
  const pages: XmlElement[] = [];
  const reader = createPieceReader(supply.path, {
    isPiece: (name) => name === "draw:page" || heads.has(name),
    piece(element) {
      if (element.name === "draw:page") pages.push(element);
      else if (element.name === "office:meta") Object.assign(supply.facts, factsIn(element));
      else supply.styles.add(element);
    },
  });
  for await (const piece of stream) {
    reader.write(piece);
    yield* pages.splice(0);
  }
  reader.end();
  yield* pages.splice(0);
}

/** Handles the pieces of a long part. */
interface PieceListener {
  /** True if an element is a piece: it is passed on when it ends, and not kept in the tree. */
  isPiece(name: string): boolean;
  /** Receives each piece in order, then the root with the remaining content. */
  piece(element: XmlElement): void;
}

/** Reads a part piece by piece, so that a long one is not kept in memory. Errors name it as `part`. */
function createPieceReader(part: string, listener: PieceListener): XmlReader {
  const open: { readonly element: XmlElement; readonly children: XmlNode[] }[] = [];
  return createXmlReader(part, {
    open(name, attributes) {
      const children: XmlNode[] = [];
      open.push({ element: { name, attributes, children }, children });
    },
    close() {
      const closed = open.pop();
      const parent = open.at(-1);
      if (closed === undefined) return;
      if (parent === undefined || listener.isPiece(closed.element.name)) listener.piece(closed.element);
      else parent.children.push(closed.element);
    },
    text: (characters) => void open.at(-1)?.children.push(characters),
  });
}

/** Definitions that the pages of a presentation refer to. */
export interface DeckStyles {
  readonly text: TextStyles;
  /** The names of the page styles that hide a slide. */
  readonly hidden: ReadonlySet<string>;
  /** Lines printed on every page with this master. */
  readonly printed: ReadonlyMap<string, readonly MasterLine[]>;
  /** What the page styles do not show of headers, footers and dates, and of their master, by style name. */
  readonly withheld: ReadonlyMap<string, ReadonlySet<MasterRole>>;
  /** The footers, headers and dates that pages refer to, by name. */
  readonly declared: ReadonlyMap<string, string>;
}

/** The role of text that pages take from their master or its declarations. */
export type MasterRole = "footer" | "header" | "date-time" | "layout";

/** A line of a master page. */
interface MasterLine {
  readonly role: MasterRole;
  readonly words: string;
}

/** Attributes of a page style that hide what is on the master (`style:drawing-page-properties`). */
const switches: readonly (readonly [attribute: string, role: MasterRole])[] = [
  ["presentation:display-footer", "footer"],
  ["presentation:display-header", "header"],
  ["presentation:display-date-time", "date-time"],
  ["presentation:background-objects-visible", "layout"],
];

/** Everything known before the first page. */
function createDeckStyles(isFlat: boolean): DeckStyles & { add(element: XmlElement): void } {
  const lists = new Map<string, ListStyle>();
  const looks = createOdfStyles();
  const text: TextStyles = { isFlat, lists, lookOf: (name) => lookIn(looks, name) };
  const hidden = new Set<string>();
  const printed = new Map<string, readonly MasterLine[]>();
  const withheld = new Map<string, ReadonlySet<MasterRole>>();
  const declared = new Map<string, string>();
  return {
    text,
    hidden,
    printed,
    withheld,
    declared,
    add(element) {
      addListStyles(lists, element);
      for (const style of childrenOf(element, "style:style")) {
        const name = style.attributes["style:name"] ?? "";
        const { isHidden, roles } = pageStyleOf(style);
        if (isHidden) hidden.add(name);
        if (roles.size > 0) withheld.set(name, roles);
        addLook(looks, style);
      }
      for (const master of childrenOf(element, "style:master-page")) {
        printed.set(master.attributes["style:name"] ?? "", linesOf(master, text));
      }
      if (/^presentation:(?:footer|header|date-time)-decl$/.test(element.name)) {
        declared.set(element.attributes["presentation:name"] ?? "", textIn(element).trim());
      }
    },
  };
}

/** Returns what a style of pages hides: its slides, or what they take from their master. */
function pageStyleOf(style: XmlElement): { readonly isHidden: boolean; readonly roles: ReadonlySet<MasterRole> } {
  const page = childOf(style, "style:drawing-page-properties")?.attributes ?? {};
  const off = switches.filter(([attribute]) => page[attribute] === "false");
  return { isHidden: page["presentation:visibility"] === "hidden", roles: new Set(off.map(([, role]) => role)) };
}

function addLook(looks: OdfStyles, style: XmlElement): void {
  const properties = childOf(style, "style:text-properties");
  if (style.attributes["style:family"] !== "text" || properties === undefined) return;
  looks.declare(style.attributes);
  looks.addTextProperties(properties.attributes);
}

/** Styles also store size and colour, which are ignored. */
function lookIn(looks: OdfStyles, name: string): OdfFormat | undefined {
  const look = looks.formatOf("text", name);
  return Object.values(look).every((value) => value === undefined) ? undefined : look;
}

function isRole(name: string | undefined): name is MasterRole {
  return switches.some(([, role]) => role === name && role !== "layout");
}

/** Returns the text of a master: its footers, and its shapes that are not placeholders. */
function linesOf(parent: XmlElement, styles: TextStyles): readonly MasterLine[] {
  return childrenOf(parent).flatMap((shape) => {
    if (shape.name === "draw:g") return linesOf(shape, styles);
    const role = shape.attributes["presentation:class"];
    if (!shape.name.startsWith("draw:") || (role !== undefined && !isRole(role))) return [];
    const body = childOf(shape, "draw:text-box") ?? shape;
    const words = flowText(body, styles).map(paragraphText).join(" ");
    // Text such as `<footer>` is a placeholder for the text of the page.
    if (words === "" || /^<[^>]*>$/.test(words)) return [];
    return [{ role: isRole(role) ? role : "layout", words }];
  });
}
