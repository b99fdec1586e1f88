import { adjective, capital, noun, paragraph, type Random, randomNumbers } from "../prints/random-words.ts";

/** A document that is made for a test, from which each program makes a print. */
export interface MadeDocument {
  readonly name: string;
  readonly title: string;
  readonly sections: readonly MadeSection[];
  /** How headings differ from the text: by their size, or only by their weight. */
  readonly type: "sizes" | "weight";
}

/** A heading and the text below it. */
export interface MadeSection {
  /** From 2; the title of the document has level 1. */
  readonly level: 2 | 3 | 4;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** Returns documents of several kinds, the same ones each time. */
export function madeDocuments(): readonly MadeDocument[] {
  return [
    madeDocument("plain", { seed: 11, depth: 3, isNumbered: false, type: "sizes" }),
    madeDocument("numbered", { seed: 23, depth: 3, isNumbered: true, type: "sizes" }),
    madeDocument("flat", { seed: 37, depth: 2, isNumbered: false, type: "sizes" }),
    madeDocument("deep", { seed: 41, depth: 4, isNumbered: true, type: "sizes" }),
    madeDocument("bold", { seed: 53, depth: 2, isNumbered: false, type: "weight" }),
    madeDocument("bold-numbered", { seed: 67, depth: 3, isNumbered: true, type: "weight" }),
  ];
}

interface Kind extends Pick<MadeDocument, "type"> {
  readonly seed: number;
  /** The deepest level of its headings. */
  readonly depth: 2 | 3 | 4;
  readonly isNumbered: boolean;
}

/** Number of headings per document: several pages with all levels. */
const headings = 16;

function madeDocument(name: string, { seed, depth, isNumbered, type }: Kind): MadeDocument {
  const random = randomNumbers(seed);
  const counts = [0, 0, 0];
  let level = 1;
  const sections: MadeSection[] = [];
  while (sections.length < headings) {
    level = nextLevel(level, depth, random);
    const at = level - 2;
    counts[at] = (counts[at] ?? 0) + 1;
    counts.fill(0, at + 1);
    const number = isNumbered ? `${counts.slice(0, at + 1).join(".")} ` : "";
    sections.push({
      level: level as MadeSection["level"],
      heading: number + headingWords(random),
      paragraphs: Array.from({ length: 1 + random(3) }, () => paragraph(random)),
    });
  }
  return {
    name,
    title: `The ${adjective(random)} ${noun(random)} of the ${noun(random)}`,
    sections,
    type,
  };
}

/** Goes down by at most one level, up by any number. */
function nextLevel(level: number, depth: number, random: Random): number {
  return 2 + random(Math.min(level, depth - 1));
}

function headingWords(random: Random): string {
  const words = [capital(adjective(random)), noun(random)];
  return random(2) === 0 ? words.join(" ") : [...words, "and", noun(random)].join(" ");
}

/** Returns the headings of a document as Markdown. */
export function headingsOf({ title, sections }: MadeDocument): string {
  return [`# ${title}`, ...sections.map(({ level, heading }) => `${"#".repeat(level)} ${heading}`)].join("\n");
}
