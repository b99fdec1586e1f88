import type { ReactNode } from "react";
import type { Place } from "@reader/core";
import type { LookSection } from "../../../src/web/wire.ts";
import { Markdown } from "../markdown/markdown.tsx";

/** The content of a part of a document. */
export function SectionBody({ section }: { readonly section: LookSection }): ReactNode {
  switch (section.kind) {
    case "image": {
      const { url, alt = "", widthPx, heightPx } = section.image;
      return <img src={url} alt={alt} {...(widthPx === undefined ? {} : { width: widthPx, height: heightPx })} />;
    }
    case "markdown":
      return <Markdown text={section.text} />;
    case "code":
      return <pre className="plain">{section.text}</pre>;
  }
}

/** The name of a place: `slide 3`, `sheet Orders A1:E12`, `cell 2 · code · In [1]`. */
export function titleOf({ unit, index, label }: Place): string {
  const name = `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
  if (label === undefined || label === String(index)) return `${name} ${index}`;
  // The name of a file, as it is written.
  if (unit === "entry") return label;
  return unit === "sheet" ? `${name} ${label.replace(/^"(.*?)"/, "$1")}` : `${name} ${index} · ${label}`;
}
