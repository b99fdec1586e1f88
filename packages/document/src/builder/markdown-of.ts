import { createMarkdownBuilder } from "../markdown/markdown-builder.ts";
import type { Recording } from "./teller.ts";

/** What was held back, as Markdown. Pictures are told of in it; they come with those of the document. */
export function markdownOf(aside: Recording): string {
  const builder = createMarkdownBuilder();
  aside.replay(builder);
  return builder
    .end()
    .flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []))
    .join("\n")
    .trim();
}
