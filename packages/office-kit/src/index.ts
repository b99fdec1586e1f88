import { defineHandler, type Handler } from "@reader/core/handler";

export { flatTypes, sniffFlatDocument, sniffFlatPresentation } from "./flat/flat-kind.ts";

/** The package that offers the handler to its users. */
interface OfferingPackage {
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
    tables: "own",
    mediaTypes: ["application/x-ooxml-encrypted"],
    version,
    origin: { module, export: "encryptedOffice", addons: "for-images" },
    async *read(source, context) {
      const { readEncrypted } = await import("./encryption/read-encrypted.ts");
      yield* readEncrypted(source, context);
    },
    async outline(source, context) {
      const [{ readEncrypted }, { outlineDocument }] = await Promise.all([
        import("./encryption/read-encrypted.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readEncrypted, { source, context });
    },
  });
}
