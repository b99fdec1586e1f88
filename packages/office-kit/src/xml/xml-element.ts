import type { XmlAttributes } from "./xml-reader.ts";

/** An element and what is in it, in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

/** An element or a run of text. */
export type XmlNode = XmlElement | string;
