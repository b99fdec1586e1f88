import { defineHandler, type Handler } from "@reader/core/handler";

/** The package that offers the handler to its users. */
export interface OfferingPackage {
  /** Its name, from which another process can make the same handler by `encryptedOffice`. */
  readonly module: string;
  readonly version: string;
}

/**
 * Makes the handler of Office 2007 documents and later that are encrypted with a password. It decrypts the document, and
 * the handler of the inner format reads it.
 */
export function encryptedOfficeOf({ module, version }: OfferingPackage): Handler {
  return defineHandler({
    name: "encryptedOffice",
    mediaTypes: ["application/x-ooxml-encrypted"],
    version,
    origin: { module, export: "encryptedOffice", addons: "for-images" },
    async *read(source, context) {
      const { readEncrypted } = await import("./read-encrypted.ts");
      yield* readEncrypted(source, context);
    },
    async outline(source, context) {
      const [{ readEncrypted }, { outlineDocument }] = await Promise.all([
        import("./read-encrypted.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readEncrypted, { source, context });
    },
  });
}
