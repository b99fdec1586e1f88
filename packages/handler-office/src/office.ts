import type { Handler } from "@reader/core/handler";
import {
  csv,
  dbf,
  doc,
  docx,
  encryptedOffice,
  epub,
  odp,
  ods,
  odt,
  ppt,
  pptx,
  rtf,
  xls,
  xlsb,
  xlsx,
} from "./handlers.ts";

/** All handlers of this package, to be given to a reader or to an isolation as they are. */
export function office(): readonly Handler[] {
  return [
    docx(),
    xlsx(),
    pptx(),
    odt(),
    ods(),
    odp(),
    epub(),
    rtf(),
    doc(),
    xls(),
    xlsb(),
    ppt(),
    encryptedOffice(),
    dbf(),
    csv(),
  ];
}
