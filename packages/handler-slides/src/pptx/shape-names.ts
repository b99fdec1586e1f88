import { markFact } from "@reader/core/render";
import { contentOf, isOn, partOf } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";

/** Returns the element with the name of a shape (`p:cNvPr`). */
export function nameOf(shape: XmlElement): XmlElement | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  return partOf(properties, "p:cNvPr");
}

/** True if a shape is hidden. */
export function isHidden(shape: XmlElement): boolean {
  return isOn(nameOf(shape)?.attributes["hidden"]);
}

/** Returns the alternative text of a shape on one line; empty if it has none. */
export function alternativeOf(shape: XmlElement): string {
  const { descr = "", title = "" } = nameOf(shape)?.attributes ?? {};
  return (descr.trim() === "" ? title : descr).replaceAll(/\s+/gu, " ").trim();
}

/** Returns a placeholder such as `[video · film.mp4]`; empty parts are omitted. */
export function markOf(words: readonly string[]): string {
  const shown = words.filter((word) => word !== "").map((word) => markFact(word));
  return `[${shown.join(" · ")}]`;
}

/** Writes a line that is not text of the slide. */
export function line(words: string): SlideBlock {
  return { type: "markdown", markdown: `${words}\n`, is: "other" };
}
