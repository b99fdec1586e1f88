import type { XmlAttributes, XmlListener } from "@reader/office-kit/xml";
import { choiceWords } from "../sheets/choice-words.ts";

/** Lists of choices and filters that are told of one sheet. */
const maxTold = 100;

/** Characters of a list that are kept before it is made words. */
const maxKept = 10_000;

/**
 * Gathers in words what a sheet lets people choose from in its cells (ISO/IEC 29500-1, 18.3.1.32; newer programs put
 * lists on other sheets into an extension), and where it is filtered: `choices in B2:B9: Low, High`.
 */
export function gatherChoices(words: string[]): XmlListener {
  let list: ChoiceList | undefined;
  let into: "cells" | "source" | undefined;
  let told = 0;
  const tell = (word: string): void => {
    told += 1;
    if (told <= maxTold) words.push(word);
  };
  return {
    open(name, attributes) {
      into = list === undefined ? undefined : textsOf[localName(name)];
      if (name === "autoFilter" && attributes["ref"] !== undefined) tell(`filter on ${attributes["ref"]}`);
      else if (localName(name) === "dataValidation") list = listOf(attributes);
      // In the extension the formula is an element of its own inside.
      else if (localName(name) === "f" && list !== undefined) into = "source";
    },
    close(name) {
      into = undefined;
      if (localName(name) !== "dataValidation") return;
      if (list !== undefined && list.source.trim() !== "") tell(wordsOf(list));
      list = undefined;
    },
    text(characters) {
      if (list !== undefined && into !== undefined && list[into].length < maxKept) list[into] += characters;
    },
  };
}

interface ChoiceList {
  cells: string;
  source: string;
}

const textsOf: Readonly<Record<string, "cells" | "source" | undefined>> = { formula1: "source", sqref: "cells" };

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function listOf({ type, sqref = "" }: XmlAttributes): ChoiceList | undefined {
  return type === "list" ? { cells: sqref, source: "" } : undefined;
}

/** A list is written out in quotation marks, or stands in cells. */
function wordsOf({ cells, source }: ChoiceList): string {
  const [, written] = /^\s*"(.*)"\s*$/s.exec(source) ?? [];
  const choices =
    written === undefined
      ? `those of ${source.trim()}`
      : written
          .replaceAll('""', '"')
          .split(",")
          .map((choice) => choice.trim())
          .join(", ");
  return choiceWords(cells.trim().split(/\s+/).join(", "), choices);
}
