import type { WordStyle } from "../styles.ts";
import type { WordElement } from "../tree.ts";
import type { InlineWriter, RunLook } from "./inline-writer.ts";
import type { PartRewriting } from "./rewriting.ts";

/** Where the content of a paragraph goes to. */
export interface InlineTarget {
  readonly part: PartRewriting;
  readonly writer: InlineWriter;
  readonly paragraph: WordStyle | undefined;
  /** The content of text boxes, which goes after the paragraph. */
  readonly boxes: WordElement[];
  readonly change: RunLook["change"];
}

/** The same for the content of a run. */
export interface RunTarget extends InlineTarget {
  readonly look: RunLook;
  readonly font: string | undefined;
}
