import type { HandlerEvent, Notice } from "@reader/core/handler";
import type { DocumentFacts } from "@reader/document/content";
import type { Slide } from "./slide.ts";

/** An opened presentation. */
export interface Deck {
  readonly slideCount: number;
  /** What it says of itself. */
  readonly facts: DocumentFacts;
  /** What is to be known of the whole file. */
  readonly notices: readonly Notice[];
  /** A slide by its number, from 1; throws a `ReadError` where it cannot be read. */
  slide(number: number): Promise<Slide>;
  /** Text that belongs to the whole deck and to no slide, ending with a newline; empty where there is none. */
  closingText(): Promise<string>;
  /** The events of an embedded file, or of the macros; undefined where nothing has this name. */
  embedded(name: string): AsyncIterable<HandlerEvent> | Iterable<HandlerEvent> | undefined;
}
