import type { HandlerContext } from "@reader/core/handler";

/** The `select` that shows hidden text in its place, however much there is. */
export const hiddenSelect = "hidden";

/** True if a request asks for all hidden text. */
export function asksForHidden({ select }: Pick<HandlerContext, "select">): boolean {
  return select?.trim().toLowerCase() === hiddenSelect;
}

/** Decides which hidden text of a document is shown, so that it takes no more than its share of the answer. */
export interface HiddenBudget {
  /** Counts visible text, which makes room for hidden text after it. */
  addVisible(characters: number): void;
  /** Counts hidden text. Returns false if it is left out. Text that is needed is never left out. */
  take(text: string, isNeeded: boolean): boolean;
  /** A mark with the amount of what was left out; empty if nothing was. */
  readonly mark: string;
}

/** Maximum share of the text that marks of hidden text may take. */
const maxShare = 0.05;

/** Text is counted as at least a page of prose, so that the first pages show a few hidden words, too. */
const pageCharacters = 4000;

/** Number of characters around hidden text. */
const markCharacters = "[hidden: ]".length;

/** Creates the budget of one document. Without a limit, all hidden text is shown. */
export function createHiddenBudget(isLimited: boolean): HiddenBudget {
  let written = 0;
  let spent = 0;
  let runs = 0;
  let characters = 0;
  return {
    addVisible: (count) => void (written += count),
    take(text, isNeeded) {
      const cost = text.trim().length + markCharacters;
      const isShown = !isLimited || isNeeded || spent + cost <= maxShare * Math.max(pageCharacters, written);
      if (isShown) {
        spent += cost;
      } else {
        runs += 1;
        characters += text.trim().length;
      }
      return isShown;
    },
    get mark() {
      return runs === 0 ? "" : `[hidden: ${runs} × text, ${characters} characters: left out]`;
    },
  };
}
