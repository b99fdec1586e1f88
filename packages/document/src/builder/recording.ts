/** Receives a document as HTML elements and text. The builder of `@reader/document` implements it. */
export interface HtmlSink {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(characters: string): void;
  /** Writes text that is already Markdown. */
  raw(markdown: string): void;
}

/** Recorded content of a document, to be written later or elsewhere. */
export interface Recording extends HtmlSink {
  /** True if it contains no text and no image. */
  readonly isEmpty: boolean;
  /** The number of recorded calls. */
  readonly size: number;
  /** Writes the recorded content; may be called several times. */
  replay(into: HtmlSink): void;
}

/** Creates an empty recording. */
export function createRecording(): Recording {
  const steps: ((sink: HtmlSink) => void)[] = [];
  let isEmpty = true;
  return {
    get isEmpty() {
      return isEmpty;
    },
    get size() {
      return steps.length;
    },
    open(name, attributes) {
      if (name === "img") isEmpty = false;
      steps.push((sink) => sink.open(name, attributes));
    },
    close: (name) => void steps.push((sink) => sink.close(name)),
    text(characters) {
      if (characters.trim() !== "") isEmpty = false;
      steps.push((sink) => sink.text(characters));
    },
    raw(markdown) {
      if (markdown.trim() !== "") isEmpty = false;
      steps.push((sink) => sink.raw(markdown));
    },
    replay(into) {
      for (const step of steps) step(into);
    },
  };
}

const none: ReadonlyMap<string, string> = new Map();

/** Builds the attributes of an element and omits those that are `undefined`. */
export function attributesOf(values: Readonly<Record<string, string | undefined>> = {}): ReadonlyMap<string, string> {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return given.length === 0 ? none : new Map(given);
}
