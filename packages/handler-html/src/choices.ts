/** Reads drop-down lists, of which a page shows the chosen entries only. */
export interface Choices {
  /** Notes an element that opens. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Takes text that is inside a list. Returns false for other text. */
  add(characters: string): boolean;
  /** Notes an element that closes. Returns the chosen entries at the end of a list, and else nothing. */
  close(name: string): string;
}

interface Option {
  text: string;
  readonly isChosen: boolean;
}

interface OpenList {
  readonly isMultiple: boolean;
  readonly options: Option[];
}

/** Elements that end a list that is never closed, so that it does not take the rest of the page. */
const ends: ReadonlySet<string> = new Set(
  "select input textarea button p div table tr td form h1 h2 h3 h4 h5 h6".split(" "),
);

/** Starts outside a list. A list inside another one does not exist in HTML. */
export function createChoices(): Choices {
  let list: OpenList | undefined;
  return {
    open(name, attributes) {
      if (list === undefined) {
        if (name === "select") list = { isMultiple: attributes.has("multiple"), options: [] };
      } else if (name === "option") list.options.push({ text: "", isChosen: attributes.has("selected") });
      else if (ends.has(name)) list = undefined;
    },
    add(characters) {
      const last = list?.options.at(-1);
      if (last !== undefined) last.text += characters;
      return list !== undefined;
    },
    close(name) {
      if (list === undefined || !ends.has(name)) return "";
      const chosen = chosenOf(list);
      list = undefined;
      return chosen;
    },
  };
}

/** Returns the chosen entries of a list. Of a list in which none is chosen, browsers show the first, if it shows one. */
function chosenOf({ isMultiple, options }: OpenList): string {
  const chosen = options.filter((option) => option.isChosen);
  const shown = chosen.length === 0 && !isMultiple ? options.slice(0, 1) : chosen;
  return shown.map(({ text }) => text.replaceAll(/\s+/g, " ").trim()).join(", ");
}
