import type { HandlerContext } from "@reader/core/handler";

/** The `select` that shows hidden text in its place, however much there is. */
export const hiddenSelect = "hidden";

/** True if a request asks for all hidden text. */
export function asksForHidden({ select }: Pick<HandlerContext, "select">): boolean {
  return select?.trim().toLowerCase() === hiddenSelect;
}

/** Numbers of passages of hidden text: adjacent runs are one. */
export interface HiddenPassages {
  readonly shown: number;
  /** Passages of which at least a part was left out. */
  readonly omitted: number;
}

/** Decides which hidden text of a document is shown, so that it takes no more than its share of the answer. */
export interface HiddenBudget extends HiddenPassages {
  /** Counts visible text, which makes room for hidden text after it. */
  addVisible(characters: number): void;
  /** Counts hidden text, and returns what is shown of it: all, or what has room in the reserved characters. */
  take(text: string, room: HiddenRoom): string;
  /** Counts the rest of a passage of which a part was left out. */
  leaveOut(text: string): void;
  /** A mark with the amount of what was left out; empty if nothing was. */
  readonly mark: string;
}

/** The place of hidden text. */
interface HiddenRoom {
  /** True if the passage has begun, and all of it was shown. */
  readonly isContinued: boolean;
  /** Number of characters that are shown in any case. */
  readonly reserved: number;
}

/** Maximum share of the text that marks of hidden text may take. */
const maxShare = 0.05;

/** Text is counted as at least a page of prose, so that the first pages show a few hidden words, too. */
const pageCharacters = 4000;

/** Number of characters around hidden text. */
const markCharacters = "[hidden: ]".length;

/** Number of characters of the mark for what is left out, which is part of the share. */
const amountCharacters = "[hidden: 99 × text, 9999 characters: left out]".length;

/** Creates the budget of one document. Without a limit, all hidden text is shown. */
export function createHiddenBudget(isLimited: boolean): HiddenBudget {
  let written = 0;
  let spent = 0;
  let shown = 0;
  let omitted = 0;
  let characters = 0;
  const leaveOut = (text: string): void => void (characters += text.trim().length);
  const hasRoom = (text: string): boolean =>
    !isLimited ||
    spent + text.trim().length + markCharacters + amountCharacters <= maxShare * Math.max(pageCharacters, written);
  return {
    addVisible: (count) => void (written += count),
    take(text, { isContinued, reserved }) {
      const kept = hasRoom(text) ? text : startOf(text, reserved);
      if (kept !== "") spent += kept.trim().length + markCharacters;
      if (!isContinued) shown += 1;
      if (kept !== text) {
        shown -= 1;
        omitted += 1;
        leaveOut(text.slice(kept.length));
      }
      return kept;
    },
    leaveOut,
    get shown() {
      return shown;
    },
    get omitted() {
      return omitted;
    },
    get mark() {
      return omitted === 0 ? "" : `[hidden: ${omitted} × text, ${characters} characters: left out]`;
    },
  };
}

/** Returns the first characters of a text, without half of a surrogate pair. */
function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
