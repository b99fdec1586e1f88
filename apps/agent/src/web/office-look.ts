import type { Reader, StopSignal } from "@reader/core";
import { look, type LookReaders } from "./look.ts";
import { hasOfficePages, type OfficePages } from "./office-pages.ts";
import type { PageSearcher } from "./page-boxes.ts";
import type { Look, LookRequest, Pager } from "./wire.ts";

/** What shows the pages of office documents. */
export interface OfficeView {
  readonly documents: OfficePages;
  /** Reads the PDF files only. */
  readonly reader: Reader;
  /** Finds text on their pages. */
  readonly pages?: PageSearcher | undefined;
}

/** The reader of the workspace, and LibreOffice if it is installed. */
export interface FileReaders extends LookReaders {
  readonly office?: OfficeView | undefined;
}

/** Returns a file as a person sees it. Office documents have pages if LibreOffice is installed, or else their text. */
export async function lookAtFile(readers: FileReaders, request: LookRequest, signal: StopSignal): Promise<Look> {
  const { mediaType = "", select } = request;
  // Members of archives are not files that LibreOffice could open.
  if (!hasOfficePages(mediaType) || select !== undefined) return look(readers, request, signal);
  const pages = await officeLook(readers.office, request, signal);
  if (typeof pages !== "string") return pages;
  const found = await look(readers, request, signal);
  return found.kind === "document" ? { ...found, form: `${pages}: this is the reader’s text` } : found;
}

/** Returns a page of the document, or why there is none. */
async function officeLook(
  office: OfficeView | undefined,
  request: LookRequest,
  signal: StopSignal,
): Promise<Look | string> {
  if (office === undefined) return "LibreOffice is not installed";
  if (request.password !== undefined) return "LibreOffice is not given passwords";
  const converted = await office.documents.convert(request.path, request.mediaType ?? "", signal);
  if ("problem" in converted) return converted.problem;
  const { path } = converted;
  const page = await pageOf(office, { ...request, path }, signal);
  const { marks } = request;
  const texts = marks === undefined ? {} : { marks };
  const asked = { path, mediaType: "application/pdf", place: { unit: "page", index: page }, ...texts };
  const found = await look(office, asked, signal);
  if (found.kind !== "images") return "The pages that LibreOffice made cannot be shown";
  const { pager, ...rest } = found;
  return {
    ...rest,
    form: "Pages as LibreOffice prints them",
    ...(pager === undefined ? {} : { pager: pagerOf(pager, request) }),
  };
}

/** Replaces the PDF file by the document. */
function pagerOf({ label, previous, next }: Pager, request: LookRequest): Pager {
  const { from: _from, line: _line, near: _near, ...rest } = request;
  const turnTo = ({ place }: LookRequest): LookRequest => ({ ...rest, ...(place === undefined ? {} : { place }) });
  return {
    label,
    ...(previous === undefined ? {} : { previous: turnTo(previous) }),
    ...(next === undefined ? {} : { next: turnTo(next) }),
  };
}

/** Maximum number of pages that are searched for a text. */
const maxSearchedPages = 200;

/** Returns the page of a place: its number, or the first page with a marked text or the start of the place. */
async function pageOf(office: OfficeView, request: LookRequest, signal: StopSignal): Promise<number> {
  const { place, marks = [], near } = request;
  if (place?.unit === "page" || place?.unit === "slide") return place.index;
  const start = near === undefined ? [] : [near];
  return (
    (await pageWith(office, { ...request, marks }, signal)) ??
    (await pageWith(office, { ...request, marks: start }, signal)) ??
    1
  );
}

/** Returns the first page with one of the marked texts. */
async function pageWith(office: OfficeView, request: LookRequest, signal: StopSignal): Promise<number | undefined> {
  const { path, marks: texts = [] } = request;
  if (office.pages === undefined || texts.length === 0) return undefined;
  const first = await office.reader.read({ path, pages: "1" }, { signal });
  const total = first.ok ? (first.extents.find(({ unit }) => unit === "page")?.total ?? 1) : 0;
  for (let page = 1; page <= Math.min(total, maxSearchedPages) && !signal.aborted; page += 1) {
    const boxes = await office.pages.find({ path, page, texts }, signal);
    if (boxes.length > 0) return page;
  }
  return undefined;
}
