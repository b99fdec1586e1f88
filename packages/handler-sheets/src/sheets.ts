import type { Handler } from "@reader/core/handler";
import { dbf } from "./dbf.ts";
import { encryptedOffice } from "./encrypted.ts";
import { ods } from "./ods.ts";
import { xls } from "./xls.ts";
import { xlsb } from "./xlsb.ts";
import { xlsx } from "./xlsx.ts";

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function sheets(): readonly Handler[] {
  return [xlsx(), ods(), xls(), xlsb(), dbf(), encryptedOffice()];
}
