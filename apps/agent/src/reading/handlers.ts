import type { Handler } from "@reader/core";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { office } from "@reader/handler-office";
import { isolate, type HandlerDescription } from "@reader/isolate";
import { outline } from "@reader/outline";

/**
 * PDF files. The package is optional and has another licence than this program, so it is only described here. Its code
 * runs in a child process.
 */
const pdf: HandlerDescription = {
  name: "pdf",
  mediaTypes: ["application/pdf"],
  origin: { module: "@reader/handler-pdf", export: "pdf", addons: "for-images" },
  outlines: true,
};

/** Handlers that run in this process: their code belongs to this project and streams, so isolation gains nothing. */
const inThisProcess: ReadonlySet<string> = new Set(["csv"]);

/** The handlers of the agent. */
export interface AgentHandlers {
  /** In order of precedence. */
  readonly handlers: readonly Handler[];
  /** Ends the handler processes. */
  close(): Promise<void>;
}

/** The handlers of this program, each in a process that can be killed. */
export function agentHandlers(): AgentHandlers {
  const own = [notebook(), ...office(), archive(), outline()];
  const isolated = [pdf, imageFormats(), ...own.filter(({ name }) => !inThisProcess.has(name))];
  const isolation = isolate(isolated, { resolveFrom: import.meta.url });
  return {
    handlers: [...isolation.handlers, ...own.filter(({ name }) => inThisProcess.has(name))],
    close: () => isolation.close(),
  };
}

/** Images. `VIPS_MAX_COORD` limits dimensions while libvips opens a file, which is before the handler's own check. */
function imageFormats(): HandlerDescription {
  const { name, mediaTypes } = image();
  const origin = { module: "@reader/handler-image", export: "image", addons: "always" as const };
  return { name, mediaTypes, origin, environment: { VIPS_MAX_COORD: "32768" } };
}
