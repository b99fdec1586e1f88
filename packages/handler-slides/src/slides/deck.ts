import type { HandlerEvent, Notice } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import type { Slide } from "./slide.ts";

/** An opened presentation. */
export interface Deck {
  readonly slideCount: number;
  /** Its properties. */
  readonly facts: DocumentFacts;
  /** Notices about the whole file. */
  readonly notices: readonly Notice[];
  /** Returns a slide by its number, from 1. Throws a `ReadError` if it cannot be read. */
  slide(number: number): Promise<Slide>;
  /** Text of the whole deck that belongs to no slide, ending with a newline; empty if there is none. */
  closingText(): Promise<string>;
  /** Returns the events of an embedded file or of the macros, or `undefined` if the name is unknown. */
  embedded(name: string): AsyncIterable<HandlerEvent> | Iterable<HandlerEvent> | undefined;
}
