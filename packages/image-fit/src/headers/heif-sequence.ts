import { boxesIn, type Box, type BoxRange } from "./boxes.ts";
import type { ImageSequence } from "./measured-image.ts";

const maxTracks = 100;

/** The pictures of a file that move (ISO/IEC 23008-12, 7): those of the track with most of them. */
export function sequenceIn(view: DataView, file: BoxRange): ImageSequence | undefined {
  const movie = childOf(view, file, "moov");
  let most: ImageSequence | undefined;
  let tracks = 0;
  for (const box of movie === undefined ? [] : boxesIn(view, contentOf(movie))) {
    if (tracks === maxTracks) break;
    if (box.tag !== "trak") continue;
    tracks += 1;
    const sequence = sequenceOf(view, box);
    if (sequence !== undefined && sequence.frames > (most?.frames ?? 0)) most = sequence;
  }
  return most;
}

function sequenceOf(view: DataView, track: Box): ImageSequence | undefined {
  const media = childOf(view, contentOf(track), "mdia");
  const handler = media && childOf(view, contentOf(media), "hdlr");
  const isOfPictures = handler !== undefined && wordAt(view, handler, 16) === pictureHandler;
  const sizes = isOfPictures && media !== undefined ? sampleSizes(view, media) : undefined;
  if (media === undefined || sizes === undefined) return undefined;
  const durationMs = durationOf(view, childOf(view, contentOf(media), "mdhd"));
  return { frames: wordAt(view, sizes, 16), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** `pict` */
const pictureHandler = 0x70_69_63_74;

function sampleSizes(view: DataView, media: Box): Box | undefined {
  let found: Box | undefined = media;
  for (const tag of ["minf", "stbl", "stsz"]) found = found && childOf(view, contentOf(found), tag);
  return found;
}

/** How long the track is, in parts of a second of which its header tells the number. */
function durationOf(view: DataView, header: Box | undefined): number | undefined {
  if (header === undefined) return undefined;
  const isLong = wordAt(view, header, 8) >>> 24 === 1;
  const unitsPerSecond = wordAt(view, header, isLong ? 28 : 20);
  // Of the long form, the lower half is enough for any animation.
  const units = wordAt(view, header, isLong ? 36 : 24);
  return unitsPerSecond === 0 || units === unknownDuration ? undefined : (units / unitsPerSecond) * 1000;
}

const unknownDuration = 0xff_ff_ff_ff;

function childOf(view: DataView, range: BoxRange, tag: string): Box | undefined {
  for (const box of boxesIn(view, range)) if (box.tag === tag) return box;
  return undefined;
}

function contentOf({ start, end }: Box): BoxRange {
  return { start: start + 8, end };
}

/** Four bytes as a number; 0 where the box ends. */
function wordAt(view: DataView, { start, end }: Box, offset: number): number {
  return start + offset + 4 <= end ? view.getUint32(start + offset) : 0;
}
