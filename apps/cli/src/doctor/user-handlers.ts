import type { Handler, MediaPattern } from "@reader/core";
import type { CommandHandler } from "@reader/handler-command";

/** A handler that the person has set up, with options or a configuration file. */
export interface UserReport {
  readonly name: string;
  readonly mediaTypes: readonly MediaPattern[];
  readonly version?: string;
  /** How a file is read by it alone. */
  readonly byHand?: string;
  /** Why it cannot work; a handler that was loaded has none. */
  readonly problem?: string;
}

/** What is known of a handler of the person's before a file is read. */
export function reportUserHandler(handler: Handler): UserReport {
  const { name, mediaTypes, version } = handler;
  const byHand = handler.byHand?.("FILE");
  const problem = isCommand(handler) ? handler.programProblem() : undefined;
  return {
    name,
    mediaTypes,
    ...(version === undefined ? {} : { version }),
    ...(byHand === undefined ? {} : { byHand }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function isCommand(handler: Handler): handler is CommandHandler {
  return "programProblem" in handler;
}
