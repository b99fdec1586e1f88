import { quoted } from "@reader/core/handler";
import { inlineMark, markFact } from "@reader/core/render";
import { childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { flatParagraphs } from "./flat-text.ts";

/** The parts with comments; each is `undefined` if the document does not have it. */
export interface CommentParts {
  readonly comments: XmlElement | undefined;
  /** Marks comments as replies or as resolved ([MS-DOCX], 2.5.4.1 commentsEx). */
  readonly extended: XmlElement | undefined;
}

/** A comment: its author, its date and its text. */
export interface WordComment {
  /** The type and facts of the comment, such as `comment`, `Ada`, `2024-03-01`, `resolved`. */
  readonly marks: readonly string[];
  readonly words: string;
}

/** Reads the comments of a document, by identifier. */
export function readComments({ comments, extended }: CommentParts): ReadonlyMap<string, WordComment> {
  const states = statesIn(extended);
  const found = new Map<string, WordComment>();
  for (const comment of childrenOf(comments, "w:comment")) {
    const { "w:id": id = "", "w:author": author = "", "w:date": date = "" } = comment.attributes;
    const state = states.get(paragraphOf(comment));
    const what = state?.isReply === true ? "reply" : "comment";
    const resolved = state?.isResolved === true ? "resolved" : "";
    const marks = [what, oneLine(author), dayOf(date), resolved].filter((mark) => mark !== "");
    found.set(id, { marks, words: flatParagraphs(comment).join(" / ") });
  }
  return found;
}

/** Formats a comment as Markdown: `[comment · Ada · 2024-03-01: So it is.]`. `quote` is the text that it refers to. */
export function commentLine({ marks, words }: WordComment, quote = ""): string {
  const [what = "comment", ...facts] = marks;
  const about = quote === "" ? "" : ` · on ${quoted(quote)}`;
  return `[${inlineMark(what, facts).slice(1, -1)}${about}: ${markFact(words)}]`;
}

interface CommentState {
  readonly isReply: boolean;
  readonly isResolved: boolean;
}

/** Returns the states of comments, by the identifier of the last paragraph of each. */
function statesIn(extended: XmlElement | undefined): ReadonlyMap<string, CommentState> {
  const states = new Map<string, CommentState>();
  for (const { attributes } of childrenOf(extended, "w15:commentEx")) {
    states.set((attributes["w15:paraId"] ?? "").toUpperCase(), {
      isReply: attributes["w15:paraIdParent"] !== undefined,
      isResolved: /^(?:1|true)$/.test(attributes["w15:done"] ?? ""),
    });
  }
  return states;
}

function paragraphOf(comment: XmlElement): string {
  return (childrenOf(comment, "w:p").at(-1)?.attributes["w14:paraId"] ?? "").toUpperCase();
}

/** Returns the day of a date and time, or an empty string for other text. */
function dayOf(time: string): string {
  return /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
