import type { Pdfium } from "../engine/engine.ts";

/** Maximum number of marks of an object that are searched. Programs nest two or three. */
const maxMarks = 8;
/** Type of a parameter that is a text (`fpdfview.h`). */
const stringType = 3;

/**
 * Creates a function that returns the first object of the text of a text object: the object itself, unless the file gives
 * one text for several objects, such as a letter and the mark above it (`ActualText`). The engine gives such a text for
 * the first object, and again for each other one that does not follow in its own order.
 */
export function createOwners(engine: Pdfium): (object: number) => number {
  const direct = engine.pdfium.wasmExports;
  const hasText = new Map<number, boolean>();
  const owners = new Map<number, number>();
  const isText = (mark: number): boolean => {
    const known = hasText.get(mark) ?? engine.FPDFPageObjMark_GetParamValueType(mark, "ActualText") === stringType;
    hasText.set(mark, known);
    return known;
  };
  return (object) => {
    const count = object === 0 ? 0 : Math.min(maxMarks, direct.FPDFPageObj_CountMarks(object));
    for (let index = count - 1; index >= 0; index -= 1) {
      const mark = direct.FPDFPageObj_GetMark(object, index);
      if (!isText(mark)) continue;
      const owner = owners.get(mark) ?? object;
      owners.set(mark, owner);
      return owner;
    }
    return object;
  };
}
