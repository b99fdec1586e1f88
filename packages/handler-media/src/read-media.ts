import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  notice,
  type Outline,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { collectFacts } from "./collect-facts.ts";
import {
  clockText,
  type MediaFacts,
  oneLine,
  type CoverImage,
  type StreamFacts,
  type TextTrack,
} from "./model/media-facts.ts";
import { createWindow } from "./source/byte-window.ts";

/** Reads what a file says about itself, and the text in it; `select` names a image or a text. */
export async function* readMedia(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const facts = await openMedia(source, context);
  const { select } = context;
  if (context.pages !== undefined) throw noPages(source.path);
  if (select !== undefined) yield* selected(facts, select, { source, context });
  else yield* overview(facts, context);
}

async function openMedia(source: Source, { signal }: Pick<HandlerContext, "signal">): Promise<MediaFacts> {
  const facts = await collectFacts(createWindow(source), source.sniff.mediaType);
  signal.throwIfAborted();
  return facts;
}

async function* overview(facts: MediaFacts, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield text(`${headLine(facts)}\n`);
  yield* block(
    "Streams",
    facts.streams.map((stream, at) => `${at + 1}. ${streamWords(stream)}`),
  );
  yield* block(
    "Tags",
    facts.tags.map(([name, value]) => `${name}: ${value}`),
  );
  yield* block(
    "Chapters",
    facts.chapters.map(({ startMs, title }) => `${clockText(startMs)}  ${title}`),
  );
  yield* block(
    "Images",
    facts.images.map((image, at) => `${imageWords(image)}: select "image/${at + 1}"`),
  );
  const [first, ...others] = facts.texts;
  yield* block(
    "Other texts",
    others.map((track) => `${trackWords(track)}: select ${quoted(track.name)}`),
  );
  if (first !== undefined) yield* textEvents(first, context.signal);
  else if (context.transcribe !== undefined) yield* transcriptEvents(context.transcribe);
  for (const remark of facts.remarks) yield notice(remark);
  if (first === undefined && context.transcribe === undefined) yield notice(unheard);
}

const unheard = "What is said or shown in it is not known to the reader: it reads what the file says about itself.";

/** Yields what is said, as the reader's transcriber heard it. A failure is a line in its place. */
async function* transcriptEvents(transcribe: NonNullable<HandlerContext["transcribe"]>): AsyncGenerator<HandlerEvent> {
  try {
    const { by, language, passages } = await transcribe();
    const words = language === undefined ? by : `${by}, ${language}`;
    yield text(`\nTranscript (recognised by ${oneLine(words, 100)}, and may have errors):\n`);
    if (passages.length === 0) yield text("(nothing is said)\n");
    for (const { startMs, endMs, speaker, text: said } of passages) {
      const end = endMs === undefined ? "" : ` – ${clockText(endMs)}`;
      const who = speaker === undefined ? "" : `${oneLine(speaker, 100)}: `;
      yield text(`${clockText(startMs)}${end}  ${who}${oneLine(said, maxPassageCharacters)}\n`);
    }
  } catch (error) {
    if (!ReadError.is(error) || error.code === "aborted") throw error;
    yield text(`\n(it could not be transcribed: ${error.message})\n`);
  }
}

/** Maximum number of characters of a passage. */
const maxPassageCharacters = 20_000;

function headLine({ container, durationMs, isEstimated }: MediaFacts): string {
  if (durationMs === undefined) return `${container} · duration unknown`;
  const about = isEstimated === true ? "about " : "";
  return `${container} · ${about}${clockText(durationMs)}`;
}

function* block(title: string, lines: readonly string[]): Generator<HandlerEvent> {
  if (lines.length > 0) yield text(`\n${title}:\n${lines.join("\n")}\n`);
}

function streamWords({ kind, codec, facts }: StreamFacts): string {
  return [kind, codec, ...facts].join(" · ");
}

function imageWords({ words, mediaType, bytes }: CoverImage): string {
  return [words === "" ? "image" : words, mediaType, `${bytes.length} bytes`].join(" · ");
}

function trackWords({ kind, words }: TextTrack): string {
  return words === "" ? kind : `${kind} (${words})`;
}

async function* textEvents(track: TextTrack, signal: AbortSignal): AsyncGenerator<HandlerEvent> {
  yield text(`\n${trackWords(track)}:\n`);
  for await (const { startMs, endMs, text: words } of track.read(signal)) {
    const end = endMs === undefined ? "" : ` – ${clockText(endMs)}`;
    yield text(`${startMs === undefined ? "" : `${clockText(startMs)}${end}  `}${words}\n`);
  }
}

interface Reading {
  readonly source: Source;
  readonly context: HandlerContext;
}

async function* selected(
  facts: MediaFacts,
  select: string,
  { source, context }: Reading,
): AsyncGenerator<HandlerEvent> {
  const wanted = select.trim().toLowerCase();
  const [, number] = /^image(?:\/(\d{1,3}))?$/.exec(wanted) ?? [];
  const image = wanted.startsWith("image") ? facts.images[Number(number ?? "1") - 1] : undefined;
  if (image !== undefined) {
    yield* context.nested(`image.${extensionOf(image)}`, image.bytes);
    return;
  }
  if (wanted === "transcript" && context.transcribe !== undefined) {
    yield* transcriptEvents(context.transcribe);
    return;
  }
  const track = facts.texts.find(({ name }) => name === wanted || name === `${wanted}/1`);
  if (track === undefined) throw notFound(facts, select, source.path);
  yield* textEvents(track, context.signal);
}

/** Programs write `image/jpeg`, `image/jpg`, `JPG` and `jpeg`. */
function extensionOf({ mediaType }: CoverImage): string {
  const type = mediaType.toLowerCase().replace(/^.*\//, "").replaceAll(/\W/g, "");
  return type === "" || type === "jpeg" ? "jpg" : type;
}

function notFound({ images, texts }: MediaFacts, select: string, path: string): ReadError {
  const names = [...images.map((_, at) => `image/${at + 1}`), ...texts.map(({ name }) => name)].slice(0, 30);
  return new ReadError("out-of-range", `${path} has no part called ${quoted(select)}.`, {
    hint:
      names.length === 0
        ? "Read it without `select`."
        : `Select one of ${names.map((name) => quoted(name)).join(", ")}.`,
    details: { candidates: names },
  });
}

function noPages(path: string): ReadError {
  return new ReadError("invalid-request", `${path} has no pages.`, {
    hint: "Read it without `pages`; `select` names a image or a text of it.",
    details: { issues: [{ field: "pages", problem: "audio and video have no pages" }] },
  });
}

/** Describes a file: duration, streams, tags, and how many images and texts it has. */
export async function describeMedia(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const { container, durationMs, streams, tags, chapters, images, texts } = await openMedia(source, context);
  const facts: { [name: string]: Json } = { container };
  if (durationMs !== undefined) facts["duration"] = clockText(durationMs);
  if (streams.length > 0) facts["streams"] = streams.map(streamWords);
  for (const [name, value] of tags) facts[name.toLowerCase()] = oneLine(value);
  if (chapters.length > 0) facts["chapters"] = chapters.length;
  if (images.length > 0) facts["images"] = images.length;
  if (texts.length > 0) facts["texts"] = texts.map(trackWords);
  return { extents: [], facts };
}

/** Returns the chapters, with their times. */
export async function outlineMedia(source: Source, context: HandlerContext): Promise<Outline> {
  const { chapters } = await openMedia(source, context);
  return {
    entries: chapters.map(({ startMs, title }) => {
      const clock = clockText(startMs);
      return { kind: "entry" as const, name: title === "" ? clock : title, title: `${clock} ${title}` };
    }),
  };
}
