import { defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import { lockFileNames, outlinedTypes } from "./known-files.ts";
import { isCalledLike } from "./summary/called-like.ts";
import { version } from "./version.ts";

/** The type of lock files whose format has no type of its own. */
const lockFileType: MediaType = "text/x-lock-file";

const mediaTypes: readonly MediaType[] = [...outlinedTypes, lockFileType];

/**
 * A handler that outlines source code, Markdown, HTML, JSON, YAML, TOML and INI, and leaves reading them to the core.
 * Nothing is loaded before the first outline, and no grammar but that of its language.
 */
export function outline(): Handler {
  return defineHandler({
    name: "outline",
    mediaTypes,
    version,
    origin: { module: "@reader/outline", export: "outline" },
    outlinesOnly: true,
    sniff: (head, name) => (isUntypedLockFile(name) && !head.includes(0) ? lockFileType : undefined),
    async outline(source, context) {
      const { outlineOf } = await import("./outline-file.ts");
      return outlineOf(source, context);
    },
  });
}

function isUntypedLockFile(name: string): boolean {
  return isCalledLike(name, lockFileNames) && !/\.(?:json|ya?ml|toml)$/i.test(name);
}
