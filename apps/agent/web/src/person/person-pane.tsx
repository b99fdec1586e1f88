import { type ReactNode, useEffect, useRef } from "react";
import type { Place } from "@reader/core";
import type { Look, LookRequest, LookSection, PlacedImage } from "../../../src/web/wire.ts";
import { aimedCell, type AimedCell, lineNumbers } from "../shared/aim.ts";
import { AimedCellContext, Markdown } from "../markdown/markdown.tsx";
import { scrollWithin } from "../shared/scroll-within.ts";
import type { Viewer } from "../shared/use-viewer.ts";

/** The screen sizes with a single column; see `styles/layout.css`. */
const narrow = "(max-width: 640px), (max-height: 520px)";

/** The file as a person sees it, scrolled to the place that the model was shown. */
export function PersonPane({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { look, aim, turn, isFollowed = false } = viewer;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current === null) return;
    showAim(body.current);
    // In a single column, scroll to the pane.
    if (!isFollowed && matchMedia(narrow).matches) body.current.parentElement?.scrollIntoView();
  }, [look, isFollowed]);
  return (
    <section className="pane" aria-labelledby="person-title">
      <div className="pane-head">
        <h2 id="person-title">As a person sees it</h2>
        {look === undefined ? null : <PagerButtons look={look} turn={turn} />}
      </div>
      <div className="pane-body" ref={body} tabIndex={0} role="region" aria-label="The file as a person sees it">
        {look === undefined ? (
          <p className="quiet waiting">Reading…</p>
        ) : (
          <LookBody look={look} aim={aim} shown={shownLines(viewer)} cell={aimedCell(viewer.request)} />
        )}
      </div>
    </section>
  );
}

/** Scrolls to the requested cell, or else to the start of its section, which can be longer than the pane. */
function showAim(pane: HTMLElement): void {
  const target = pane.querySelector("td[data-aim=true]") ?? pane.querySelector("[data-aim=true]");
  if (target === null) pane.scrollTop = 0;
  else scrollWithin(pane, target, target.tagName === "SECTION" ? "start" : "center");
}

interface LookBodyProps {
  readonly look: Look;
  readonly aim: LookRequest | undefined;
  readonly shown: ShownLines;
  readonly cell: AimedCell | undefined;
}

function LookBody({ look, aim, shown, cell }: LookBodyProps): ReactNode {
  switch (look.kind) {
    case "images":
      return <PersonImages images={look.images} />;
    case "document":
      return <PersonDocument sections={look.sections} aim={aim} cell={cell} />;
    case "text":
      return (
        <>
          {look.note === undefined ? null : <p className="callout">{look.note}</p>}
          <PersonText firstLine={look.firstLine} text={look.text} shown={shown} />
        </>
      );
    case "empty":
      return <p className="callout">{look.message}</p>;
    case "nothing":
      return (
        <div className="callout callout-bad">
          <p>{look.message}</p>
          {look.hint === "" ? null : <p className="quiet">{look.hint}</p>}
        </div>
      );
  }
}

function PagerButtons({ look, turn }: { readonly look: Look; readonly turn: (to: LookRequest) => void }): ReactNode {
  if (look.kind === "nothing" || look.kind === "empty" || look.pager === undefined) return null;
  const { label, previous, next } = look.pager;
  const button = (words: string, sign: string, to: LookRequest | undefined): ReactNode => (
    <button
      type="button"
      aria-label={words}
      disabled={to === undefined}
      onClick={() => (to === undefined ? undefined : turn(to))}
    >
      {sign}
    </button>
  );
  return (
    <div className="pager" role="group" aria-label="Places of the file">
      {button("Earlier", "‹", previous)}
      <span>{label}</span>
      {button("Later", "›", next)}
    </div>
  );
}

/** The lines that the model was shown, and the line to scroll to. */
function shownLines({ seen, aim }: Viewer): ShownLines {
  const numbers = seen === undefined ? [] : [...lineNumbers(seen.blocks)];
  // The first line is visible without scrolling.
  return { numbers: new Set(numbers), aim: aim?.from === undefined && aim?.line !== 1 ? aim?.line : undefined };
}

interface PersonDocumentProps {
  readonly sections: readonly LookSection[];
  readonly aim: LookRequest | undefined;
  readonly cell: AimedCell | undefined;
}

/** A flowing document with headings, paragraphs, tables and images. Its places are headings too. */
function PersonDocument({ sections, aim, cell }: PersonDocumentProps): ReactNode {
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

/** The heading of a place. Sections and chapters already start with one. */
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

/** Pages and images in full width. */
function PersonImages({ images }: { readonly images: readonly PlacedImage[] }): ReactNode {
  return (
    <div className="person-images">
      {images.map((image, index) => (
        <img
          key={image.url.slice(-80) + String(index)}
          src={image.url}
          alt={altOf(image, index)}
          {...(image.widthPx === undefined ? {} : { width: image.widthPx })}
          {...(image.heightPx === undefined ? {} : { height: image.heightPx })}
        />
      ))}
    </div>
  );
}

function altOf({ alt, at }: PlacedImage, index: number): string {
  if (alt !== undefined && alt !== "") return alt;
  return at === undefined ? `Image ${index + 1}` : `${at.unit} ${at.index}`;
}

/** The lines that the model was shown. */
interface ShownLines {
  readonly numbers: ReadonlySet<number>;
  /** The line to scroll to. */
  readonly aim: number | undefined;
}

interface PersonTextProps {
  /** From 1. */
  readonly firstLine: number;
  readonly text: string;
  readonly shown: ShownLines;
}

/** Text of the file. A bar at the side marks the lines that the model was shown. */
function PersonText({ firstLine, text, shown }: PersonTextProps): ReactNode {
  return (
    <pre className="person-text">
      {text.split("\n").map((line, index) => {
        const number = firstLine + index;
        return (
          <span
            key={number}
            className="text-line"
            data-number={number}
            data-shown={shown.numbers.has(number)}
            data-aim={number === shown.aim}
          >
            <bdi>{line}</bdi>
            {"\n"}
          </span>
        );
      })}
    </pre>
  );
}
