import { text, type HandlerEvent } from "../contract/events.ts";
import { notice } from "../contract/notices.ts";
import type { Place } from "../contract/place.ts";
import { layoutOf } from "../text/encoding/unit-layout.ts";
import { createNulMarker } from "../text/lines/nul-marks.ts";

/** The lines are not named: they are numbered only when the answer is made. */
const words =
  "Runs of NUL bytes are shown as marks such as [4096 NUL bytes]; a crash or a preallocated file leaves them. The marks are not in the file, and a column counts their characters.";

/** What is known of text that is inside another file. */
interface MarkedText {
  /** The encoding that the text had. Default: UTF-8. */
  readonly encoding?: string;
  readonly at?: Place;
}

/** Yields decoded text with runs of NULs as marks, as in a text file, and a notice before the first one. */
export async function* markedText(
  chunks: Iterable<string> | AsyncIterable<string>,
  { encoding = "utf-8", at }: MarkedText = {},
): AsyncGenerator<HandlerEvent, void, undefined> {
  const marker = createNulMarker(layoutOf(encoding).unitBytes);
  let isSaid = false;
  const eventsOf = (marked: string): readonly HandlerEvent[] => {
    const isNews = marker.hasMarks && !isSaid;
    isSaid = marker.hasMarks;
    return [...(isNews ? [notice(words)] : []), ...(marked === "" ? [] : [text(marked, at)])];
  };
  for await (const chunk of chunks) yield* eventsOf(marker.next(chunk));
  yield* eventsOf(marker.end());
}
