// Written by `scripts/write-descriptions.ts`. Change the handlers or `scripts/list.ts` instead.
import { sniffNotebook } from "@reader/handler-notebook";
import { sniffFlatDocument, sniffFlatPresentation, sniffMarkupDocument, sniffMarkupWorkbook, sniffSeparatedWorkbook } from "@reader/handler-office";
import { sniffArchive } from "@reader/handler-archive";
import { sniffLockFile } from "@reader/outline";
import type { PlainDescription } from "../model/plain-description.ts";

/** All handlers, in order of precedence. */
export const plainDescriptions: readonly PlainDescription[] = [
  {
    name: "pdf",
    mediaTypes: ["application/pdf"],
    origin: {"module":"@reader/handler-pdf","export":"pdf","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "image",
    mediaTypes: ["image/png","image/apng","image/jpeg","image/gif","image/webp","image/tiff","image/avif","image/heic","image/heif","image/bmp","image/vnd.microsoft.icon","image/svg+xml","image/jxl","image/vnd.adobe.photoshop"],
    origin: {"module":"@reader/handler-image","export":"image","addons":"always","environment":{"VIPS_MAX_COORD":"32768"}},
    hasCanary: true,
  },
  {
    name: "notebook",
    mediaTypes: ["application/x-ipynb+json"],
    origin: {"module":"@reader/handler-notebook","export":"notebook"},
    outlines: true,
    hasCanary: true,
    sniff: sniffNotebook,
  },
  {
    name: "docx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document","application/vnd.openxmlformats-officedocument.wordprocessingml.template","application/vnd.ms-word.document.macroenabled.12","application/vnd.ms-word.template.macroenabled.12","application/vnd.openxmlformats-officedocument.wordprocessingml.document+xml","application/vnd.ms-wordml+xml"],
    origin: {"module":"@reader/handler-office/word","export":"docx","addons":"for-images"},
    outlines: true,
    hasCanary: true,
    sniff: sniffFlatDocument,
  },
  {
    name: "xlsx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    origin: {"module":"@reader/handler-office/sheets","export":"xlsx","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "pptx",
    mediaTypes: ["application/vnd.openxmlformats-officedocument.presentationml.presentation","application/vnd.openxmlformats-officedocument.presentationml.presentation+xml"],
    origin: {"module":"@reader/handler-office/slides","export":"pptx","addons":"for-images"},
    outlines: true,
    hasCanary: true,
    sniff: sniffFlatPresentation,
  },
  {
    name: "odt",
    mediaTypes: ["application/vnd.oasis.opendocument.text","application/vnd.oasis.opendocument.text-flat-xml","application/vnd.sun.xml.writer","application/vnd.sun.xml.writer.template","application/vnd.sun.xml.writer.global"],
    origin: {"module":"@reader/handler-office/word","export":"odt","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "ods",
    mediaTypes: ["application/vnd.oasis.opendocument.spreadsheet","application/vnd.oasis.opendocument.spreadsheet-flat-xml"],
    origin: {"module":"@reader/handler-office/sheets","export":"ods","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "odp",
    mediaTypes: ["application/vnd.oasis.opendocument.presentation","application/vnd.oasis.opendocument.presentation-template","application/vnd.oasis.opendocument.presentation-flat-xml","application/vnd.oasis.opendocument.graphics","application/vnd.oasis.opendocument.graphics-template","application/vnd.oasis.opendocument.graphics-flat-xml"],
    origin: {"module":"@reader/handler-office/slides","export":"odp","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "epub",
    mediaTypes: ["application/epub+zip"],
    origin: {"module":"@reader/handler-office/word","export":"epub","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "rtf",
    mediaTypes: ["application/rtf"],
    origin: {"module":"@reader/handler-office/word","export":"rtf","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "doc",
    mediaTypes: ["application/msword"],
    origin: {"module":"@reader/handler-office/word","export":"doc","addons":"for-images"},
    outlines: true,
    hasCanary: true,
    sniff: sniffMarkupDocument,
  },
  {
    name: "xls",
    mediaTypes: ["application/vnd.ms-excel"],
    origin: {"module":"@reader/handler-office/sheets","export":"xls","addons":"for-images"},
    outlines: true,
    hasCanary: true,
    sniff: sniffMarkupWorkbook,
  },
  {
    name: "xlsb",
    mediaTypes: ["application/vnd.ms-excel.sheet.binary.macroenabled.12"],
    origin: {"module":"@reader/handler-office/sheets","export":"xlsb","addons":"for-images"},
    outlines: true,
  },
  {
    name: "ppt",
    mediaTypes: ["application/vnd.ms-powerpoint"],
    origin: {"module":"@reader/handler-office/slides","export":"ppt","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "encryptedOffice",
    mediaTypes: ["application/x-ooxml-encrypted"],
    origin: {"module":"@reader/handler-office/word","export":"encryptedOffice","addons":"for-images"},
    outlines: true,
  },
  {
    name: "dbf",
    mediaTypes: ["application/x-dbf"],
    origin: {"module":"@reader/handler-office/sheets","export":"dbf","addons":"for-images"},
    outlines: true,
    hasCanary: true,
  },
  {
    name: "csv",
    mediaTypes: ["text/csv","text/tab-separated-values"],
    origin: {"module":"@reader/handler-office/csv","export":"csv"},
    annotates: true,
    isLocal: true,
    sniff: sniffSeparatedWorkbook,
  },
  {
    name: "archive",
    mediaTypes: ["application/zip","application/x-tar","application/gzip","application/x-bzip2","application/x-xz","application/zstd","application/x-lz4","application/x-compress","application/lzip","application/x-lzma","application/x-7z-compressed","application/vnd.rar","application/vnd.ms-cab-compressed","application/x-cpio","application/x-archive","application/x-deb","application/vnd.debian.binary-package","application/x-iso9660-image"],
    origin: {"module":"@reader/handler-archive","export":"archive"},
    hasCanary: true,
    sniff: sniffArchive,
  },
  {
    name: "outline",
    mediaTypes: ["text/x-shellscript","text/x-c","text/x-c++","text/x-csharp","text/css","text/x-go","text/x-java","text/javascript","application/javascript","text/x-php","text/x-powershell","text/x-python","text/x-ruby","text/x-rust","text/x-typescript","text/x-vue","text/markdown","text/html","application/xhtml+xml","application/json","application/json5","application/yaml","application/toml","text/x-scss","text/x-ini","text/x-lock-file"],
    origin: {"module":"@reader/outline","export":"outline"},
    outlines: true,
    outlinesOnly: true,
    sniff: sniffLockFile,
  },
];
