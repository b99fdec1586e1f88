import type { HandlerDescription } from "@reader/isolate";
import { buildZip } from "@reader/testkit";
import { archive } from "../../src/index.ts";

/** Describes the handler with a canary, so that few damaged files cost a process. */
export function describedArchive(): HandlerDescription {
  const handler = archive();
  const { name, mediaTypes, sniff, origin } = handler;
  if (sniff === undefined || origin === undefined) throw new Error("The handler has no origin.");
  const bytes = buildZip([{ name: "canary.txt", data: "alive" }]);
  const canary = { name: "canary.zip", mediaType: "application/zip", bytes, text: "canary.txt" };
  return {
    name,
    mediaTypes,
    sniff,
    origin,
    canary,
    ...(handler.outline === undefined ? {} : { outlines: true as const }),
  };
}
