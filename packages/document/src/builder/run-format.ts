import { attributesOf, type Teller } from "./teller.ts";
import { textMarks, withinMarks, type TextMark } from "./text-marks.ts";

/** How a run of text looks and what it is. */
export interface RunFormat {
  /** Where the text leads. */
  readonly link?: string | undefined;
  readonly isInserted?: boolean | undefined;
  readonly isDeleted?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isCode?: boolean | undefined;
  readonly script?: "sup" | "sub" | undefined;
}

/** Text that is like the text around it. */
export const plainRun: RunFormat = {};

/** A mark that is open around the text. */
interface Mark {
  /** The same for marks that need not be closed between two runs. */
  readonly key: string;
  /** Set if text stands for the mark, which nothing inside may end. */
  readonly textMark?: TextMark;
  open(teller: Teller): void;
  close(teller: Teller): void;
}

/** Tells runs, with as few marks as their formats need. */
export interface RunWriter {
  write(text: string, format: RunFormat): void;
  /** Opens the marks of a format, for what is no text. */
  ready(format: RunFormat): void;
  /** Closes the marks that are open. */
  close(): void;
}

/** A writer without open marks. White space stays outside of marks, where Markdown wants it. */
export function createRunWriter(teller: () => Teller): RunWriter {
  let open: readonly Mark[] = [];
  const change = (wanted: readonly Mark[]): void => {
    if (open.length === 0 && wanted.length === 0) return;
    const kept = sharedLength(open, wanted);
    for (const mark of open.slice(kept).toReversed()) mark.close(teller());
    open = [...open.slice(0, kept), ...wanted.slice(kept)];
    for (const mark of open.slice(kept)) mark.open(teller());
  };
  return {
    ready: (format) => change(marksOf(format)),
    write(text, format) {
      if (text === "") return;
      const wanted = marksOf(format);
      const isBlank = text.trim() === "";
      // Marks around nothing but spaces would show nothing.
      change(isBlank ? wanted.slice(0, sharedLength(open, wanted)) : wanted);
      // Wide and narrow spaces are spaces all the same.
      const plain = isBlank ? " " : text.replace(/[\u2000-\u200a\u202f\u205f]/g, " ");
      const around = open.flatMap(({ textMark }) => (textMark === undefined ? [] : [textMark]));
      teller().text(around.length === 0 ? plain : withinMarks(plain, around));
    },
    close: () => change([]),
  };
}

function sharedLength(open: readonly Mark[], wanted: readonly Mark[]): number {
  let shared = 0;
  while (shared < open.length && open[shared]?.key === wanted[shared]?.key) shared += 1;
  return shared;
}

/** From the outermost to the innermost. */
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
    open: (teller) => teller.open(name, attributesOf(attributes)),
    close: (teller) => teller.close(name),
  };
}

function between(textMark: TextMark): Mark {
  const [before, after] = textMarks[textMark];
  return { key: before, textMark, open: (teller) => teller.raw(before), close: (teller) => teller.raw(after) };
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
