import type { PDFObject } from "mupdf";

/** What the engine's code makes of an object's address; neither method is in its declarations. */
interface ObjectMaker {
  _fromPDFObjectNew(pointer: number): PDFObject;
  _fromPDFObjectKeep(pointer: number): PDFObject;
}

interface Engine {
  readonly PDFDocument: { readonly prototype: object };
  readonly PDFObject: object;
}

/**
 * The class of objects of mupdf 1.28.1 holds what it is given, which who made it has held already: `destroy` lets go of it
 * once, so that it stays in memory for ever with all that is in it: 50 KB for each page with tags. One of the two is let go
 * of at once. A version that holds objects once is left as it is.
 */
export function holdOnce({ PDFDocument, PDFObject }: Engine): void {
  const maker = PDFDocument.prototype;
  if (!isMaker(maker) || !canDrop(PDFObject) || !holdsAgain(PDFObject)) return;
  for (const name of ["_fromPDFObjectNew", "_fromPDFObjectKeep"] as const) {
    const make = maker[name];
    maker[name] = function (this: ObjectMaker, pointer: number): PDFObject {
      const object = make.call(this, pointer);
      if (pointer !== 0) PDFObject._drop(pointer);
      return object;
    };
  }
}

function isMaker(value: object): value is ObjectMaker {
  return "_fromPDFObjectNew" in value && "_fromPDFObjectKeep" in value;
}

function canDrop(value: object): value is { _drop(pointer: number): void } {
  return "_drop" in value;
}

function holdsAgain(constructor: object): boolean {
  return /super\(libmupdf\._wasm_pdf_keep_obj\(/u.test(Function.prototype.toString.call(constructor));
}
