import { linkOfField, drawnByField } from "@reader/document/builder";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { isOnElement } from "../parts/properties.ts";

interface OpenField {
  /** The instruction of the field, which Word divides into any number of runs. */
  code: string;
  /** True behind the instruction, where the result starts. */
  hasResult: boolean;
  /** True if the result has text. */
  hasText: boolean;
  /** The target of the innermost link around the text. */
  link: string | undefined;
  /** The settings of a form field. */
  readonly form: XmlElement | undefined;
}

/** The fields that are open (ISO/IEC 29500-1, 17.16): instructions, and the results that programs show for them. */
export class Fields {
  /** The innermost is the last. */
  readonly #open: OpenField[] = [];

  /** The target of the link in whose result the text is; `undefined` outside of links. */
  get link(): string | undefined {
    return this.#open.at(-1)?.link;
  }

  /** Starts a field with the settings of a form field, if it is one. */
  begin(form?: XmlElement): void {
    this.#open.push({ code: "", hasResult: false, hasText: false, link: this.link, form });
  }

  /** Adds a piece of the instruction of the innermost field. */
  addCode(piece: string): void {
    const field = this.#open.at(-1);
    if (field?.hasResult === false) field.code += piece;
  }

  /** Starts the result of the innermost field. */
  separate(): void {
    const field = this.#open.at(-1);
    if (field === undefined || field.hasResult) return;
    field.hasResult = true;
    field.link = linkOfField(field.code) ?? field.link;
  }

  /** Reports that the innermost field shows text. */
  addText(): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.hasText = true;
  }

  /** Ends the innermost field. Returns what programs draw for it if the file has no result. */
  end(): string {
    const field = this.#open.pop();
    if (field === undefined) return "";
    if (/\bFORMCHECKBOX\b/.test(field.code)) return isChecked(field.form) ? "☒" : "☐";
    return field.hasText ? "" : drawnByField(field.code);
  }
}

function isChecked(form: XmlElement | undefined): boolean {
  const box = childOf(form, "w:checkBox");
  return isOnElement(box, "w:checked") ?? isOnElement(box, "w:default") ?? false;
}
