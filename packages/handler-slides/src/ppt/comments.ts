import { recordTypes, recordsIn, recordsOf, stringsIn } from "@reader/office-kit/office-art";
import type { SlideComment } from "../slides/slide.ts";

/** The comments of a slide: they are in the tags that PowerPoint 2002 and later keep there ([MS-PPT], 2.5.22). */
export function commentsIn(slide: Uint8Array): readonly SlideComment[] {
  const comments: SlideComment[] = [];
  for (const { body: tags } of recordsOf(slide, recordTypes.tags)) {
    for (const { body: tag } of recordsOf(tags, recordTypes.binaryTag)) {
      for (const { body: data } of recordsOf(tag, recordTypes.binaryTagData)) comments.push(...commentsOf(data));
    }
  }
  return comments;
}

function commentsOf(data: Uint8Array): readonly SlideComment[] {
  const comments: SlideComment[] = [];
  for (const { type, body } of recordsIn(data)) {
    if (type !== recordTypes.comment) continue;
    const strings = stringsIn(body);
    const text = strings.get(1) ?? "";
    if (text.trim() !== "") comments.push({ author: strings.get(0) ?? "", text, isReply: false });
  }
  return comments;
}
