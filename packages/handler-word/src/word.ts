import type { Handler } from "@reader/core/handler";
import { doc } from "./doc.ts";
import { docx } from "./docx.ts";
import { encryptedOffice } from "./encrypted.ts";
import { epub } from "./epub.ts";
import { odt } from "./odt.ts";
import { rtf } from "./rtf.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function word(): readonly Handler[] {
  return [docx(), odt(), epub(), rtf(), doc(), encryptedOffice()];
}
