import type { PDFPage } from "mupdf";
import type { OpenedPdf } from "./opened-pdf.ts";

/** Loads a page, counted from 1, and frees it after use. */
export function withPage<Value>({ document }: OpenedPdf, number: number, use: (page: PDFPage) => Value): Value {
  const page = document.loadPage(number - 1);
  try {
    return use(page);
  } finally {
    page.destroy();
  }
}

/** The same for a use that has to wait for something. */
export async function withPageWaiting<Value>(
  { document }: OpenedPdf,
  number: number,
  use: (page: PDFPage) => Promise<Value>,
): Promise<Value> {
  const page = document.loadPage(number - 1);
  try {
    return await use(page);
  } finally {
    page.destroy();
  }
}
