/** A destination for text. */
export interface Destination {
  /** `body` for visible text, `data` for text that the reader uses itself, `skip` for discarded text. */
  readonly kind: "body" | "data" | "skip";
  text(characters: string): void;
  /** Takes undecoded bytes. If absent, the bytes are decoded as text. */
  bytes?(bytes: Uint8Array): void;
  /** Takes the bytes of `\bin`. */
  binary?(bytes: Uint8Array): void;
}

/** Formatting of a character run. */
export interface CharacterState {
  readonly font: number | undefined;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  readonly isCapital: boolean;
  readonly script: "sup" | "sub" | undefined;
  /** The script of a shift, which counts without a stated one. */
  readonly shifted: "sup" | "sub" | undefined;
  readonly isInserted: boolean;
  readonly isDeleted: boolean;
  /** The index of the author of a tracked change. */
  readonly author: number;
  /** The date of a tracked change, packed as Word does. */
  readonly date: number;
}

/** Properties of a paragraph. */
export interface ParagraphState {
  readonly style: number | undefined;
  /** The outline level, from 0; 9 means body text. */
  readonly outline: number | undefined;
  readonly list: number;
  readonly listLevel: number;
  /** Indents of all lines and of the first line, in twentieths of a point. */
  readonly indent: number;
  readonly firstIndent: number;
  readonly isInTable: boolean;
  readonly tableDepth: number;
  /** True if the paragraph starts on a new page. */
  readonly startsPage: boolean;
}

/** The state of a field. */
export interface FieldState {
  instruction: string;
  /** True if the file has what the field shows. */
  hasResult: boolean;
  formType: number;
  formResult: number | undefined;
  readonly formList: string[];
}

/** State that is restored when a group closes. */
export interface GroupState {
  readonly destination: Destination;
  readonly character: CharacterState;
  readonly paragraph: ParagraphState;
  /** The row that `\trowd` started: the positions of its left side and of the right side of each cell. */
  readonly cellEdges: readonly number[];
  /** Number of fallback characters after each `\u`. */
  readonly fallbackUnits: number;
  readonly link: string | undefined;
  readonly field: FieldState | undefined;
  /** True if the text repeats what the encapsulated HTML contains. */
  readonly isHtmlDuplicate: boolean;
  /** True outside the text itself: in notes, headers, comments and text boxes. */
  readonly isAside: boolean;
  /** True if the current note is an endnote. */
  readonly isEndnote: boolean;
  /** The destination for the Unicode form of text in two forms; the fallback form comes first. */
  readonly resumed: Destination | undefined;
  /** Runs when this group closes. Nested groups do not inherit it. */
  readonly onClose: (() => void) | undefined;
}

/** Default formatting. */
export const plainCharacter: CharacterState = {
  font: undefined,
  isBold: false,
  isItalic: false,
  isStruck: false,
  isHidden: false,
  isCapital: false,
  script: undefined,
  shifted: undefined,
  isInserted: false,
  isDeleted: false,
  author: 0,
  date: 0,
};

/** Default paragraph properties. */
export const plainParagraph: ParagraphState = {
  style: undefined,
  outline: undefined,
  list: 0,
  listLevel: 0,
  indent: 0,
  firstIndent: 0,
  isInTable: false,
  tableDepth: 0,
  startsPage: false,
};

/** Discards all text. */
export const discarded: Destination = { kind: "skip", text: () => undefined };

/** The state outside all groups. */
export const initialState: GroupState = {
  destination: discarded,
  character: plainCharacter,
  paragraph: plainParagraph,
  cellEdges: [0],
  fallbackUnits: 1,
  link: undefined,
  field: undefined,
  isHtmlDuplicate: false,
  isAside: false,
  isEndnote: false,
  resumed: undefined,
  onClose: undefined,
};
