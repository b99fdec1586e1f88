import { ReadError } from "@reader/core/handler";
import { encrypted, noDocument, noPages, unknownEncryption } from "@reader/pdf-pages/document";
import { notePageFault, type Pdfium } from "../engine/engine.ts";

/** An open document with what reading it needs. */
export interface OpenedDocument {
  readonly engine: Pdfium;
  /** The handle of the document. */
  readonly document: number;
  /** Used in messages. */
  readonly path: string;
  readonly pageCount: number;
  /** Returns the bytes of the file in the memory of the engine, valid until the next call of the engine. */
  readonly bytes: () => Uint8Array;
  /** True if the cross-reference table was rebuilt. */
  readonly wasRepaired: boolean;
  /** Calls `use` with a loaded page, numbered from 1. Throws if it cannot be loaded. */
  readonly withPage: <Value>(number: number, use: (page: LoadedPage) => Value) => Value;
  /** The same, but returns `otherwise` for a page that cannot be loaded. */
  readonly tryPage: <Value>(number: number, use: (page: LoadedPage) => Value, otherwise: Value) => Value;
  /** Returns the handle of the form, loaded once; 0 if there is none, or if it cannot be loaded. */
  readonly form: () => number;
  /** Frees a page. */
  readonly release: (number: number) => void;
  /** Frees the document and everything that belongs to it. */
  readonly close: () => void;
}

/** The handles of a loaded page. */
export interface LoadedPage {
  readonly page: number;
  readonly text: number;
}

/** The engine keeps the file in its memory, which has at most 4 GB, beside everything that it makes of it. */
const maxFileBytes: number = 1024 ** 3;

/** Error numbers of the engine (`fpdfview.h`). */
const passwordError = 4;
const securityError = 5;

/** Maximum number of pages. More are an attack on programs that count them. */
const maxPages = 1_000_000;

/** Options for opening a document. */
interface OpenOptions {
  /** Used in messages. */
  readonly path: string;
  readonly password: string | undefined;
}

/** Throws `too-large` for a file that the engine cannot hold. */
export function checkFileSize(path: string, size: number): void {
  if (size <= maxFileBytes) return;
  throw new ReadError("too-large", `${path} has ${size} bytes, and PDF files are read up to ${maxFileBytes}.`, {
    hint: "Split the file into smaller ones, for example with `qpdf --split-pages`.",
    details: { limit: { name: "maxFileBytes", value: maxFileBytes, actual: size } },
  });
}

/** Opens a document, which the caller must close. Throws `corrupt`, `encrypted` or `too-large`. */
export function openDocument(engine: Pdfium, bytes: Uint8Array, { path, password }: OpenOptions): OpenedDocument {
  const file = engine.pdfium.wasmExports.malloc(Math.max(1, bytes.length));
  if (file === 0) throw new Error("The PDF engine has no memory left.");
  try {
    engine.pdfium.HEAPU8.set(bytes, file);
    const document = engine.FPDF_LoadMemDocument(file, bytes.length, password ?? "");
    if (document === 0) throw openError(engine.FPDF_GetLastError(), path, password);
    return openedDocument(engine, document, { path, file, length: bytes.length });
  } catch (error) {
    engine.pdfium.wasmExports.free(file);
    throw error;
  }
}

function openError(code: number, path: string, password: string | undefined): ReadError {
  if (code === passwordError) return encrypted(path, password);
  return code === securityError ? unknownEncryption(path) : noDocument(path);
}

interface OpenedFile {
  readonly path: string;
  /** The address of its bytes in the memory of the engine. */
  readonly file: number;
  readonly length: number;
}

function openedDocument(engine: Pdfium, document: number, { path, file, length }: OpenedFile): OpenedDocument {
  const pageCount = engine.FPDF_GetPageCount(document);
  if (pageCount < 1 || pageCount > maxPages) {
    engine.FPDF_CloseDocument(document);
    throw noPages(path);
  }
  const loaded = new Map<number, LoadedPage>();
  const form = createForm(engine, document);
  const release = (number: number): void => {
    const one = loaded.get(number);
    loaded.delete(number);
    if (one === undefined) return;
    form.leave(one.page);
    closePage(engine, one);
  };
  const withPage: OpenedDocument["withPage"] = (number, use) => {
    let one = loaded.get(number);
    if (one === undefined) {
      one = loadPage(engine, document, number);
      loaded.set(number, one);
      form.enter(one.page);
    }
    return use(one);
  };
  return {
    engine,
    document,
    path,
    pageCount,
    bytes: () => engine.pdfium.HEAPU8.subarray(file, file + length),
    wasRepaired: !engine.FPDF_DocumentHasValidCrossReferenceTable(document),
    withPage,
    tryPage(number, use, otherwise) {
      try {
        return withPage(number, use);
      } catch (error) {
        notePageFault(error);
        return otherwise;
      }
    },
    form: form.load,
    release,
    close() {
      for (const number of loaded.keys()) release(number);
      form.end();
      engine.FPDF_CloseDocument(document);
      engine.pdfium.wasmExports.free(file);
    },
  };
}

function loadPage(engine: Pdfium, document: number, number: number): LoadedPage {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (page === 0) throw new Error(`The engine cannot load page ${number}.`);
  const text = engine.FPDFText_LoadPage(page);
  if (text !== 0) return { page, text };
  engine.FPDF_ClosePage(page);
  throw new Error(`The engine cannot read the text of page ${number}.`);
}

function closePage(engine: Pdfium, { page, text }: LoadedPage): void {
  engine.FPDFText_ClosePage(text);
  engine.FPDF_ClosePage(page);
}

/** The type of a document without a form (`fpdf_formfill.h`). */
const noForm = 0;

interface FormHandle {
  readonly load: () => number;
  /** Must be called after a page is loaded: the values of check boxes are read then. */
  readonly enter: (page: number) => void;
  /** Must be called before a page is closed. */
  readonly leave: (page: number) => void;
  readonly end: () => void;
}

function createForm(engine: Pdfium, document: number): FormHandle {
  let opened: { readonly info: number; readonly form: number } | undefined;
  const load = (): number => {
    if (opened === undefined) {
      if (engine.FPDF_GetFormType(document) === noForm) return 0;
      const info = engine.PDFiumExt_OpenFormFillInfo();
      opened = { info, form: engine.PDFiumExt_InitFormFillEnvironment(document, info) };
      // Fields are drawn as they are printed.
      if (opened.form !== 0) engine.FPDF_RemoveFormFieldHighlight(opened.form);
    }
    return opened.form;
  };
  return {
    load,
    enter(page) {
      const form = load();
      if (form !== 0) engine.FORM_OnAfterLoadPage(page, form);
    },
    leave(page) {
      if (opened !== undefined && opened.form !== 0) engine.FORM_OnBeforeClosePage(page, opened.form);
    },
    end() {
      if (opened === undefined) return;
      if (opened.form !== 0) engine.PDFiumExt_ExitFormFillEnvironment(opened.form);
      engine.PDFiumExt_CloseFormFillInfo(opened.info);
    },
  };
}
