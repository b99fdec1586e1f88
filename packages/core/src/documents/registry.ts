import type { Handler } from "../contract/handler.ts";
import { matchesMediaType, withSupertypes, type MediaType } from "../contract/media-type.ts";

/** The contract version that this core supports. */
const supportedSpecVersion: number = 1;

/**
 * Finds the handler for a type: the first in the list that takes the type itself, else the first that takes its
 * supertype, and so on. The core itself reads plain text.
 */
export function findHandler(handlers: readonly Handler[], type: MediaType): Handler | undefined {
  const found = foundIn(handlers);
  const before = found.get(type);
  if (before !== undefined) return before.handler;
  const readers = handlers.filter(({ outlinesOnly }) => outlinesOnly === undefined);
  const handler = firstOf(readers, withSupertypes(type));
  if (found.size < maxKnownTypes) found.set(type, { handler });
  return handler;
}

/** Types looked up before, by list of handlers. A search of a folder asks for the same few types thousands of times. */
const known = new WeakMap<readonly Handler[], Map<MediaType, { readonly handler: Handler | undefined }>>();

/** Maximum number of remembered types. A handler may detect any number of types. */
const maxKnownTypes = 1000;

function foundIn(handlers: readonly Handler[]): Map<MediaType, { readonly handler: Handler | undefined }> {
  const found = known.get(handlers) ?? new Map<MediaType, { readonly handler: Handler | undefined }>();
  known.set(handlers, found);
  return found;
}

/** Finds the first handler in the list that outlines text of a type that the core reads. */
export function findOutliner(handlers: readonly Handler[], type: MediaType): Handler | undefined {
  const outliners = handlers.filter((each) => each.outlinesOnly === true && each.outline !== undefined);
  // Every text type is a subtype of plain text, but a handler for plain text does not outline other text types.
  const types = withSupertypes(type).filter((each) => each === type || each !== "text/plain");
  return firstOf(outliners, types);
}

function firstOf(handlers: readonly Handler[], types: readonly MediaType[]): Handler | undefined {
  for (const type of types) {
    const found = handlers.find((handler) => handler.mediaTypes.some((pattern) => matchesMediaType(pattern, type)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * True if the core reads a text although a handler takes its type, because the request uses no option that needs the
 * handler.
 */
export function leavesText(handler: Handler, wish: TextWish): boolean {
  if (wish.tables !== undefined && handler.tables !== undefined) return false;
  if (handler.textByDefault === true) return wish.isDocument !== true;
  return handler.annotate !== undefined && wish.select === undefined && wish.pages === undefined;
}

/** True if a handler gets web pages that a program saved without a request for the document. */
export function readsSavedPages({ mediaTypes, textByDefault }: Handler): boolean {
  return textByDefault === true && mediaTypes.some((type) => withSupertypes(type).includes("text/html"));
}

/** True if the core may read texts of the types of a handler. */
export function mayLeaveText({ annotate, textByDefault }: Handler): boolean {
  return annotate !== undefined || textByDefault === true;
}

/** The options of a request that decide between the core and a handler. */
export interface TextWish {
  readonly select?: unknown;
  readonly pages?: unknown;
  /** `csv` if tables are wanted as CSV. */
  readonly tables?: unknown;
  /** True if the readable document is wanted in place of the text. */
  readonly isDocument?: boolean;
}

/**
 * Throws if a handler cannot be called by this core. This is a programming error, so it is not returned as a failure.
 */
export function checkHandlers(handlers: readonly Handler[]): readonly Handler[] {
  for (const handler of handlers) {
    const version: number = handler.specVersion;
    if (version !== supportedSpecVersion) {
      throw new TypeError(
        `Handler "${handler.name}" uses version ${version} of the contract, and @reader/core ` +
          `supports ${supportedSpecVersion}: install matching versions.`,
      );
    }
  }
  return handlers;
}
