import type { Handler } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { isolate, type HandlerDescription } from "@reader/isolate";
import { outline } from "@reader/outline";

/**
 * PDF files. Only described here: the package is optional, its licence is not that of this program, and its code runs
 * in no process of this program's but a child.
 */
const pdf: HandlerDescription = {
  name: "pdf",
  mediaTypes: ["application/pdf"],
  origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
  outlines: true,
};

/** Handlers whose code is this project's own and streams: they gain nothing from a process of their own. */
const inThisProcess: ReadonlySet<string> = new Set(["csv"]);

/** What the agent reads with. */
export interface AgentHandlers {
  /** In order of precedence. */
  readonly handlers: readonly Handler[];
  /** Ends the processes. */
  close(): Promise<void>;
}

/** The handlers of this program, each in a process that can be killed. */
export function agentHandlers(): AgentHandlers {
  const own = [notebook(), ...office(), archive(), outline()];
  const isolated = [pdf, picture(), ...own.filter(({ name }) => !inThisProcess.has(name))];
  const isolation = isolate(isolated, { resolveFrom: import.meta.url });
  return {
    handlers: [...isolation.handlers, ...own.filter(({ name }) => inThisProcess.has(name))],
    close: () => isolation.close(),
  };
}

/** Pictures. The engine's own check of sizes comes too late for what libvips does while it looks at a file. */
function picture(): HandlerDescription {
  const { name, mediaTypes } = image();
  const origin = { module: "@reader/handler-image", export: "image", addons: "always" as const };
  return { name, mediaTypes, origin, environment: { VIPS_MAX_COORD: "32768" } };
}
