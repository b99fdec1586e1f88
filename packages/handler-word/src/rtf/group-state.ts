/** Where text goes. */
export interface Destination {
  /** `body` for what is shown, `data` for what other parts need, `skip` for the rest. */
  readonly kind: "body" | "data" | "skip";
  text(characters: string): void;
  /** Takes the bytes as they are; they are decoded where this is absent. */
  bytes?(bytes: Uint8Array): void;
  /** Takes bytes that are not written as text at all. */
  binary?(bytes: Uint8Array): void;
}

/** How a run looks. */
export interface CharacterState {
  readonly font: number | undefined;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  readonly isCapital: boolean;
  readonly script: "sup" | "sub" | undefined;
  readonly isInserted: boolean;
  readonly isDeleted: boolean;
  /** The index of who did that. */
  readonly author: number;
  /** When, as Word packs it. */
  readonly date: number;
}

/** What a paragraph is. */
export interface ParagraphState {
  readonly style: number | undefined;
  /** From 0; 9 is that of text. */
  readonly outline: number | undefined;
  readonly list: number;
  readonly listLevel: number;
  /** Twentieths of a point from the margin, of all lines and of the first one. */
  readonly indent: number;
  readonly firstIndent: number;
  readonly isInTable: boolean;
  readonly tableDepth: number;
}

/** What a field shows, and what is known of it. */
export interface FieldState {
  instruction: string;
  hasResult: boolean;
  formType: number;
  formResult: number | undefined;
  readonly formList: string[];
}

/** What holds up to the end of a group. */
export interface GroupState {
  readonly destination: Destination;
  readonly character: CharacterState;
  readonly paragraph: ParagraphState;
  /** Bytes of old text behind each `\u`. */
  readonly fallbackUnits: number;
  readonly link: string | undefined;
  readonly field: FieldState | undefined;
  /** Whether text is what HTML says anyway. */
  readonly isHtmlTwin: boolean;
  /** Whether the note that is read stands at the end of the document. */
  readonly isEndnote: boolean;
  /** Where the better form of a text goes whose worse form comes first. */
  readonly resumed: Destination | undefined;
  /** What is to be done at the end of this group; the groups inside it have their own. */
  readonly onClose: (() => void) | undefined;
}

/** A run without a format. */
export const plainCharacter: CharacterState = {
  font: undefined,
  isBold: false,
  isItalic: false,
  isStruck: false,
  isHidden: false,
  isCapital: false,
  script: undefined,
  isInserted: false,
  isDeleted: false,
  author: 0,
  date: 0,
};

/** A paragraph of text. */
export const plainParagraph: ParagraphState = {
  style: undefined,
  outline: undefined,
  list: 0,
  listLevel: 0,
  indent: 0,
  firstIndent: 0,
  isInTable: false,
  tableDepth: 0,
};

/** Where nothing goes on. */
export const nowhere: Destination = { kind: "skip", text: () => undefined };

/** The state outside of all groups. */
export const initialState: GroupState = {
  destination: nowhere,
  character: plainCharacter,
  paragraph: plainParagraph,
  fallbackUnits: 1,
  link: undefined,
  field: undefined,
  isHtmlTwin: false,
  isEndnote: false,
  resumed: undefined,
  onClose: undefined,
};
