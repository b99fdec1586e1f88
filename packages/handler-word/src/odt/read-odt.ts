import { ReadError, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { createFlow, createFlowEvents, endEvents, type FlowSeen } from "@reader/document/builder";
import { embeddedEvents, embeddedNotices, frontMatter } from "@reader/document/content";
import { damageNotices, openPackage, type OfficePackage } from "@reader/office-kit/package";
import { createXmlReader } from "@reader/office-kit/xml";
import { unlockedPackage, macroEvents, findOdfFiles, withoutDoctype } from "@reader/office-kit/odf";
import { odfListener } from "./odf-listener.ts";
import { readOdfObjects } from "./odf-objects.ts";
import { aloneWith, createOdfReader, type OdfReader } from "./odf-reader.ts";

/** Yields an OpenDocument text, packed or flat; throws `corrupt`, `encrypted` or `too-large`. */
export async function* readOdt(
  source: Source,
  context: HandlerContext,
  seen: FlowSeen = {},
): AsyncGenerator<HandlerEvent> {
  const flow = createFlow();
  if (!(await isZip(source))) {
    const flat = createOdfReader(aloneWith(flow));
    Object.assign(seen, { flow, facts: flat.facts, embedded: flat.files.files });
    // The properties stand before the text, in the same file.
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
  const { contents, formulas } = await readOdfObjects(opened, flow);
  const has = (name: string): boolean => opened.has(name);
  const reader = createOdfReader({ flow, objects: contents, formulas, has, load: loadFrom(opened), files });
  Object.assign(seen, { flow, facts: reader.facts, embedded: files.files });
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
      // One damaged picture does not take the text with it; limits hold.
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
  /** Whether the properties are in the same file. */
  readonly isFlat?: boolean;
}

async function* bodyEvents(pieces: AsyncIterable<Uint8Array>, body: Body): AsyncGenerator<HandlerEvent> {
  const { reader, context, part, path } = body;
  const xml = createXmlReader(part, odfListener(reader));
  const events = createFlowEvents(reader.flow, context, path);
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
    // What was read so far is worth more than nothing.
    if (ReadError.is(error) && error.code === "corrupt") {
      if (isFrontDue) yield* frontMatter(reader.facts);
      yield* events.end();
    }
    throw error;
  }
  yield* endEvents(events, body.isFlat === true ? reader.files.files : [], context);
}
