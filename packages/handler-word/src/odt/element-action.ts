import type { XmlAttributes } from "@reader/office-kit/xml";
import type { OdfReader } from "./odf-reader.ts";
import { endCapture, startCapture } from "./odf-text.ts";

/** The actions of an element at its start and end tags. */
export interface ElementAction {
  readonly open?: (reader: OdfReader, attributes: XmlAttributes) => void;
  readonly close?: (reader: OdfReader) => void;
  /** True if the element and its content are not visible. */
  readonly isHidden?: boolean;
}

/** Actions by element name. */
export type ElementActions = Readonly<Record<string, ElementAction>>;

/** An element that is skipped together with its content. */
export const hidden: ElementAction = { isHidden: true };

/** An element whose text is collected and is not part of the document text. */
export function captured(done: (reader: OdfReader, text: string) => void): ElementAction {
  return { open: startCapture, close: (reader) => done(reader, endCapture(reader)) };
}
