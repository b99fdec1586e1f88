import type { MediaPattern } from "@reader/core";
import {
  sniffFlatDocument,
  sniffFlatPresentation,
  sniffMarkupDocument,
  sniffMarkupWorkbook,
} from "@reader/handler-office";
import type { HandlerDescription } from "@reader/isolate";
import { officeCanary } from "./office-canaries.ts";

const openXml = "application/vnd.openxmlformats-officedocument.";
const openDocument = "application/vnd.oasis.opendocument.";

/**
 * The media types of Office handlers by handler name. They are copied from the package, so that this program starts without
 * loading it; a test compares both.
 */
const formats: Readonly<Record<string, readonly MediaPattern[]>> = {
  docx: [
    `${openXml}wordprocessingml.document`,
    `${openXml}wordprocessingml.template`,
    "application/vnd.ms-word.document.macroenabled.12",
    "application/vnd.ms-word.template.macroenabled.12",
    `${openXml}wordprocessingml.document+xml`,
    "application/vnd.ms-wordml+xml",
  ],
  xlsx: [`${openXml}spreadsheetml.sheet`],
  pptx: [`${openXml}presentationml.presentation`, `${openXml}presentationml.presentation+xml`],
  odt: [
    `${openDocument}text`,
    `${openDocument}text-flat-xml`,
    "application/vnd.sun.xml.writer",
    "application/vnd.sun.xml.writer.template",
    "application/vnd.sun.xml.writer.global",
  ],
  ods: [`${openDocument}spreadsheet`, `${openDocument}spreadsheet-flat-xml`],
  odp: ["presentation", "graphics"].flatMap((kind) => [
    `${openDocument}${kind}` as const,
    `${openDocument}${kind}-template` as const,
    `${openDocument}${kind}-flat-xml` as const,
  ]),
  epub: ["application/epub+zip"],
  rtf: ["application/rtf"],
  doc: ["application/msword"],
  xls: ["application/vnd.ms-excel"],
  xlsb: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  ppt: ["application/vnd.ms-powerpoint"],
  encryptedOffice: ["application/x-ooxml-encrypted"],
  dbf: ["application/x-dbf"],
};

/** The families of formats. Each has an entry of the package, so that a process loads only the code of one family. */
const families: Readonly<Record<string, readonly string[]>> = {
  word: ["docx", "odt", "epub", "rtf", "doc", "encryptedOffice"],
  sheets: ["xlsx", "ods", "xls", "xlsb", "dbf"],
  slides: ["pptx", "odp", "ppt"],
};

function entryOf(handlerName: string): string {
  const family = Object.keys(families).find((each) => families[each]?.includes(handlerName) === true);
  return `@reader/handler-office/${family}`;
}

/** Functions that recognise text formats of Office programs, by handler name. */
const sniffs: Readonly<Record<string, HandlerDescription["sniff"]>> = {
  docx: sniffFlatDocument,
  pptx: sniffFlatPresentation,
  xls: sniffMarkupWorkbook,
  doc: sniffMarkupDocument,
};

/** The descriptions of the Office handlers, in order of precedence. */
export const officeFormats: readonly HandlerDescription[] = Object.entries(formats).map(([name, mediaTypes]) => {
  const sniff = sniffs[name];
  const origin = { module: entryOf(name), export: name, addons: "for-images" as const };
  const canary = officeCanary(name, mediaTypes[0] ?? "");
  return {
    name,
    mediaTypes,
    origin,
    outlines: true as const,
    ...(sniff === undefined ? {} : { sniff }),
    ...(canary === undefined ? {} : { canary }),
  };
});
