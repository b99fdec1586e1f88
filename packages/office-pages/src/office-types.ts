import type { MediaType } from "@reader/core/handler";

/** A format whose documents LibreOffice prints. */
export interface OfficeFormat {
  /** The extension by which LibreOffice chooses the filter, without a dot. */
  readonly extension: string;
  readonly kind: "text" | "slides" | "sheets" | "drawing";
}

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const powerPoint = "application/vnd.openxmlformats-officedocument.presentationml";
const excel = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const open = "application/vnd.oasis.opendocument";

const extensions: readonly (readonly [kind: OfficeFormat["kind"], extensions: Readonly<Record<string, string>>])[] = [
  [
    "text",
    {
      "application/msword": "doc",
      "application/rtf": "rtf",
      [`${word}.document`]: "docx",
      [`${word}.template`]: "dotx",
      "application/vnd.ms-word.document.macroenabled.12": "docm",
      "application/vnd.ms-word.template.macroenabled.12": "dotm",
      [`${word}.document+xml`]: "xml",
      "application/vnd.ms-wordml+xml": "xml",
      [`${open}.text`]: "odt",
      [`${open}.text-flat-xml`]: "fodt",
      "application/vnd.sun.xml.writer": "sxw",
    },
  ],
  [
    "slides",
    {
      "application/vnd.ms-powerpoint": "ppt",
      [`${powerPoint}.presentation`]: "pptx",
      [`${powerPoint}.slideshow`]: "ppsx",
      [`${powerPoint}.template`]: "potx",
      "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptm",
      "application/vnd.ms-powerpoint.slideshow.macroenabled.12": "ppsm",
      "application/vnd.ms-powerpoint.template.macroenabled.12": "potm",
      [`${powerPoint}.presentation+xml`]: "xml",
      [`${open}.presentation`]: "odp",
      [`${open}.presentation-template`]: "otp",
      [`${open}.presentation-flat-xml`]: "fodp",
    },
  ],
  [
    "sheets",
    {
      "application/vnd.ms-excel": "xls",
      [`${excel}.sheet`]: "xlsx",
      "application/vnd.ms-excel.sheet.binary.macroenabled.12": "xlsb",
      [`${open}.spreadsheet`]: "ods",
      [`${open}.spreadsheet-flat-xml`]: "fods",
    },
  ],
  [
    "drawing",
    {
      [`${open}.graphics`]: "odg",
      [`${open}.graphics-template`]: "otg",
      [`${open}.graphics-flat-xml`]: "fodg",
    },
  ],
];

const formats: ReadonlyMap<string, OfficeFormat> = new Map(
  extensions.flatMap(([kind, types]) =>
    Object.entries(types).map(([mediaType, extension]) => [mediaType, { extension, kind }]),
  ),
);

/** Returns the format of a media type, or `undefined` if LibreOffice does not print it as pages. */
export function officeFormatOf(mediaType: MediaType): OfficeFormat | undefined {
  return formats.get(mediaType);
}
