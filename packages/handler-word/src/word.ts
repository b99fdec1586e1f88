import type { Handler } from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import { doc } from "./doc.ts";
import { docx } from "./docx.ts";
import { epub } from "./epub.ts";
import { odt } from "./odt.ts";
import { rtf } from "./rtf.ts";
import { version } from "./version.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function word(): readonly Handler[] {
  return [docx(), odt(), epub(), rtf(), doc(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-word", version });
}
