import type { Transcript, TranscriptPassage } from "../contract/transcription.ts";
import { isObject, isText, MalformedEvent } from "./field.ts";

/** Maximum number of passages: a day of speech has a tenth of it. */
const maxPassages = 200_000;

/** Copies the result of a transcriber. Throws a `MalformedEvent` if it is malformed. */
export function cleanTranscript(value: unknown): Transcript {
  if (!isObject(value)) throw new MalformedEvent("a transcript that is not an object");
  const { by, language, passages } = value;
  if (!isText(by) || !Array.isArray(passages) || passages.length > maxPassages) {
    throw new MalformedEvent("a transcript without a transcriber or passages");
  }
  return { by, ...(isText(language) ? { language } : {}), passages: passages.map(cleanPassage) };
}

function cleanPassage(value: unknown): TranscriptPassage {
  if (!isObject(value)) throw new MalformedEvent("a passage that is not an object");
  const { startMs, endMs, speaker, text } = value;
  if (!isText(text) || !isTime(startMs)) throw new MalformedEvent("a passage without text or a time");
  return { startMs, text, ...(isTime(endMs) ? { endMs } : {}), ...(isText(speaker) ? { speaker } : {}) };
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
