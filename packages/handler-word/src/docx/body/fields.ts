import { drawnByField, externalMark, linkOfField } from "@reader/document/builder";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { isOnElement } from "../parts/styles.ts";

interface OpenField {
  /** The instruction of the field, which Word splits into any number of runs. */
  code: string;
  /** True after the instruction, when the result has started. */
  hasResult: boolean;
  /** True if the result has text or an image. */
  hasContent: boolean;
  /** The target of the innermost link around the text. */
  link: string | undefined;
  /** The settings of a form field. */
  readonly form: XmlElement | undefined;
}

/**
 * The stack of open fields (ISO/IEC 29500-1, 17.16): their instructions, and the results that programs show for them.
 */
export class Fields {
  /** The open fields, innermost last. */
  readonly #open: OpenField[] = [];

  /** The target of the link whose result contains the current text; `undefined` outside links. */
  get link(): string | undefined {
    return this.#open.at(-1)?.link;
  }

  /** Starts a field. `form` holds the settings of a form field. */
  begin(form?: XmlElement): void {
    this.#open.push({ code: "", hasResult: false, hasContent: false, link: this.link, form });
  }

  /** Appends a fragment to the instruction of the innermost field. */
  addCode(piece: string): void {
    const field = this.#open.at(-1);
    if (field?.hasResult === false) field.code += piece;
  }

  /** Ends the instruction and starts the result of the innermost field. */
  separate(): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.hasResult) return;
    field.hasResult = true;
    field.link = linkOfField(field.code) ?? field.link;
  }

  /** Records that the innermost field shows text or an image. */
  addContent(): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.hasContent = true;
  }

  /** Ends the innermost field. If the file has no result for it, returns what programs draw instead. */
  end(): string {
    const field = this.#open.pop();
    if (field === undefined) return "";
    if (field.hasContent && this.#open.at(-1)?.hasResult === true) this.addContent();
    if (/\bFORMCHECKBOX\b/.test(field.code)) return isChecked(field.form) ? "☒" : "☐";
    const external = externalMark(field.code, field.hasContent);
    if (external !== "") return field.hasContent ? ` ${external}` : external;
    return field.hasContent ? "" : drawnByField(field.code);
  }
}

function isChecked(form: XmlElement | undefined): boolean {
  const box = childOf(form, "w:checkBox");
  return isOnElement(box, "w:checked") ?? isOnElement(box, "w:default") ?? false;
}
