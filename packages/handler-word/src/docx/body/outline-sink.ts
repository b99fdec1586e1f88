import { createRunWriter, type RunWriter } from "@reader/document/builder";
import { nullSink, type BodySink } from "./body-sink.ts";

/** The headings and the word count of a document. */
export interface BodyOutline {
  readonly headings: readonly OutlineHeading[];
  readonly words: number;
}

/** A heading that starts a section. */
export interface OutlineHeading {
  /** The heading level, from 1. */
  readonly level: number;
  readonly title: string;
}

/** Collects headings and counts words. `outline` is complete at the end of the pass. */
export interface OutlineSink extends BodySink {
  readonly outline: BodyOutline;
}

/** An open paragraph. */
interface OpenParagraph {
  /** The level of a heading; `undefined` for other paragraphs. */
  readonly heading: number | undefined;
  readonly runs: RunWriter;
  text: string;
}

/** Creates an empty sink. */
export function createOutlineSink(): OutlineSink {
  const outline = { headings: [] as OutlineHeading[], words: 0 };
  /** The open paragraphs, innermost last: a note is inside a paragraph. */
  const paragraphs: OpenParagraph[] = [];
  /** Number of open cells and notes. */
  let depth = 0;
  const change = (by: number): void => void (depth += by);
  return {
    ...nullSink,
    outline,
    startParagraph({ heading, list }) {
      const isSection = heading !== undefined && depth === 0;
      const label = isSection && list !== undefined ? `${list.label} ` : "";
      paragraphs.push(createParagraph(isSection ? heading : undefined, label));
    },
    endParagraph() {
      const paragraph = paragraphs.pop();
      if (paragraph === undefined) return;
      paragraph.runs.close();
      outline.words += wordsIn(paragraph.text);
      const title = paragraph.text.replace(/\s+/g, " ").trim();
      if (paragraph.heading !== undefined) outline.headings.push({ level: paragraph.heading, title });
    },
    write: (text, format) => paragraphs.at(-1)?.runs.write(text, format),
    raw(markdown, format) {
      const paragraph = paragraphs.at(-1);
      if (paragraph === undefined || isNoteMark.test(markdown)) return;
      paragraph.runs.ready(format);
      paragraph.text += markdown;
    },
    block(markdown) {
      const paragraph = paragraphs.at(-1);
      if (paragraph !== undefined) paragraph.text += ` ${markdown} `;
    },
    startCell: () => change(1),
    endCell: () => change(-1),
    startNote: () => change(1),
    endNote: () => change(-1),
  };
}

/** Creates a paragraph that marks tracked changes and hidden text as in Markdown. */
function createParagraph(heading: number | undefined, text: string): OpenParagraph {
  const add = (characters: string): void => void (paragraph.text += characters);
  const runs = createRunWriter(() => ({ open: ignore, close: ignore, text: add, raw: add }));
  const paragraph: OpenParagraph = { heading, runs, text };
  return paragraph;
}

const isNoteMark = /^\[\^\w+\]$/;

function ignore(): void {}

/** Returns the number of words in a text. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
