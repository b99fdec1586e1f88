import type { Pdfium } from "../engine/engine.ts";
import { numberAt, withMemory } from "../engine/memory.ts";

/** Maximum number of marks of an object that are searched, from the innermost one. Programs nest two or three. */
const maxMarks = 8;
/** Type of a parameter that is a text (`fpdfview.h`). */
const stringType = 3;
/** Bytes of an empty text: its final zero. */
const emptyBytes = 2;

/** Which text objects have a text of the file instead of that of their glyphs (`ActualText`). */
export interface ActualTexts {
  readonly has: (object: number) => boolean;
  /**
   * Returns the first object of the text of an object: the object itself, unless the file gives one text for several
   * objects, such as a letter and the mark above it. The engine gives such a text for the first object, and again for each
   * other one that does not follow in its own order.
   */
  readonly ownerOf: (object: number) => number;
}

/** Creates functions that find the texts that the file gives for objects. */
export function createActualTexts(engine: Pdfium): ActualTexts {
  const lengths = new Map<number, number>();
  const owners = new Map<number, number>();
  /** Returns the bytes of the text of a mark, or 0 if it has none. */
  const lengthOf = (mark: number): number => {
    const known = lengths.get(mark) ?? textBytes(engine, mark);
    lengths.set(mark, known);
    return known;
  };
  const markOf = (object: number): number | undefined => markOfText(engine, object, lengthOf);
  return {
    has: (object) => markOf(object) !== undefined,
    ownerOf: (object) => {
      const mark = markOf(object);
      if (mark === undefined) return object;
      const owner = owners.get(mark) ?? object;
      owners.set(mark, owner);
      return owner;
    },
  };
}

/** Returns the innermost mark with a text, unless that is empty: then the engine gives the text of the glyphs. */
function markOfText(engine: Pdfium, object: number, lengthOf: (mark: number) => number): number | undefined {
  const direct = engine.pdfium.wasmExports;
  const count = object === 0 ? 0 : direct.FPDFPageObj_CountMarks(object);
  for (let index = count - 1; index >= Math.max(0, count - maxMarks); index -= 1) {
    const mark = direct.FPDFPageObj_GetMark(object, index);
    const bytes = lengthOf(mark);
    if (bytes > 0) return bytes > emptyBytes ? mark : undefined;
  }
  return undefined;
}

function textBytes(engine: Pdfium, mark: number): number {
  if (engine.FPDFPageObjMark_GetParamValueType(mark, "ActualText") !== stringType) return 0;
  return withMemory(engine, 4, (length) => {
    engine.FPDFPageObjMark_GetParamStringValue(mark, "ActualText", 0, 0, length);
    return Math.max(emptyBytes, numberAt(engine, length));
  });
}
