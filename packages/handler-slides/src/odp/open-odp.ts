import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import { unlockedPackage } from "@reader/office-kit/odf";
import { openPackage, type OfficePackage } from "@reader/office-kit/package";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { createDeckStyles, type DeckStyles } from "./deck-styles.ts";
import { createPieceReader } from "./xml-pieces.ts";

/** An opened presentation of OpenDocument, before its pages. */
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
  const styles = createDeckStyles();
  if (source.sniff.mediaType.endsWith("-flat-xml")) {
    const facts: Writable = {};
    const pages = (): AsyncIterable<XmlElement> => pagesIn(source.stream(), { path: source.path, styles, facts });
    return { parts: undefined, styles, facts, hasMacros: false, pages };
  }
  const request = { path: source.path, password: context.password };
  const parts = await unlockedPackage(await openPackage(source, context), request);
  for (const element of childrenOf(await treeOf(parts, "styles.xml"))) styles.add(element);
  const facts = factsIn(childOf(await treeOf(parts, "meta.xml"), "office:meta"));
  if (!parts.has("content.xml"))
    throw new ReadError("corrupt", `${source.path} has no content: it is no presentation.`);
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

/** A damaged part costs what it says and not the pages. */
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
  /** Takes what the file says of itself, where that is in the same part. */
  readonly facts: Writable;
}

/** Elements that are handled when they end; they come before the pages that refer to them. */
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
