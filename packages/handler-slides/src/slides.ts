import type { Handler } from "@reader/core/handler";
import { encryptedOffice } from "./encrypted.ts";
import { odp } from "./odp.ts";
import { ppt } from "./ppt.ts";
import { pptx } from "./pptx.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function slides(): readonly Handler[] {
  return [pptx(), odp(), ppt(), encryptedOffice()];
}
