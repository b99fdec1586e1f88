import type { Attributes } from "./elements.ts";

/** The types of `input` elements whose value is text that the page shows. Passwords and buttons are not among them. */
const textTypes: ReadonlySet<string> = new Set(
  "text search tel url email number date month week time datetime-local".split(" "),
);

/** Returns what an `input` element shows: a box, a ring, or the text in it. */
export function fieldText(attributes: Attributes): string {
  const type = (attributes.get("type") ?? "text").toLowerCase();
  if (type === "checkbox") return attributes.has("checked") ? "☒" : "☐";
  if (type === "radio") return attributes.has("checked") ? "◉" : "○";
  const value = textTypes.has(type) ? (attributes.get("value") ?? "").trim() : "";
  return value === "" ? "" : ` ${value} `;
}
