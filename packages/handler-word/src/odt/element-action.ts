import type { XmlAttributes } from "@reader/office-kit/xml";
import type { OdfReader } from "./odf-reader.ts";
import { endCapture, startCapture } from "./odf-text.ts";

/** What an element does at its start and at its end. */
export interface ElementAction {
  readonly open?: (reader: OdfReader, attributes: XmlAttributes) => void;
  readonly close?: (reader: OdfReader) => void;
  /** Whether nothing in it is shown. */
  readonly isUnseen?: boolean;
}

/** Elements by their names. */
export type ElementActions = Readonly<Record<string, ElementAction>>;

/** An element that is not shown, nor what is in it. */
export const unseen: ElementAction = { isUnseen: true };

/** An element whose text is no part of the document's. */
export function captured(done: (reader: OdfReader, text: string) => void): ElementAction {
  return { open: startCapture, close: (reader) => done(reader, endCapture(reader)) };
}
