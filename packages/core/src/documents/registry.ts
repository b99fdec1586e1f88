import type { Handler } from "../contract/handler.ts";
import { matchesMediaType, withSupertypes, type MediaType } from "../contract/media-type.ts";

/** The contract version that this core speaks. */
const supportedSpecVersion: number = 1;

/**
 * The handler for a type: the first in the list that takes the type itself, else the first that takes its supertype,
 * and so on. Plain text is the core's own.
 */
export function findHandler(handlers: readonly Handler[], type: MediaType): Handler | undefined {
  const readers = handlers.filter(({ outlinesOnly }) => outlinesOnly === undefined);
  return firstOf(readers, withSupertypes(type));
}

/** The first handler of a list that outlines text of a type which the core reads. */
export function findOutliner(handlers: readonly Handler[], type: MediaType): Handler | undefined {
  const outliners = handlers.filter((each) => each.outlinesOnly === true && each.outline !== undefined);
  // Every text is plain text: a log is not what a handler of code has something to say of.
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

/** Whether the core reads a text itself although a handler takes its type: nothing was asked for that only that can give. */
export function leavesText(handler: Handler, wish: { readonly select?: unknown; readonly pages?: unknown }): boolean {
  return handler.annotate !== undefined && wish.select === undefined && wish.pages === undefined;
}

/** Refuses handlers that this core cannot call; a programmer's fault, so it is thrown. */
export function checkHandlers(handlers: readonly Handler[]): readonly Handler[] {
  for (const handler of handlers) {
    const version: number = handler.specVersion;
    if (version !== supportedSpecVersion) {
      throw new TypeError(
        `Handler "${handler.name}" speaks version ${version} of the contract and @reader/core ` +
          `speaks ${supportedSpecVersion}: install versions of the two that belong together.`,
      );
    }
  }
  return handlers;
}
