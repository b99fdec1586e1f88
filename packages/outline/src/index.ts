import { defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };
import { lockFileNames, outlinedTypes } from "./known-files.ts";
import { isCalledLike } from "./summary/machine-made.ts";

/** Media type of lock files whose format has none. */
const lockFileType: MediaType = "text/x-lock-file";

const mediaTypes: readonly MediaType[] = [...outlinedTypes, lockFileType];

/**
 * Creates a handler that outlines source code, Markdown, HTML, JSON, JSON Lines, YAML, TOML and INI; the core reads them. Grammars
 * are loaded with the first outline of their language.
 */
export function outline(): Handler {
  return defineHandler({
    name: "outline",
    mediaTypes,
    version: manifest.version,
    origin: { module: "@reader/outline", export: "outline" },
    outlinesOnly: true,
    sniff: sniffLockFile,
    async outline(source, context) {
      const { outlineOf } = await import("./outline-file.ts");
      return outlineOf(source, context);
    },
  });
}

/** Detects lock files whose format has no media type, by their name. */
export function sniffLockFile(head: Uint8Array, name: string): MediaType | undefined {
  return isUntypedLockFile(name) && !head.includes(0) ? lockFileType : undefined;
}

function isUntypedLockFile(name: string): boolean {
  return isCalledLike(name, lockFileNames) && !/\.(?:json|ya?ml|toml)$/i.test(name);
}
