import { type HandlerContext, type HandlerEvent, ReadError, type Source } from "@reader/core/handler";
import {
  createFlow,
  createFlowEvents,
  endEvents,
  type Flow,
  type FlowSeen,
  type Recording,
} from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { mathMarkdown } from "@reader/office-kit/equations";
import {
  chartObject,
  findOdfFiles,
  macroEvents,
  unlockedPackage,
  withoutDoctype,
  withoutDoctypeAtStart,
} from "@reader/office-kit/odf";
import { damageNotices, type OfficePackage, openPackage } from "@reader/office-kit/package";
import { childOf, createXmlReader, readXmlTree, type XmlElement } from "@reader/office-kit/xml";
import { odfListener } from "./odf-listener.ts";
import { standaloneFile, createOdfReader, type OdfReader } from "./odf-reader.ts";

/** Reads an OpenDocument text, packed or flat. Throws `corrupt`, `encrypted` or `too-large`. */
export async function* readOdt(
  source: Source,
  context: HandlerContext,
  seen: FlowSeen = {},
): AsyncGenerator<HandlerEvent> {
  const builder = createFlow();
  if (!(await isZip(source))) {
    const flat = createOdfReader(standaloneFile(builder));
    Object.assign(seen, { flow: builder, facts: flat.facts, embedded: flat.files.files });
    // In flat documents the metadata precedes the text in the same file.
    yield* bodyEvents(source.stream(), { reader: flat, context, path: source.path, part: source.path, isFlat: true });
    return;
  }
  const request = { path: source.path, password: context.password };
  const opened = await unlockedPackage(await openPackage(source, context), request);
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
  const isWhole = context.pages === undefined && context.select === undefined;
  if (isWhole) yield* [...frontMatter(reader.facts), ...embeddedNotices(files.files)];
  const { path } = source;
  yield* bodyEvents(opened.stream("content.xml"), { reader, context, path, part: `content.xml in ${path}` });
  if (isWhole) yield* macroEvents(opened);
}

async function isZip(source: Source): Promise<boolean> {
  const [first, second] = await source.head(2);
  return first === 0x50 && second === 0x4b;
}

function loadFrom(opened: OfficePackage): (name: string) => Promise<Uint8Array | undefined> {
  return async (name) => {
    try {
      return await opened.picture(name);
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
}

async function* bodyEvents(pieces: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<HandlerEvent> {
  const { reader, context, part, path } = body;
  const xml = createXmlReader(part, odfListener(reader));
  const events = createFlowEvents(reader.builder, context, path);
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
async function readOdfObjects(opened: OfficePackage, builder: Flow): Promise<OdfObjects> {
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
function writeChart(root: XmlElement, builder: Flow): boolean {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return false;
  builder.startParagraph({});
  builder.raw(chartObject(chart).trim());
  builder.endParagraph();
  return true;
}

interface ObjectTarget {
  readonly builder: Flow;
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
