import { type FlowLine, startOf } from "../flow.ts";

/** Recognises the clauses of a page by their numbers, such as `2.1.`, which count up. */
export interface ClauseNumbers {
  /** Records a line that begins a paragraph. */
  readonly note: (line: FlowLine) => void;
  /** True if the number of a line follows that of an earlier clause that starts at the same position. */
  readonly goesOn: (line: FlowLine) => boolean;
}

/** The number of a clause before its words: up to four numbers, and a full stop. */
const clauseNumber = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(?=[\p{Lu}\p{Lo}“"«‘(])/u;

/** Maximum distance between the starts of clauses, in ems. */
const sameStartEm = 0.2;

/** Starts without clauses. */
export function createClauseNumbers(): ClauseNumbers {
  const starts = new Map<string, number>();
  return {
    note(line) {
      const number = numberOf(line);
      if (number !== undefined) starts.set(number, startOf(line));
    },
    goesOn(line) {
      const number = numberOf(line);
      if (number?.includes(".") !== true) return false;
      const start = starts.get(numberBefore(number));
      return start !== undefined && Math.abs(startOf(line) - start) < sameStartEm * line.sizePt;
    },
  };
}

function numberOf({ text }: FlowLine): string | undefined {
  const code = text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 ? clauseNumber.exec(text)?.[1] : undefined;
}

/** Returns the number of the clause before: `2.3` for `2.4`, and `2` for `2.1`. */
function numberBefore(number: string): string {
  const at = number.lastIndexOf(".");
  const last = Number(number.slice(at + 1));
  return last === 1 ? number.slice(0, at) : number.slice(0, at + 1) + String(last - 1);
}
