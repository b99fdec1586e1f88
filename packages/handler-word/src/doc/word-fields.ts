import { inlineMark } from "@reader/core/render";
import { drawnByField, externalMark, type HeldParagraphs, linkOfField } from "@reader/document/builder";

/** Tracks the fields of a text. Three marks delimit the code and the result of a field. */
export interface WordFields {
  begin(): void;
  /** Ends the code of the field; its result follows. */
  separate(): void;
  /** Ends the field. Returns the text that it shows in addition to its result. */
  end(): string;
  /** Consumes text that is part of a field code. Returns false if the text is visible. */
  takeCode(text: string): boolean;
  /** Sets what the innermost field shows if it is a check box or a list. */
  setForm(shown: string): void;
  /** Sets the formula of the object that the innermost field shows. */
  setEquation(equation: string): void;
  /** Takes the formulas from the open fields, which may never end. */
  clearEquations(): void;
  /** The link target of the current text. */
  readonly link: string | undefined;
  /** The formula of the object around the current text; empty if it is unreadable. */
  readonly equation: string | undefined;
}

interface Field {
  code: string;
  /** True after the code, when the result has started. */
  hasResult: boolean;
  /** What the text had before the result, which may be empty. */
  addedBefore: number;
  form: string;
  link: string | undefined;
  equation: string | undefined;
}

const newField: Field = {
  code: "",
  hasResult: false,
  addedBefore: 0,
  form: "",
  link: undefined,
  equation: undefined,
};

/** Maximum depth of nested fields, and maximum length of a field code in characters. */
const maxDepth = 100;
const maxCodeCharacters = 10_000;

/** Returns the mark of an object whose image is not shown, with the name of its program. */
function objectMark(code: string): string {
  const [found, program = ""] = /^\s*embed\b\s*(\S{0,100})/i.exec(code) ?? [];
  return found === undefined ? "" : inlineMark("embedded object", [], program);
}

/** Creates a tracker without open fields. The results of fields are in `text`. */
export function createWordFields(text: Pick<HeldParagraphs, "addedCount">): WordFields {
  const open: Field[] = [];
  let tooDeep = 0;
  return {
    get link() {
      return open.findLast((field) => field.hasResult && field.link !== undefined)?.link;
    },
    get equation() {
      return open.findLast(({ equation }) => equation !== undefined)?.equation;
    },
    setEquation(equation) {
      const field = open.at(-1);
      if (field !== undefined && tooDeep === 0) field.equation = equation;
    },
    clearEquations() {
      for (const field of open) field.equation = undefined;
    },
    begin() {
      if (open.length >= maxDepth) tooDeep += 1;
      else open.push({ ...newField });
    },
    separate() {
      const field = open.at(-1);
      if (field === undefined || tooDeep > 0) return;
      field.hasResult = true;
      field.addedBefore = text.addedCount;
      field.link = linkOfField(field.code);
    },
    end() {
      if (tooDeep > 0) {
        tooDeep -= 1;
        return "";
      }
      const field = open.pop();
      if (field === undefined) return "";
      if (/^\s*formcheckbox\b/i.test(field.code)) return field.form === "" ? "☐" : field.form;
      if (/^\s*formdropdown\b/i.test(field.code)) return field.form;
      const isShown = field.hasResult && text.addedCount > field.addedBefore;
      const external = externalMark(field.code, isShown);
      if (external !== "") return isShown ? ` ${external}` : external;
      return isShown ? "" : objectMark(field.code) + drawnByField(field.code);
    },
    setForm(shown) {
      const field = open.at(-1);
      if (field !== undefined && tooDeep === 0) field.form = shown;
    },
    takeCode(code) {
      const field = open.findLast(({ hasResult }) => !hasResult);
      // A field that never ends must not swallow the rest of the document.
      if (field === undefined || field.code.length > maxCodeCharacters) return false;
      field.code += code;
      return true;
    },
  };
}
