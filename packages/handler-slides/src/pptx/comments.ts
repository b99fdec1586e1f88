import { paragraphTexts } from "@reader/office-kit/drawing";
import { type OfficePackage, targetOf, type Relationship } from "@reader/office-kit/package";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import type { SlideComment } from "../slides/slide.ts";

/** The names of comment authors, by identifier. */
export type Authors = ReadonlyMap<string, string>;

/** Reads comment authors: the older format (`commentAuthors.xml`) and that of threaded comments (`authors.xml`). */
export async function readAuthors(
  parts: OfficePackage,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<Authors> {
  const authors = new Map<string, string>();
  for (const type of ["commentAuthors", "authors"]) {
    const part = targetOf(relationships, type);
    const root = part === undefined ? undefined : await parts.tree(part);
    for (const { attributes } of childrenOf(root)) authors.set(attributes["id"] ?? "", attributes["name"] ?? "");
  }
  return authors;
}

/** Returns the comments in a part (`p:cmLst` or `p188:cmLst`, [MS-PPTX], 2.15), each followed by its replies. */
export function commentsIn(root: XmlElement | undefined, authors: Authors): readonly SlideComment[] {
  const comment = (element: XmlElement, isReply: boolean): SlideComment => ({
    author: authors.get(element.attributes["authorId"] ?? "") ?? "",
    text: textIn(childOf(element, "p:text")) || paragraphTexts(childOf(element, "p188:txBody")).join(" "),
    isReply: isReply || isReplyOf(element),
  });
  const comments = childrenOf(root).flatMap((element) => {
    const replies = childrenOf(childOf(element, "p188:replyLst"), "p188:reply");
    return [comment(element, false), ...replies.map((reply) => comment(reply, true))];
  });
  return comments.filter(({ text }) => text.trim() !== "");
}

/** PowerPoint 2013 stores threads in the older format ([MS-PPTX], 2.10.3). */
function isReplyOf(element: XmlElement): boolean {
  return childrenOf(childOf(element, "p:extLst"), "p:ext").some(
    (extension) => childOf(extension, "p15:threadingInfo", "p15:parentCm") !== undefined,
  );
}
