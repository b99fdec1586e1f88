/** What a file is by its name, as far as an icon shows it. */
export type FileType =
  | "archive"
  | "code"
  | "data"
  | "document"
  | "image"
  | "notebook"
  | "other"
  | "pdf"
  | "sheet"
  | "slides"
  | "text";

const extensions: Readonly<Record<Exclude<FileType, "other">, string>> = {
  archive: "zip tar tgz tbz2 txz gz bz2 xz zst 7z rar jar war whl apk cpio deb rpm ar iso",
  code: "c cc cpp cs css go h hpp html java js jsx kt lua mjs php pl py rb rs scss sh sql swift ts tsx vue",
  data: "json jsonl ndjson xml yaml yml toml ini cfg conf plist parquet sqlite",
  document: "doc docx odt rtf epub pages eml msg",
  image: "png apng jpg jpeg gif webp tif tiff avif heic heif bmp ico svg jxl psd",
  notebook: "ipynb",
  pdf: "pdf",
  sheet: "xlsx xlsm xlsb xls ods dbf csv tsv",
  slides: "ppt pptx odp key",
  text: "txt md log rst adoc tex",
};

const types: ReadonlyMap<string, FileType> = new Map(
  Object.entries(extensions).flatMap(([type, words]) =>
    words.split(" ").map((extension) => [extension, type as FileType] as const),
  ),
);

/** Guesses the type of a file from its extension. The reader detects the real one when the file is opened. */
export function fileTypeOf(name: string): FileType {
  const [, extension = ""] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  return types.get(extension) ?? "other";
}
