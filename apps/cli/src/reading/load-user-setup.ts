import type { Handler } from "@reader/core";
import { loadSetup, workingDirectory, type LoadedSetup } from "@reader/handler-command";
import { isolatedHandlers } from "@reader/handlers";
import { localHandler, UsageError } from "@reader/isolate";
import type { GivenOptions } from "../arguments/parse-arguments.ts";

/** The setup of the user, with all handlers in order of precedence. */
export interface UserHandlers extends Pick<LoadedSetup, "limits" | "roots"> {
  readonly handlers: readonly Handler[];
}

/** Loads what the options and the configuration file name, before `own`. Rejects with a `UsageError`. */
export async function loadUserSetup(own: readonly Handler[], options: GivenOptions): Promise<UserHandlers> {
  const line = {
    handlers: options.list("handler"),
    commands: options.list("handler-command"),
    config: options.text("config"),
  };
  const setup = await loadSetup(line, {
    directory: workingDirectory(),
    environment: process.env,
    byHand: "reader --no-isolate",
    faultOf: (message, hint) => new UsageError(message, hint),
    ...(options.has("no-isolate") ? { make: (each) => localHandler(each, { resolveFrom: import.meta.url }) } : {}),
  });
  const { limits, roots } = setup;
  // The existing handlers have the default limits.
  const isRaised = limits.maxInputBytes !== undefined || limits.maxInflatedBytes !== undefined;
  const fitting =
    isRaised && !options.has("no-isolate")
      ? isolatedHandlers({ budget: limits, resolveFrom: import.meta.url }).handlers
      : own;
  return { handlers: setup.inOrder(fitting), limits, roots };
}
