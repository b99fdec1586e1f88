import { ReadError } from "@reader/core/handler";
import type { OfficePackage } from "../package/office-package.ts";
import { childrenOf, childOf } from "../xml/xml-tree.ts";

/** Throws `encrypted` where the manifest says that the text cannot be read without a password. */
export async function refuseEncrypted(opened: OfficePackage, path: string): Promise<void> {
  if (!opened.has("META-INF/manifest.xml")) return;
  const manifest = await opened.tree("META-INF/manifest.xml").catch(() => undefined);
  const isEncrypted = childrenOf(manifest, "manifest:file-entry").some(
    (entry) => childOf(entry, "manifest:encryption-data") !== undefined,
  );
  if (!isEncrypted) return;
  throw new ReadError("encrypted", `${path} is encrypted with a password.`, {
    hint: "Save it without a password in LibreOffice, and read that copy.",
  });
}
