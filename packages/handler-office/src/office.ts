import type { Handler } from "@reader/core/handler";
import { csv } from "./csv.ts";
import { dbf } from "./dbf.ts";
import { doc } from "./doc.ts";
import { docx } from "./docx.ts";
import { encryptedOffice } from "./encrypted.ts";
import { epub } from "./epub.ts";
import { odp } from "./odp.ts";
import { ods } from "./ods.ts";
import { odt } from "./odt.ts";
import { ppt } from "./ppt.ts";
import { pptx } from "./pptx.ts";
import { rtf } from "./rtf.ts";
import { xls } from "./xls.ts";
import { xlsb } from "./xlsb.ts";
import { xlsx } from "./xlsx.ts";

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
