import type { ReactNode } from "react";
import type { TreeRow } from "./tree.ts";
import { type FileType, fileTypeOf } from "./file-type.ts";

/** The outline of a page, which all icons of files share. */
const page = "M3.5 1.5h6l3 3v10h-9z M9.5 1.5v3h3";

/** Paths in a square of 16 units. */
const paths: Readonly<Record<FileType | "folder" | "link", string>> = {
  archive: "M2 2.5h12v3H2z M3 5.5h10v8H3z M6.5 8h3",
  code: "M5.5 4.5 2 8l3.5 3.5 M10.5 4.5 14 8l-3.5 3.5 M9 3 7 13",
  data: "M6 2.5c-3 0-1 5.5-3.5 5.5C5 8 3 13.5 6 13.5 M10 2.5c3 0 1 5.5 3.5 5.5C11 8 13 13.5 10 13.5",
  document: `${page} M5.5 7.5h5 M5.5 9.5h5 M5.5 11.5h3`,
  folder: "M1.5 3.5h5l1.5 2h6.5v7.5h-13z",
  image: "M1.5 3h13v10h-13z M4 11l3-4 2.5 3 1.5-1.5 2 2.5 M11 5.8v.1",
  link: "M9 3h4v4 M13 3 7 9 M11 9v4H3V5h4",
  notebook: "M3.5 1.5h9v13h-9z M6 1.5v13 M8 5h3 M8 8h3",
  other: page,
  pdf: `${page} M5.5 12c2-1 3-4 2.5-5.5-.6 2 1 4.5 3 4.5-2-.4-4 0-5.5 1`,
  sheet: "M2 3h12v10H2z M2 6.300h12 M2 9.600h12 M6 3v10 M10 3v10",
  slides: "M1.5 3h13v8h-13z M8 11v2.5 M5.5 13.500h5 M4.5 8.500V7 M8 8.500v-3 M11.5 8.500V6",
  text: `${page} M5.5 7.500h5 M5.5 10.500h5`,
};

/** A drawing of what a row is. Screen readers get its name instead. */
export function FileIcon({ row }: { readonly row: Pick<TreeRow, "name" | "kind"> }): ReactNode {
  const type = row.kind === "folder" || row.kind === "link" ? row.kind : fileTypeOf(row.name);
  return (
    <svg className={`icon icon-${type}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[type]} />
    </svg>
  );
}
