import type { Source } from "./source.ts";

/** A recording to transcribe, as it is encoded: an audio file, or a film with sound. */
export interface Recording extends Pick<Source, "name" | "size" | "slice" | "stream"> {
  readonly mediaType: string;
}

/** A passage of a transcript. */
export interface TranscriptPassage {
  /** When it starts, in milliseconds. */
  readonly startMs: number;
  readonly endMs?: number;
  /** Who speaks, if that is known. */
  readonly speaker?: string;
  readonly text: string;
}

/** What is said in a recording. */
export interface Transcript {
  /** The name of the transcriber, for users: `Whisper (small)`. */
  readonly by: string;
  /** The language that was recognised: `en`. */
  readonly language?: string;
  /** In the order of time; empty if nothing is said. */
  readonly passages: readonly TranscriptPassage[];
}

/** The options of one transcription. */
export interface TranscribeOptions {
  /** Aborted when the transcript is no longer needed: stop at once. */
  readonly signal: AbortSignal;
}

/**
 * Transcribes speech with any engine or service. Pass it to `createReader` as `transcribe`; handlers call it through
 * their context.
 */
export interface Transcriber {
  /** An identifier: `whisper`. */
  readonly name: string;
  /** Rejects with a `ReadError` if it knows the reason of a failure. */
  transcribe(recording: Recording, options: TranscribeOptions): Promise<Transcript>;
}
