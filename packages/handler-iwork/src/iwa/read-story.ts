import type { Comment, Content, Paragraph, Run, Story, TextChange } from "../model/apple-document.ts";
import { createItemCounter, type ItemCounter } from "../model/paragraph-styles.ts";
import { AttributeTable, countUpTo, type TextRange } from "./attributes.ts";
import type { Message } from "./message.ts";
import type { IwaObjects } from "./objects.ts";
import type { TextStyles } from "./text-styles.ts";
import { authorType, drawableTypes, textTypes } from "./types.ts";

/** What texts refer to. */
export interface StoryContext {
  readonly objects: IwaObjects;
  readonly styles: TextStyles;
  /** Reads a drawn object that is anchored in a text. `depth` is the number of texts around it. */
  contentOf(id: number, depth: number): readonly Content[];
}

/** Fields of a text storage (`TSWP.StorageArchive`). */
const fields = {
  text: 3,
  paragraphStyle: 5,
  paragraphData: 6,
  listStyle: 7,
  attachment: 9,
  smartField: 11,
  footnote: 16,
  insertion: 21,
  deletion: 22,
  highlight: 23,
} as const;

/** Maximum nesting of texts in texts, such as a note in a text box in a table. */
const maxDepth = 8;

const attachmentMark = "\ufffc";

/** Reads a text with its lists, links, notes and what is anchored in it. */
export function readStory(id: number | undefined, context: StoryContext, depth = 0): Story | undefined {
  const storage = depth > maxDepth ? undefined : context.objects.find(id, ...textTypes.storage);
  if (storage === undefined) return undefined;
  const text = storage.texts(fields.text).join("");
  const reading: Reading = {
    text,
    context,
    depth,
    table: (field) => new AttributeTable(storage.message(field)),
    counter: createItemCounter(),
  };
  return { type: "story", paragraphs: paragraphsOf(reading) };
}

interface Reading {
  readonly text: string;
  readonly context: StoryContext;
  readonly depth: number;
  table(field: number): AttributeTable;
  readonly counter: ItemCounter;
}

function paragraphsOf(reading: Reading): readonly Paragraph[] {
  const { text, context } = reading;
  const tables = {
    style: reading.table(fields.paragraphStyle),
    data: reading.table(fields.paragraphData),
    list: reading.table(fields.listStyle),
  };
  const runsIn = createRunReader(reading);
  const paragraphs: Paragraph[] = [];
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    const runs = runsIn(start, end);
    const heading = context.styles.headingOf(tables.style.objectAt(start));
    const level = tables.data.numberAt(start, 2);
    const label = context.styles.labelOf(tables.list.objectAt(start), level);
    paragraphs.push({
      runs,
      ...(heading === undefined ? {} : { heading }),
      ...(heading === undefined ? listOf(reading.counter, { level, label, runs }) : {}),
    });
    start = end + 1;
  }
  return paragraphs;
}

interface ItemFacts {
  readonly level: number;
  readonly label: Parameters<ItemCounter["label"]>[1];
  readonly runs: readonly Run[];
}

function listOf(counter: ItemCounter, { level, label, runs }: ItemFacts): Pick<Paragraph, "list"> {
  if (label.type === "none") {
    counter.end();
    return {};
  }
  // An empty paragraph shows no label and is not counted.
  return runs.length === 0 ? {} : { list: { level, label: counter.label(level, label) } };
}

/** What stands in a text besides its characters. */
interface Marks {
  readonly attachments: ReadonlyMap<number, number>;
  linkAt(position: number): number | undefined;
  changeAt(position: number): TextChange | undefined;
  /** The comments by the position at which the commented text ends. */
  readonly comments: ReadonlyMap<number, readonly number[]>;
  /** The positions at which a link, a change or a commented text starts or ends, in order. */
  readonly cuts: readonly number[];
}

function marksIn(reading: Reading): Marks {
  const ranges = (field: number): readonly TextRange[] => reading.table(field).ranges(reading.text.length);
  const [links, commented] = [ranges(fields.smartField), ranges(fields.highlight)];
  const [insertions, deletions] = [ranges(fields.insertion), ranges(fields.deletion)];
  const all = [...links, ...commented, ...insertions, ...deletions];
  const comments = new Map<number, number[]>();
  for (const { end, id } of commented) comments.set(end, [...(comments.get(end) ?? []), id]);
  return {
    attachments: new Map([...reading.table(fields.attachment).points, ...reading.table(fields.footnote).points]),
    linkAt: (position) => rangeAt(links, position)?.id,
    changeAt: (position) => {
      if (rangeAt(deletions, position) !== undefined) return "deletion";
      return rangeAt(insertions, position) === undefined ? undefined : "insertion";
    },
    comments,
    cuts: [...new Set(all.flatMap(({ start, end }) => [start, end]))].toSorted((one, other) => one - other),
  };
}

/** Ranges of one kind follow each other. */
function rangeAt(ranges: readonly TextRange[], position: number): TextRange | undefined {
  const range = ranges[countUpTo(ranges, position, ({ start }) => start) - 1];
  return range !== undefined && position < range.end ? range : undefined;
}

/** Creates a reader of the runs between two positions. */
function createRunReader(reading: Reading): (start: number, end: number) => readonly Run[] {
  const { text, context, depth } = reading;
  const { objects } = context;
  const marks = marksIn(reading);
  const words = (start: number, end: number): readonly Run[] => {
    const part = visible(text.slice(start, end));
    const link = objects.find(marks.linkAt(start), textTypes.hyperlink)?.text(2) ?? "";
    return part === "" ? [] : [textRun(part, link, marks.changeAt(start))];
  };
  return (start, end) => {
    const runs: Run[] = [];
    let from = start;
    for (const at of stopsIn(text, marks.cuts, { start, end })) {
      runs.push(...words(from, at));
      from = at;
      for (const id of marks.comments.get(at) ?? []) runs.push(...commentRuns(objects, id));
      if (at === end || text[at] !== attachmentMark) continue;
      runs.push(...attachmentRuns(marks.attachments.get(at), context, depth));
      from = at + 1;
    }
    return [...runs, ...words(from, end)];
  };
}

/** Returns the positions at which something other than plain text begins, in order. */
function stopsIn(
  text: string,
  cuts: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
): readonly number[] {
  const position = (cut: number): number => cut;
  const stops = new Set(cuts.slice(countUpTo(cuts, start, position), countUpTo(cuts, end, position)));
  for (let at = text.indexOf(attachmentMark, start); at >= 0 && at < end; at = text.indexOf(attachmentMark, at + 1)) {
    stops.add(at);
  }
  return [...stops].toSorted((one, other) => one - other);
}

/** Removes control characters, which stand for page breaks and the like, and keeps line breaks and tabs. */
function visible(text: string): string {
  return text
    .replaceAll(/[\u2028\u2029\v]/g, "\n")
    .replaceAll(/\p{Cc}|\ufffc/gu, (character) => (character === "\n" || character === "\t" ? character : ""));
}

function textRun(text: string, link: string, change: TextChange | undefined): Run {
  return {
    type: "text",
    text,
    ...(link === "" ? {} : { link }),
    ...(change === undefined ? {} : { change }),
  };
}

function attachmentRuns(id: number | undefined, context: StoryContext, depth: number): readonly Run[] {
  if (id === undefined) return [];
  const { objects } = context;
  const note = objects.find(id, textTypes.footnote);
  if (note !== undefined) {
    const story = [2, 3, 4].map((field) => readStory(note.reference(field), context, depth + 1)).find(Boolean);
    return story === undefined ? [] : [{ type: "note", story }];
  }
  const drawable = objects.find(id, textTypes.attachment)?.reference(1);
  const contents = drawable === undefined ? [] : context.contentOf(drawable, depth + 1);
  return contents.length === 0 ? [] : [{ type: "content", contents }];
}

function commentRuns(objects: IwaObjects, id: number | undefined): readonly Run[] {
  const highlight = objects.find(id, textTypes.highlight, textTypes.comment);
  const storage = [1, 2, 3].map((field) => highlight?.reference(field)).find((each) => isComment(objects, each));
  return commentsOf(objects, storage).map((comment) => ({ type: "comment", comment }));
}

function isComment(objects: IwaObjects, id: number | undefined): boolean {
  return id !== undefined && objects.typeOf(id) === drawableTypes.comment;
}

/** Maximum number of replies of one comment. */
const maxReplies = 100;

/** Reads a comment and its replies. */
export function commentsOf(objects: IwaObjects, id: number | undefined): readonly Comment[] {
  const storage = objects.find(id, drawableTypes.comment);
  if (storage === undefined) return [];
  const comment = (message: Message): Comment => ({
    author: objects.find(message.reference(3), authorType)?.text(1) ?? "",
    text: message.text(1).trim(),
  });
  const replies = storage.references(4).slice(0, maxReplies);
  const all = [storage, ...replies.flatMap((reply) => objects.find(reply, drawableTypes.comment) ?? [])];
  return all.map(comment).filter(({ text }) => text !== "");
}
