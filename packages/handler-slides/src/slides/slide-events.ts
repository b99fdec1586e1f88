import { text, type HandlerContext, type HandlerEvent, type Place, inlineMark } from "@reader/core/handler";
import { unlessOfOnePart, pictureEvent, unseenPicture } from "@reader/document/content";
import type { Slide, SlideComment, SlidePicture } from "./slide.ts";
import { slidePieces, type SlidePiece } from "./slide-text.ts";

/** Yields one slide; what repeats itself from slide to slide comes with the first that has it. */
export type SlideWriter = (slide: Slide, at: Place) => AsyncGenerator<HandlerEvent>;

interface Writing {
  readonly context: HandlerContext;
  /** Lines and pictures that an earlier slide has shown. */
  readonly shownLines: Set<string>;
  readonly shownPictures: Set<string>;
}

/** A writer that has written nothing yet. */
export function createSlideWriter(context: HandlerContext): SlideWriter {
  const writing: Writing = { context, shownLines: new Set(), shownPictures: new Set() };
  return async function* writeSlide(slide, at) {
    let waiting = "";
    let isEmpty = true;
    for (const piece of piecesOf(slide, writing)) {
      if ("text" in piece) {
        // Pieces stand apart from each other.
        waiting += isEmpty ? piece.text : `\n${piece.text}`;
        isEmpty = false;
        continue;
      }
      const event = await eventOf(piece.picture, at, writing);
      if (event === undefined) continue;
      if (waiting !== "") yield text(waiting, at);
      waiting = "";
      yield event;
    }
    if (waiting !== "" || isEmpty) yield text(isEmpty ? emptySlide(slide) : waiting, at);
  };
}

/** A slide of drawings alone is not without content: to be seen, it has to be rendered. */
function emptySlide({ wordlessShapes = 0 }: Slide): string {
  if (wordlessShapes === 0) return "(empty)\n";
  return wordlessShapes === 1 ? "(a drawn shape without words)\n" : `(${wordlessShapes} drawn shapes without words)\n`;
}

/** Everything of a slide in its order; pictures follow the lines that show them. */
function piecesOf(slide: Slide, { shownLines }: Writing): readonly SlidePiece[] {
  const repeated = slide.repeated.filter((line) => !shownLines.has(line));
  for (const line of repeated) shownLines.add(line);
  const pieces: readonly SlidePiece[] = [
    { text: slide.title === "" ? "" : `## ${slide.title}\n` },
    ...slidePieces(slide.blocks),
    { text: repeated.map((line) => `${line}\n`).join("") },
    { text: slide.comments.map(commentLine).join("") },
    ...(slide.notes.length === 0 ? [] : [{ text: "Notes:\n" }, ...slidePieces(slide.notes)]),
  ];
  return pieces.filter((piece) => !("text" in piece) || piece.text !== "");
}

/** A picture that stands on many slides, such as a logo, is sent once. */
async function eventOf(picture: SlidePicture, at: Place, writing: Writing): Promise<HandlerEvent | undefined> {
  const { name, alt } = picture;
  if (writing.shownPictures.has(name) || drawings.test(name)) return undefined;
  writing.shownPictures.add(name);
  const facts = { alt, at, context: writing.context };
  const unseen = await unlessOfOnePart(() => unseenPicture(picture.start, name, facts));
  if (unseen !== undefined) return unseen;
  const bytes = await unlessOfOnePart(picture.load);
  return bytes === undefined ? undefined : pictureEvent(bytes, name, facts);
}

/** Kinds that are never images for a model, so that their bytes need not be unpacked. */
const drawings = /\.(?:emf|wmf|emz|wmz|svg|svm|pict?|bmp|dib|tiff?|wdp|eps)$/i;

/** `[comment · Author: text]`, as in other documents. */
function commentLine({ author, text: words, isReply }: SlideComment): string {
  return `${inlineMark(isReply ? "reply" : "comment", [author], words.replaceAll(/\s+/gu, " ").trim())}\n`;
}
