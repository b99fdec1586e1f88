import { linkOfField } from "../../flow/field-code.ts";
import { element, type WordElement } from "../tree.ts";

/**
 * Gathers what fields are to do, which Word tells in any number of pieces, as one element for mammoth: that one takes
 * everything up to the last quotation mark for the address of a link, the tip that is shown beside it too.
 */
export class FieldCodes {
  /** Of the fields that are open, the innermost last; undefined where the code was told. */
  readonly #open: (string | undefined)[] = [];

  begin(): void {
    this.#open.push("");
  }

  /** A piece of the code of the innermost field. */
  add(piece: string): void {
    const code = this.#open.at(-1);
    if (code !== undefined) this.#open[this.#open.length - 1] = code + piece;
  }

  /** The code of the innermost field, once, as mammoth reads it. */
  take(): WordElement | undefined {
    const code = this.#open.at(-1);
    if (code === undefined) return undefined;
    this.#open[this.#open.length - 1] = undefined;
    return code === "" ? undefined : element("w:instrText", {}, [{ type: "text", value: mammothCode(code) }]);
  }

  end(): void {
    this.#open.pop();
  }
}

/** The code of a field so that mammoth finds the whole address of a link, and nothing else, in it. */
export function mammothCode(code: string): string {
  const link = linkOfField(code);
  return link === undefined ? code : ` HYPERLINK "${link}"`;
}
