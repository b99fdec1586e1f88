/** An element as mammoth reads it: its names have mammoth's prefixes, or `{namespace}` where mammoth knows none. */
export interface MammothElement {
  readonly type: "element";
  /** Such as `w:p`, or `{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: readonly MammothNode[];
}

/** A run of text. */
export interface MammothText {
  readonly type: "text";
  readonly value: string;
}

/** What a part of a document is made of for mammoth. */
export type MammothNode = MammothElement | MammothText;
