import { defineHandler, type Handler } from "@reader/core/handler";

/** The package that offers the handler to its users. */
export interface OfferingPackage {
  /** The name of the package, from which another process imports `encryptedOffice`. */
  readonly module: string;
  readonly version: string;
}

/**
 * Creates the handler for Office 2007 and later documents that are encrypted with a password. It decrypts the document;
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
