import { markFact } from "@reader/core/render";
import { contentOf, isOn, partOf } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";

/** The element that names a shape (`p:cNvPr`). */
export function nameOf(shape: XmlElement): XmlElement | undefined {
  const properties = contentOf(shape).find(({ name }) => name.startsWith("p:nv"));
  return partOf(properties, "p:cNvPr");
}

/** Whether a show leaves a shape out. */
export function isHidden(shape: XmlElement): boolean {
  return isOn(nameOf(shape)?.attributes["hidden"]);
}

/** The text that the author gave to stand for a shape, on one line; empty where there is none. */
export function alternativeOf(shape: XmlElement): string {
  const { descr = "", title = "" } = nameOf(shape)?.attributes ?? {};
  return (descr.trim() === "" ? title : descr).replaceAll(/\s+/gu, " ").trim();
}

/** What is named instead of shown: `[video · film.mp4]`; empty words are left out. */
export function markOf(words: readonly string[]): string {
  const shown = words.filter((word) => word !== "").map((word) => markFact(word));
  return `[${shown.join(" · ")}]`;
}

/** A line that is no text of the slide. */
export function line(words: string): SlideBlock {
  return { type: "markdown", markdown: `${words}\n`, is: "other" };
}
