/** Who is told of a document in the words of HTML; the builder of `@reader/document` is one. */
export interface Teller {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(characters: string): void;
  /** Text that is Markdown already. */
  raw(markdown: string): void;
}

/** A part of a document that is held back, to be told later or in another place. */
export interface Recording extends Teller {
  /** Whether it holds no text and no picture. */
  readonly isEmpty: boolean;
  /** How many steps telling it takes. */
  readonly size: number;
  /** Tells all that was held back, as often as it is asked to. */
  replay(into: Teller): void;
}

/** A recording that holds nothing yet. */
export function createRecording(): Recording {
  const steps: ((teller: Teller) => void)[] = [];
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
      steps.push((teller) => teller.open(name, attributes));
    },
    close: (name) => void steps.push((teller) => teller.close(name)),
    text(characters) {
      if (characters.trim() !== "") isEmpty = false;
      steps.push((teller) => teller.text(characters));
    },
    raw(markdown) {
      if (markdown.trim() !== "") isEmpty = false;
      steps.push((teller) => teller.raw(markdown));
    },
    replay(into) {
      for (const step of steps) step(into);
    },
  };
}

const none: ReadonlyMap<string, string> = new Map();

/** Attributes of an element; those that are undefined are left out. */
export function attributesOf(values: Readonly<Record<string, string | undefined>> = {}): ReadonlyMap<string, string> {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return given.length === 0 ? none : new Map(given);
}
