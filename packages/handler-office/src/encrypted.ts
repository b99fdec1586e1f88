import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

/** Reads documents of Office 2007 and later that are encrypted with a password, by what reads the document inside. */
export function encryptedOffice(): Handler {
  return defineHandler({
    name: "encryptedOffice",
    mediaTypes: ["application/x-ooxml-encrypted"],
    version,
    origin: { module: "@reader/handler-office", export: "encryptedOffice", addons: "for-images" },
    async *read(source, context) {
      const { readEncrypted } = await import("./encrypted/read-encrypted.ts");
      yield* readEncrypted(source, context);
    },
    async outline(source, context) {
      const [{ readEncrypted }, { outlineFlow }] = await Promise.all([
        import("./encrypted/read-encrypted.ts"),
        import("./flow/flow-outline.ts"),
      ]);
      return outlineFlow(readEncrypted, { source, context });
    },
  });
}
