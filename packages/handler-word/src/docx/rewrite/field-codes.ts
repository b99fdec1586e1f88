import { linkOfField, drawnByField } from "@reader/document/builder";
import { element, type WordElement } from "../tree.ts";

/**
 * Gathers what fields are to do, which Word tells in any number of pieces, as one element for mammoth: that one takes
 * everything up to the last quotation mark for the address of a link, the tip that is shown beside it too.
 */
export class FieldCodes {
  /** The fields that are open, the innermost last. */
  readonly #open: OpenField[] = [];

  begin(): void {
    this.#open.push({ code: "", isTold: false, hasWords: false });
  }

  /** A piece of the code of the innermost field. */
  add(piece: string): void {
    const field = this.#open.at(-1);
    if (field?.isTold === false) field.code += piece;
  }

  /** Tells of words, which are what the field shows. */
  words(): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.hasWords = true;
  }

  /** The code of the innermost field, once, as mammoth reads it. */
  take(): WordElement | undefined {
    const field = this.#open.at(-1);
    if (field === undefined || field.isTold) return undefined;
    field.isTold = true;
    const { code } = field;
    return code === "" ? undefined : element("w:instrText", {}, [{ type: "text", value: mammothCode(code) }]);
  }

  /** Ends the innermost field; gives what programs draw for it where it has no words. */
  end(): string {
    const field = this.#open.pop();
    return field === undefined || field.hasWords ? "" : drawnByField(field.code);
  }
}

interface OpenField {
  code: string;
  isTold: boolean;
  /** Whether words stand in it. */
  hasWords: boolean;
}

/** The code of a field so that mammoth finds the whole address of a link, and nothing else, in it. */
export function mammothCode(code: string): string {
  const link = linkOfField(code);
  return link === undefined ? code : ` HYPERLINK "${link}"`;
}
