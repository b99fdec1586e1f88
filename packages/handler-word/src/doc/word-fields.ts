import { linkOfField, drawnByField } from "@reader/document/builder";

/** The fields of a text, which stand between three marks: code and result. */
export interface WordFields {
  begin(): void;
  /** The code ends, the result begins. */
  separate(): void;
  /** Ends the field; what it shows besides its result. */
  end(): string;
  /** Takes text that is no part of what is shown; whether it was such text. */
  takeCode(text: string): boolean;
  /** Where the text that is shown leads. */
  readonly link: string | undefined;
}

interface Field {
  code: string;
  hasResult: boolean;
  link: string | undefined;
}

/** Fields in fields that are told apart, and characters of their codes. */
const maxDepth = 100;
const maxCodeCharacters = 10_000;

/** No field is open. */
export function createWordFields(): WordFields {
  const open: Field[] = [];
  let tooDeep = 0;
  return {
    get link() {
      return open.findLast((field) => field.hasResult && field.link !== undefined)?.link;
    },
    begin() {
      if (open.length >= maxDepth) tooDeep += 1;
      else open.push({ code: "", hasResult: false, link: undefined });
    },
    separate() {
      const field = open.at(-1);
      if (field === undefined || tooDeep > 0) return;
      field.hasResult = true;
      field.link = linkOfField(field.code);
    },
    end() {
      if (tooDeep > 0) {
        tooDeep -= 1;
        return "";
      }
      const field = open.pop();
      return field === undefined || field.hasResult ? "" : shownBy(field.code);
    },
    takeCode(text) {
      const field = open.findLast(({ hasResult }) => !hasResult);
      // A field that never ends must not take the rest of the document with it.
      if (field === undefined || field.code.length > maxCodeCharacters) return false;
      field.code += text;
      return true;
    },
  };
}

function shownBy(code: string): string {
  return /^\s*formcheckbox/i.test(code) ? "☐" : drawnByField(code);
}
