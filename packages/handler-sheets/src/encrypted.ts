import type { Handler } from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import { version } from "./version.ts";

/** A handler for Office 2007 documents and later that are encrypted with a password; the handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-sheets", version });
}
