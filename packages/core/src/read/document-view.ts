import type { Handler } from "../contract/handler.ts";
import { isSavedPage, savedPageBytes } from "../detect/saved-page.ts";
import { readsSavedPages } from "../documents/registry.ts";
import type { Call } from "./call.ts";

/**
 * True if a text is wanted as a readable document rather than as its lines: the request says so, or it has no view and
 * the text is a web page that a program saved. `readStart` returns the first bytes of the file.
 */
export async function isDocumentWanted(
  { checked }: Pick<Call, "checked">,
  handler: Handler,
  readStart: (end: number) => Promise<Uint8Array> | Uint8Array,
): Promise<boolean> {
  if (checked.isDocument || !readsSavedPages(handler)) return checked.isDocument;
  if (checked.request.view !== undefined && checked.request.view !== "auto") return false;
  return isSavedPage(await readStart(savedPageBytes));
}
