import type { Box } from "@reader/pdf-pages";
import type { StextFont } from "@reader/pdf-pages/lines";
import { stextScale } from "@reader/pdf-pages/lines";
import type { Pdfium } from "../engine/engine.ts";
import { floatsAt, readBytesText, withMemory } from "../engine/memory.ts";
import type { LoadedPage } from "../document/opened-document.ts";
import type { PageGeometry } from "./geometry.ts";

/** A character of a page, in the order of the text. */
export interface PageCharacter {
  readonly text: string;
  /** `line` if it is a line end that the engine added, `space` if it is a space that it added. */
  readonly added?: "line" | "space";
  readonly box: Box;
  /** The start of the character on the baseline. */
  readonly x: number;
  readonly y: number;
  readonly style: ObjectStyle;
}

/** The style of a text object. */
export interface ObjectStyle {
  /** The handle of the text object, 0 for none. */
  readonly object: number;
  readonly font: StextFont;
  /** The number of its marked content; -1 if it has none. */
  readonly content: number;
  readonly isVertical: boolean;
}

/** A page with more characters is cut. */
export const maxCharacters = 1_000_000;

/** Flags of fonts (ISO 32000-1, table 123). */
const fixedPitch = 1;
const italic = 1 << 6;
const forceBold = 1 << 18;

const noFont: StextFont = { name: "", family: "sans-serif", weight: "normal", style: "normal", size: 0 };
const noStyle: ObjectStyle = { object: 0, font: noFont, content: -1, isVertical: false };

/** Reads the characters of a page with their boxes and styles. */
export function readCharacters(engine: Pdfium, loaded: LoadedPage, geometry: PageGeometry): readonly PageCharacter[] {
  const count = Math.min(maxCharacters, engine.FPDFText_CountChars(loaded.text));
  const styles = new Map<number, ObjectStyle>();
  const found: PageCharacter[] = [];
  let last = noStyle;
  const direct = engine.pdfium.wasmExports;
  withMemory(engine, 64, (memory) => {
    const read = createReader(engine, { loaded, geometry, memory });
    for (let index = 0; index < count; index += 1) {
      const code = direct.FPDFText_GetUnicode(loaded.text, index) >>> 0;
      const added = addedKind(code, () => direct.FPDFText_IsGenerated(loaded.text, index) === 1);
      const object = added === undefined ? direct.FPDFText_GetTextObject(loaded.text, index) : 0;
      if (object !== 0) {
        last = styles.get(object) ?? read.style(index, object);
        styles.set(object, last);
      }
      // A line end is two characters; a character without a code has no text.
      if (code === 0 || code === 13 || (code === 10 && added === undefined)) continue;
      found.push({
        ...read.place(index),
        text: read.text(index, code),
        style: last,
        ...(added === undefined ? {} : { added }),
      });
    }
  });
  return found;
}

/** Codes of fonts without a map are often ASCII. */
function isAscii(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** A character that the file maps to no text. The engine returns its code, which is another character. */
const unknownCharacter = "\uFFFD";

function textOf(code: number): string {
  // The engine marks a hyphen at a line end by U+0002, and gives surrogates one by one.
  if (code === 2) return "-";
  return code > 0x10ffff ? unknownCharacter : String.fromCodePoint(code);
}

/** `isAdded` asks the engine, so the code of the character is compared first. */
function addedKind(code: number, isAdded: () => boolean): PageCharacter["added"] {
  if (code !== 10 && code !== 13 && code !== 32) return undefined;
  if (!isAdded()) return undefined;
  return code === 32 ? "space" : "line";
}

interface CharacterReader {
  readonly text: (index: number, code: number) => string;
  readonly style: (index: number, object: number) => ObjectStyle;
  readonly place: (index: number) => Pick<PageCharacter, "box" | "x" | "y">;
}

interface CharacterSource {
  readonly loaded: LoadedPage;
  readonly geometry: PageGeometry;
  /** The address of 64 bytes for results. */
  readonly memory: number;
}

function createReader(engine: Pdfium, { loaded: { text }, geometry, memory }: CharacterSource): CharacterReader {
  const direct = engine.pdfium.wasmExports;
  return {
    text: (index, code) =>
      !isAscii(code) && direct.FPDFText_HasUnicodeMapError(text, index) === 1 ? unknownCharacter : textOf(code),
    style(index, object) {
      engine.FPDFText_GetMatrix(text, index, memory);
      const [, , c = 0, d = 1] = floatsAt(engine, memory, 4);
      const size = engine.FPDFText_GetFontSize(text, index) * Math.hypot(c, d);
      const content = engine.FPDFPageObj_GetMarkedContentID(object);
      return { object, font: fontOf(engine, object, size), content, isVertical: false };
    },
    place(index) {
      direct.FPDFText_GetLooseCharBox(text, index, memory);
      const { HEAPF32 } = engine.pdfium;
      const box = memory >> 2;
      const [left, top] = [HEAPF32[box] ?? 0, HEAPF32[box + 1] ?? 0];
      const [right, bottom] = [HEAPF32[box + 2] ?? 0, HEAPF32[box + 3] ?? 0];
      direct.FPDFText_GetCharOrigin(text, index, memory, memory + 8);
      const at = memory >> 3;
      const { HEAPF64 } = engine.pdfium;
      const [x, y] = geometry.point(HEAPF64[at] ?? 0, HEAPF64[at + 1] ?? 0);
      return { box: geometry.box([left, bottom, right, top]), x, y };
    },
  };
}

function fontOf(engine: Pdfium, object: number, sizePt: number): StextFont {
  const font = engine.FPDFTextObj_GetFont(object);
  if (font === 0) return { ...noFont, size: Math.round(sizePt * stextScale) };
  const flags = engine.FPDFFont_GetFlags(font);
  return {
    name: readBytesText(engine, (buffer, bytes) => engine.FPDFFont_GetBaseFontName(font, buffer, bytes)),
    family: (flags & fixedPitch) === 0 ? "sans-serif" : "monospace",
    weight: (flags & forceBold) === 0 ? "normal" : "bold",
    style: (flags & italic) === 0 ? "normal" : "italic",
    size: Math.round(sizePt * stextScale),
  };
}
