import { attributesOf, type HtmlSink } from "./recording.ts";

/** The formatting of a run of text. */
export interface RunFormat {
  /** The target of the link. */
  readonly link?: string | undefined;
  readonly isInserted?: boolean | undefined;
  readonly isDeleted?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  /** True for text in a monospaced font. It is written like other text. */
  readonly isMonospaced?: boolean | undefined;
  readonly script?: "sup" | "sub" | undefined;
}

/** The format of unformatted text. */
export const plainRun: RunFormat = {};

/** A kind of marked text for which Markdown has no syntax. */
type TextMark = "insertion" | "deletion" | "hidden";

/** True for monospaced text without marks that code would not show. Code has no emphasis, so that it does not count. */
export function isPlainMonospaced({ isMonospaced, link, script, ...format }: RunFormat): boolean {
  const isMarked = [format.isInserted, format.isDeleted, format.isHidden, format.isStruck].includes(true);
  return isMonospaced === true && link === undefined && script === undefined && !isMarked;
}

/** The opening and closing strings of each mark. Changes use CriticMarkup. */
export const textMarks: Readonly<Record<TextMark, readonly [open: string, close: string]>> = {
  insertion: ["{++", "++}"],
  deletion: ["{--", "--}"],
  hidden: ["[hidden: ", "]"],
};

/** An open mark around text. */
interface Mark {
  /** Identifies the mark; equal marks stay open between two runs. */
  readonly key: string;
  /** Set if the mark is written as text, which its content must not close. */
  readonly textMark?: TextMark;
  open(sink: HtmlSink): void;
  close(sink: HtmlSink): void;
}

/** Writes runs with as few marks as possible. */
export interface RunWriter {
  write(text: string, format: RunFormat): void;
  /** Opens the marks of a format before content that is not text. */
  ready(format: RunFormat): void;
  /** Closes the open marks. */
  close(): void;
}

/** Creates a writer without open marks. Whitespace stays outside marks, as Markdown requires. */
export function createRunWriter(sink: () => HtmlSink): RunWriter {
  let open: readonly Mark[] = [];
  const change = (wanted: readonly Mark[]): void => {
    if (open.length === 0 && wanted.length === 0) return;
    const kept = sharedLength(open, wanted);
    for (const mark of open.slice(kept).toReversed()) mark.close(sink());
    open = [...open.slice(0, kept), ...wanted.slice(kept)];
    for (const mark of open.slice(kept)) mark.open(sink());
  };
  return {
    ready: (format) => change(marksOf(format)),
    write(text, format) {
      if (text === "") return;
      const wanted = marksOf(format);
      const isBlank = text.trim() === "";
      // Marks around spaces alone would show nothing.
      change(isBlank ? wanted.slice(0, sharedLength(open, wanted)) : wanted);
      // Wide and narrow spaces become ordinary spaces.
      const plain = isBlank ? " " : text.replace(/[\u2000-\u200a\u202f\u205f]/g, " ");
      const around = open.flatMap(({ textMark }) => (textMark === undefined ? [] : [textMark]));
      sink().text(around.length === 0 ? plain : withinMarks(plain, around));
    },
    close: () => change([]),
  };
}

function sharedLength(open: readonly Mark[], wanted: readonly Mark[]): number {
  let shared = 0;
  while (shared < open.length && open[shared]?.key === wanted[shared]?.key) shared += 1;
  return shared;
}

/** Returns the marks of a format, outermost first. */
function marksOf(format: RunFormat): readonly Mark[] {
  const marks: Mark[] = [];
  for (const [isWanted, mark] of textMarksOf) if (isWanted(format)) marks.push(mark);
  if (format.link !== undefined) marks.push(element("a", { href: format.link }));
  for (const [isWanted, mark] of looksOf) if (isWanted(format)) marks.push(mark);
  return marks;
}

function element(name: string, attributes: Readonly<Record<string, string>> = {}): Mark {
  return {
    key: `${name} ${attributes["href"] ?? ""}`,
    open: (sink) => sink.open(name, attributesOf(attributes)),
    close: (sink) => sink.close(name),
  };
}

function between(textMark: TextMark): Mark {
  const [before, after] = textMarks[textMark];
  return { key: before, textMark, open: (sink) => sink.raw(before), close: (sink) => sink.raw(after) };
}

const deletion = between("deletion");
const insertion = between("insertion");
const hidden = between("hidden");
const struck = element("s");
const bold = element("strong");
const italic = element("em");
const code = element("code");
const raised = element("sup");
const lowered = element("sub");

type WantedMarks = readonly (readonly [(format: RunFormat) => boolean, Mark])[];

const textMarksOf: WantedMarks = [
  [(format) => format.isDeleted === true, deletion],
  [(format) => format.isInserted === true && format.isDeleted !== true, insertion],
  [(format) => format.isHidden === true, hidden],
];

const looksOf: WantedMarks = [
  [(format) => format.isBold === true, bold],
  [(format) => format.isItalic === true, italic],
  [(format) => format.isStruck === true, struck],
  [(format) => format.isCode === true, code],
  [(format) => format.script === "sup", raised],
  [(format) => format.script === "sub", lowered],
];

/**
 * Strings that end a change. A brace at the start of a piece may complete a mark with the last character of the
 * previous piece.
 */
const ends = { insertion: /(^|\+)\}/g, deletion: /(^|-)\}/g };

/**
 * Escapes a piece of marked text, so that nothing in it ends the mark: hidden words that close their mark early would
 * look visible. Hidden text ends at the first `]` without a backslash that closes no bracket inside.
 */
export function withinMarks(text: string, marks: readonly TextMark[]): string {
  let kept = text;
  if (marks.includes("insertion")) kept = kept.replace(ends.insertion, String.raw`$1\}`);
  if (marks.includes("deletion")) kept = kept.replace(ends.deletion, String.raw`$1\}`);
  return marks.includes("hidden") ? kept.replace(/[[\]\\]/g, String.raw`\$&`) : kept;
}
