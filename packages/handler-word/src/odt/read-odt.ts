import { type HandlerContext, type HandlerEvent, ReadError, type Source } from "@reader/core/handler";
import {
  asksForHidden,
  createDocumentBuilder,
  createDocumentEvents,
  endEvents,
  externalSourceMark,
  type DocumentBuilder,
  type DocumentDetails,
  type Recording,
} from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { mathMarkdown } from "@reader/office-kit/equations";
import {
  chartObject,
  findOdfFiles,
  macroEvents,
  decryptedPackage,
  withoutDoctype,
  withoutDoctypeAtStart,
} from "@reader/office-kit/odf";
import { damageNotices, type OfficePackage, openPackage } from "@reader/office-kit/package";
import {
  createTreeBuilder,
  createXmlReader,
  readXmlTree,
  type XmlElement,
  type XmlListener,
} from "@reader/office-kit/xml";
import { pageNotices } from "./author-breaks.ts";
import { drawingElements } from "./drawing-elements.ts";
import { fieldMarks, formControls } from "./form-controls.ts";
import { insetElements, beginInset, endInset } from "./inset-elements.ts";
import { createOdfReader, type OdfReader, type OpenFormula, standaloneFile } from "./odf-reader.ts";
import { writeMarkdown, writeOdfText } from "./odf-text.ts";
import {
  captured,
  type ElementAction,
  type ElementActions,
  hidden,
  nextPage,
  openLayout,
  paragraphElements,
  tableElements,
} from "./paragraph-elements.ts";
import { openContent } from "./open-content.ts";
import { outlineStyle } from "./odf-lists.ts";

function listLevel(kind: "number" | "bullet" | "image"): ElementAction {
  return {
    open: ({ lists }, attributes) => lists.declareLevel(attributes, kind),
    close: ({ lists }) => lists.endLevel(),
  };
}

const textProperties: ElementAction = {
  open({ styles, lists }, attributes) {
    if (lists.isInLevel) lists.setLabelFont(styles.symbolFontIn(attributes));
    else styles.addTextProperties(attributes);
  },
};

function pageLine(what: "Header" | "Footer"): ElementAction {
  return {
    open: beginInset,
    close: (reader) => reader.masterPages.addLine(what, endInset(reader)),
  };
}

function fact(name: keyof OdfReader["facts"]): ElementAction {
  return captured(({ facts }, text) => void (facts[name] = text));
}

const section: ElementAction = {
  open({ hiddenSections }, attributes) {
    const isHidden = attributes["text:display"] === "none" || attributes["text:is-hidden"] === "true";
    hiddenSections.push(isHidden || hiddenSections.at(-1) === true);
  },
  close: ({ hiddenSections }) => void hiddenSections.pop(),
};

/** A section that a program fills from another file or, through DDE, from another program. What it last got is stored. */
const linkedSection: ElementAction = {
  open({ builder }, attributes) {
    const source = [attributes["xlink:href"], attributes["text:section-name"]];
    // Without a file it is another section of this document.
    if (attributes["xlink:href"] !== undefined) builder.block(externalSourceMark("section", source));
  },
};

const ddeSource: ElementAction = {
  open({ builder }, attributes) {
    const names = ["application", "topic", "item"].map((name) => attributes[`office:dde-${name}`]);
    builder.block(externalSourceMark("DDE", names));
  },
};

/** Actions for metadata, styles, page headers and footers, and elements that are skipped. */
const headElements: ElementActions = {
  ...formControls,
  ...fieldMarks,
  "dc:title": fact("title"),
  "dc:subject": fact("subject"),
  "dc:description": fact("comments"),
  "meta:creation-date": fact("created"),
  "meta:keyword": captured(({ facts }, text) => {
    facts.keywords = facts.keywords === undefined ? text : `${facts.keywords}, ${text}`;
  }),
  "meta:initial-creator": captured(({ facts }, text) => void (facts.author ??= text)),
  "style:master-page": { open: ({ masterPages }, attributes) => masterPages.declare(attributes) },
  "style:style": {
    open({ styles, masterPages }, attributes) {
      styles.declare(attributes);
      masterPages.use(attributes["style:master-page-name"]);
    },
  },
  "style:font-face": { open: ({ styles }, attributes) => styles.declareFont(attributes) },
  "style:text-properties": textProperties,
  "style:properties": textProperties,
  "style:paragraph-properties": { open: ({ styles }, attributes) => styles.addBlockProperties(attributes) },
  "style:table-properties": { open: ({ styles }, attributes) => styles.addBlockProperties(attributes) },
  "meta:document-statistic": {
    open: ({ layout }, attributes) => void (layout.statedPages = Number(attributes["meta:page-count"] ?? 0) || 0),
  },
  "text:list-style": { open: ({ lists }, attributes) => lists.declareStyle(attributes["style:name"] ?? "") },
  "text:outline-style": { open: ({ lists }) => lists.declareStyle(outlineStyle) },
  "text:outline-level-style": {
    open: ({ lists }, attributes) => {
      lists.declareLevel(attributes, (attributes["style:num-format"] ?? "") === "" ? "none" : "number");
    },
    close: ({ lists }) => lists.endLevel(),
  },
  "text:list-level-style-number": listLevel("number"),
  "text:list-level-style-bullet": listLevel("bullet"),
  "text:list-level-style-image": listLevel("image"),
  "style:header": pageLine("Header"),
  "style:header-left": pageLine("Header"),
  "style:header-first": pageLine("Header"),
  "style:footer": pageLine("Footer"),
  "style:footer-left": pageLine("Footer"),
  "style:footer-first": pageLine("Footer"),
  "text:section": section,
  "text:section-source": linkedSection,
  "office:dde-source": ddeSource,
  "office:text": {
    open(reader, attributes) {
      reader.hasBody = true;
      writePageLines(reader);
      openLayout(reader, attributes);
    },
  },
  "text:page-sequence": { close: writePageLines },
  "text:page": { open: ({ masterPages }, attributes) => masterPages.use(attributes["text:master-page-name"]) },
  "text:soft-page-break": { open: nextPage },
  "office:scripts": hidden,
  "office:settings": hidden,
  "office:script": hidden,
  "text:script": hidden,
  "text:notes-configuration": hidden,
  "text:table-of-content-source": hidden,
  "text:illustration-index-source": hidden,
  "text:table-index-source": hidden,
  "text:object-index-source": hidden,
  "text:user-index-source": hidden,
  "text:alphabetical-index-source": hidden,
  "text:bibliography-source": hidden,
  "text:index-title-template": hidden,
  "number:text": hidden,
};

function writePageLines({ masterPages, builder }: OdfReader): void {
  for (const { what, words } of masterPages.usedLines()) builder.pageLine(what, words);
}

/** Reads an OpenDocument text, packed or flat. Throws `corrupt`, `encrypted` or `too-large`. */
export async function* readOdt(
  source: Source,
  context: HandlerContext,
  seen: DocumentDetails = {},
): AsyncGenerator<HandlerEvent> {
  const builder = createDocumentBuilder({ showsHidden: asksForHidden(context) });
  if (!(await isZip(source))) {
    const flat = createOdfReader(standaloneFile(builder));
    Object.assign(seen, { flow: builder, facts: flat.facts, embedded: flat.files.files });
    // In flat documents the metadata precedes the text in the same file.
    yield* bodyEvents(source.stream(), { reader: flat, context, path: source.path, part: source.path, isFlat: true });
    return;
  }
  const request = { path: source.path, password: context.password };
  const opened = await decryptedPackage(await openPackage(source, context), request);
  yield* damageNotices(opened);
  if (!opened.has("content.xml")) throw new ReadError("corrupt", `${source.path} has no content.xml.`);
  const files = await findOdfFiles(opened);
  const inside = embeddedEvents(files.files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  const { contents, formulas } = await readOdfObjects(opened, builder);
  const has = (name: string): boolean => opened.has(name);
  const reader = createOdfReader({ builder, objects: contents, formulas, has, load: loadFrom(opened), files });
  Object.assign(seen, { flow: builder, facts: reader.facts, embedded: files.files });
  for (const part of ["meta.xml", "styles.xml"]) await readSmallPart(opened, part, reader);
  const isWhole = context.pages === undefined && (context.select === undefined || asksForHidden(context));
  if (isWhole) yield* [...frontMatter(reader.facts), ...embeddedNotices(files.files)];
  const { path } = source;
  const part = `content.xml in ${path}`;
  const { pieces, hasPagePlaces } = await openContent(opened.stream("content.xml"), reader);
  yield* bodyEvents(pieces, { reader, context, path, part, hasPagePlaces });
  yield* pageNotices(reader);
  if (isWhole) yield* macroEvents(opened);
}

async function isZip(source: Source): Promise<boolean> {
  const [first, second] = await source.head(2);
  return first === 0x50 && second === 0x4b;
}

function loadFrom(opened: OfficePackage): (name: string) => Promise<Uint8Array | undefined> {
  return async (name) => {
    try {
      return await opened.image(name);
    } catch (error) {
      // A corrupt image is left out and the text is kept. Limits still apply.
      if (ReadError.is(error) && error.code === "corrupt") return undefined;
      throw error;
    }
  };
}

async function readSmallPart(opened: OfficePackage, part: string, reader: OdfReader): Promise<void> {
  const xml = createXmlReader(part, odfListener(reader));
  let isEmpty = true;
  for await (const piece of withoutDoctype(opened.stream(part))) {
    isEmpty = false;
    xml.write(piece);
  }
  if (!isEmpty) xml.end();
}

interface Body {
  readonly reader: OdfReader;
  readonly context: HandlerContext;
  readonly path: string;
  readonly part: string;
  /** True if the metadata is in the same file. */
  readonly isFlat?: boolean;
  /** True if text outside sections has its approximate page as place. */
  readonly hasPagePlaces?: boolean;
}

async function* bodyEvents(pieces: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<HandlerEvent> {
  const { reader, context, part, path, hasPagePlaces: isPaged } = body;
  const xml = createXmlReader(part, odfListener(reader));
  const events = createDocumentEvents(reader.builder, context, { path, hasPagePlaces: isPaged });
  let isFrontDue = body.isFlat === true && events.isWhole;
  try {
    for await (const piece of withoutDoctype(pieces)) {
      xml.write(piece);
      context.signal.throwIfAborted();
      if (!reader.hasBody) continue;
      if (isFrontDue) yield* frontMatter(reader.facts);
      isFrontDue = false;
      yield* events.drain();
    }
    xml.end();
  } catch (error) {
    // Emits what was read before the damage.
    if (ReadError.is(error) && error.code === "corrupt") {
      if (isFrontDue) yield* frontMatter(reader.facts);
      yield* events.end();
    }
    throw error;
  }
  yield* endEvents(events, body.isFlat === true ? reader.files.files : [], context);
}

/** The content of embedded objects by the name of their folder. */
interface OdfObjects {
  readonly contents: Map<string, Recording>;
  readonly formulas: Map<string, string>;
}

/** Maximum number of embedded objects that are read. */
const maxObjects = 200;

/** Reads embedded formulas, charts and tables. Corrupt objects are skipped. */
async function readOdfObjects(opened: OfficePackage, builder: DocumentBuilder): Promise<OdfObjects> {
  const objects: OdfObjects = { contents: new Map(), formulas: new Map() };
  const parts = opened.zip.entries.map(({ name }) => name).filter((name) => /^[^/]+\/content\.xml$/.test(name));
  for (const part of parts.slice(0, maxObjects)) {
    const bytes = await opened.bytes(part);
    if (bytes === undefined) continue;
    try {
      readObject(withoutDoctypeAtStart(bytes), part, { builder, objects });
    } catch (error) {
      if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    }
  }
  return objects;
}

/** Number of bytes in which the kind of an object is detected; the styles of a chart come first. */
const maxStartBytes = 100_000;

const isChart = /<(?:[\w-]+:)?chart\s[^<>]*\bchart:class=/;

/** Writes the chart. Returns false if there is no chart. */
function writeChart(root: XmlElement, builder: DocumentBuilder): boolean {
  const chart = chartObject(root);
  if (chart === undefined) return false;
  builder.startParagraph({});
  builder.raw(chart.trim());
  builder.endParagraph();
  return true;
}

interface ObjectTarget {
  readonly builder: DocumentBuilder;
  readonly objects: OdfObjects;
}

function readObject(bytes: Uint8Array, part: string, { builder, objects }: ObjectTarget): void {
  const name = part.slice(0, part.indexOf("/"));
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, maxStartBytes));
  if (/<(?:[\w-]+:)?math\b/.test(start.slice(0, 4000))) {
    const formula = mathMarkdown(readXmlTree(bytes, part));
    if (formula !== "") objects.formulas.set(name, formula);
    return;
  }
  builder.beginAside();
  try {
    if (isChart.test(start) && writeChart(readXmlTree(bytes, part), builder)) return;
    const reader = createXmlReader(part, odfListener(createOdfReader(standaloneFile(builder))));
    reader.write(bytes);
    reader.end();
  } finally {
    objects.contents.set(name, builder.endAside());
  }
}

const actions: ReadonlyMap<string, ElementAction> = new Map(
  Object.entries({ ...headElements, ...paragraphElements, ...tableElements, ...insetElements, ...drawingElements }),
);

/** Returns a listener that runs the actions of the elements of one part. */
function odfListener(reader: OdfReader): XmlListener {
  return withoutFormulas(reader, {
    open(name, attributes) {
      const action = actions.get(name);
      if (reader.skipped > 0 || action?.isHidden === true) reader.skipped += 1;
      else action?.open?.(reader, attributes);
    },
    close(name) {
      if (reader.skipped > 0) reader.skipped -= 1;
      else actions.get(name)?.close?.(reader);
    },
    text: (characters) => writeOdfText(reader, characters),
  });
}

/** Passes all elements but formulas to a listener. A formula is written as one span of Markdown in its place. */
function withoutFormulas(reader: OdfReader, listener: XmlListener): XmlListener {
  return {
    open(name, attributes) {
      if (name === "math:math" && reader.skipped === 0) {
        reader.formula ??= { tree: createTreeBuilder(), depth: 0 };
      }
      const { formula } = reader;
      if (formula === undefined) {
        listener.open(name, attributes);
        return;
      }
      formula.depth += 1;
      formula.tree.open(name, attributes);
    },
    close(name) {
      if (reader.formula === undefined) listener.close(name);
      else closeIn(reader, reader.formula, name);
    },
    text(characters) {
      (reader.formula?.tree ?? listener).text(characters);
    },
  };
}

function closeIn(reader: OdfReader, formula: OpenFormula, name: string): void {
  formula.tree.close(name);
  formula.depth -= 1;
  if (formula.depth > 0) return;
  reader.formula = undefined;
  const root = formula.tree.root();
  const markdown = root === undefined ? "" : mathMarkdown(root);
  const drawing = reader.drawings.at(-1);
  if (markdown === "") return;
  if (drawing !== undefined) drawing.isWritten = true;
  writeMarkdown(reader, markdown);
}
