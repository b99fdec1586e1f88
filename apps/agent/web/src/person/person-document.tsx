import type { ReactNode } from "react";
import type { Place } from "@reader/core";
import type { AimedCell } from "../aim.ts";
import type { LookRequest, LookSection } from "../../../src/web/wire/look.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { AimedCellContext } from "../markdown/table.tsx";

interface PersonDocumentProps {
  readonly sections: readonly LookSection[];
  readonly aim: LookRequest | undefined;
  readonly cell: AimedCell | undefined;
}

/** A document that flows: its headings, paragraphs, tables and pictures, with its places as headings. */
export function PersonDocument({ sections, aim, cell }: PersonDocumentProps): ReactNode {
  const target = sections.find(({ at }) => isAim(at, aim));
  return (
    <div className="person-document">
      {sections.map((section, index) => (
        <section key={`${section.kind} ${String(index)}`} data-aim={section === target}>
          {isSame(section.at, sections[index - 1]?.at) ? null : <PlaceTitle at={section.at} />}
          <AimedCellContext value={section === target ? cell : undefined}>
            <SectionBody section={section} />
          </AimedCellContext>
        </section>
      ))}
    </div>
  );
}

function SectionBody({ section }: { readonly section: LookSection }): ReactNode {
  switch (section.kind) {
    case "picture": {
      const { url, alt = "", widthPx, heightPx } = section.picture;
      return <img src={url} alt={alt} {...(widthPx === undefined ? {} : { width: widthPx, height: heightPx })} />;
    }
    case "markdown":
      return <Markdown text={section.text} />;
    case "code":
      return <pre className="plain">{section.text}</pre>;
  }
}

/** Sections and chapters start with their own headings. */
function PlaceTitle({ at }: { readonly at: Place | undefined }): ReactNode {
  if (at === undefined || at.unit === "section" || at.unit === "chapter") return null;
  return <h3 className="place-title">{titleOf(at)}</h3>;
}

function titleOf({ unit, index, label }: Place): string {
  if (label === undefined || label === String(index)) return `${unit} ${index}`;
  if (unit === "entry") return label;
  return unit === "sheet" ? `sheet ${label.replace(/^"(.*?)"/, "$1")}` : `${unit} ${index} · ${label}`;
}

function isAim(at: Place | undefined, aim: LookRequest | undefined): boolean {
  return at !== undefined && at.unit === aim?.place?.unit && at.index === aim.place.index;
}

function isSame(left: Place | undefined, right: Place | undefined): boolean {
  return left?.unit === right?.unit && left?.index === right?.index && left?.label === right?.label;
}
