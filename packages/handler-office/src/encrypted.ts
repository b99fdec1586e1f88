import { defineHandler, type Handler } from "@reader/core/handler";

/** Reads documents of Office 2007 and later that are encrypted with a password, by what reads the document inside. */
export function encryptedOffice(): Handler {
  return defineHandler({
    name: "encryptedOffice",
    mediaTypes: ["application/x-ooxml-encrypted"],
    origin: { module: "@reader/handler-office", export: "encryptedOffice" },
    async *read(source, context) {
      const { readEncrypted } = await import("./encrypted/read-encrypted.ts");
      yield* readEncrypted(source, context);
    },
  });
}
