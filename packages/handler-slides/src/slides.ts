import type { Handler } from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import { odp } from "./odp.ts";
import { ppt } from "./ppt.ts";
import { pptx } from "./pptx.ts";
import { version } from "./version.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function slides(): readonly Handler[] {
  return [pptx(), odp(), ppt(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-slides", version });
}
