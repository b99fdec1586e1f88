import type { Handler } from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import { version } from "./version.ts";

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-word", version });
}
