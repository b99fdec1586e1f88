import type { Handler } from "@reader/core/handler";
import { encryptedOfficeOf } from "@reader/office-kit";
import { dbf } from "./dbf.ts";
import { ods } from "./ods.ts";
import { xls } from "./xls.ts";
import { xlsb } from "./xlsb.ts";
import { xlsx } from "./xlsx.ts";
import { version } from "./version.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function sheets(): readonly Handler[] {
  return [xlsx(), ods(), xls(), xlsb(), dbf(), encryptedOffice()];
}

/** A handler for encrypted documents of Office 2007 and later. The handler of the inner format reads them. */
export function encryptedOffice(): Handler {
  return encryptedOfficeOf({ module: "@reader/handler-sheets", version });
}
