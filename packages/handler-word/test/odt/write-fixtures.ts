// Writes `fixtures/odt/report-flat/input.fodt`. What else is in `fixtures/{odt,doc,rtf}/report-libreoffice` was made of
// it by LibreOffice 7.4: `soffice --headless --convert-to odt|doc|rtf input.fodt`.
import { mkdirSync, writeFileSync } from "node:fs";
import { report } from "./report.ts";

const folder = new URL("../../../../fixtures/odt/report-flat/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("input.fodt", folder), report());
