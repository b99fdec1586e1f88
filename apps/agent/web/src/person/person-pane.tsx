import { type ReactNode, useEffect, useRef } from "react";
import type { Place, Json } from "@reader/core";
import type { Look, LookRequest, LookSection, FileEntry, PageBox, PlacedImage } from "../../../src/web/wire.ts";
import { aimedCell, lineNumbers } from "../shared/aim.ts";
import { scrollWithin } from "../shared/scroll-within.ts";
import { useHighlight } from "../shared/use-highlight.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { SectionBody, titleOf } from "./section-body.tsx";
import { SheetView } from "./sheet-view.tsx";

/** The file as a person sees it, scrolled to the place that the model was shown. */
export function PersonPane({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { look, turn, marks } = viewer;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current !== null) showAim(body.current);
  }, [look]);
  useHighlight(body, "person-marks", { marks, content: look });
  return (
    <section className="pane" id="person-pane" aria-labelledby="person-title">
      <div className="pane-head">
        <h2 id="person-title">As a person sees it</h2>
        {look === undefined ? null : <PagerButtons look={look} turn={turn} />}
      </div>
      <div className="pane-body" ref={body} tabIndex={0} role="region" aria-label="The file as a person sees it">
        {look === undefined ? <p className="quiet waiting">Reading…</p> : <LookBody look={look} viewer={viewer} />}
      </div>
      {look !== undefined && "form" in look ? (
        <dl className="facts">
          <div className="fact form">
            <dt>Shown</dt>
            <dd>{look.form}</dd>
          </div>
        </dl>
      ) : null}
    </section>
  );
}

/** Scrolls to the requested cell, or else to the start of its section, which can be longer than the pane. */
function showAim(pane: HTMLElement): void {
  const target = pane.querySelector("td[data-aim=true], rect[data-aim=true]") ?? pane.querySelector("[data-aim=true]");
  if (target === null) pane.scrollTop = 0;
  else scrollWithin(pane, target, target.tagName === "SECTION" ? "start" : "center");
}

interface LookBodyProps {
  readonly look: Look;
  readonly viewer: Viewer;
}

function LookBody({ look, viewer }: LookBodyProps): ReactNode {
  switch (look.kind) {
    case "images":
      return <PageImages images={look.images} />;
    case "document":
      return (
        <>
          <PersonDocument sections={look.sections} viewer={viewer} />
          {look.attachments === undefined ? null : (
            <section className="attachments" aria-labelledby="attachments-title">
              <h3 className="place-title" id="attachments-title">
                {look.attachments.length === 1 ? "1 attachment" : `${look.attachments.length} attachments`}
              </h3>
              <MemberList entries={look.attachments} onOpen={viewer.open} />
            </section>
          )}
        </>
      );
    case "members":
      return <MemberList entries={look.entries} onOpen={viewer.open} />;
    case "text":
      return (
        <>
          {look.note === undefined ? null : <p className="callout">{look.note}</p>}
          <PersonText firstLine={look.firstLine} text={look.text} shown={shownLines(viewer)} />
        </>
      );
    case "empty":
      return <p className="callout">{look.message}</p>;
    case "nothing":
      return <NoLook look={look} viewer={viewer} />;
  }
}

/** Why a file cannot be shown. If the model got an error too, that is shown in the model's view only. */
function NoLook({ look, viewer }: { readonly look: NothingLook; readonly viewer: Viewer }): ReactNode {
  if (viewer.seen?.error !== undefined)
    return <p className="quiet nothing">There is nothing to show. The model’s view says why.</p>;
  return (
    <div className="callout callout-bad">
      <p>{look.message}</p>
      {look.hint === "" ? null : <p className="quiet">{look.hint}</p>}
    </div>
  );
}

type NothingLook = Extract<Look, { readonly kind: "nothing" }>;

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
  readonly viewer: Viewer;
}

/** A flowing document with headings, paragraphs, tables and images. Its places are headings too. */
function PersonDocument({ sections, viewer }: PersonDocumentProps): ReactNode {
  const { aim, request } = viewer;
  if (sections.some(({ at }) => at?.unit === "sheet")) {
    const aimed = aim?.place?.unit === "sheet" ? aim.place.index : undefined;
    return <SheetView sections={sections} aimed={aimed} cell={aimedCell(request)} />;
  }
  const target = sections.find(({ at }) => isAim(at, aim));
  return (
    <div className="person-document">
      {sections.map((section, index) => (
        <section key={`${section.kind} ${String(index)}`} data-aim={section === target}>
          {isSame(section.at, sections[index - 1]?.at) ? null : <PlaceTitle at={section.at} />}
          <SectionBody section={section} />
        </section>
      ))}
    </div>
  );
}

/** The heading of a place. Sections and chapters already start with one. */
function PlaceTitle({ at }: { readonly at: Place | undefined }): ReactNode {
  if (at === undefined || at.unit === "section" || at.unit === "chapter") return null;
  return <h3 className="place-title">{titleOf(at)}</h3>;
}

function isAim(at: Place | undefined, aim: LookRequest | undefined): boolean {
  return at !== undefined && at.unit === aim?.place?.unit && at.index === aim.place.index;
}

function isSame(left: Place | undefined, right: Place | undefined): boolean {
  return left?.unit === right?.unit && left?.index === right?.index && left?.label === right?.label;
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

interface MemberListProps {
  readonly entries: readonly FileEntry[];
  readonly onOpen: (request: Json) => void;
}

/** The members of an archive, or the attachments of a message. A click opens one. */
function MemberList({ entries, onOpen }: MemberListProps): ReactNode {
  return (
    <ul className="members">
      {entries.map(({ name, path, select, size, kind, isDenied }) => (
        <li key={name}>
          {kind === "link" || select === undefined || isDenied === true ? (
            <span className="quiet">{name}</span>
          ) : (
            <button type="button" className="member" onClick={() => onOpen({ path, select })}>
              {name}
            </button>
          )}
          <span className="quiet">{isDenied === true ? "denied" : (size ?? kind)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Pages and images in full width, with boxes around what is marked. */
function PageImages({ images }: { readonly images: readonly PlacedImage[] }): ReactNode {
  return (
    <div className="person-images">
      {images.map((image, index) => (
        <div className="page-frame" key={image.url.slice(-80) + String(index)}>
          <img
            src={image.url}
            alt={altOf(image, index)}
            {...(image.widthPx === undefined ? {} : { width: image.widthPx })}
            {...(image.heightPx === undefined ? {} : { height: image.heightPx })}
          />
          {image.boxes === undefined ? null : <PageBoxes boxes={image.boxes} />}
        </div>
      ))}
    </div>
  );
}

/** The boxes, drawn in thousandths of the page. */
function PageBoxes({ boxes }: { readonly boxes: readonly PageBox[] }): ReactNode {
  return (
    <svg
      className="page-boxes"
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      role="img"
      aria-label={boxes.length === 1 ? "1 place is marked" : `${boxes.length} places are marked`}
    >
      {boxes.map(({ left, top, width, height }, index) => (
        <rect
          key={`${left} ${top} ${width}`}
          data-aim={index === 0}
          x={left * 1000 - 2}
          y={top * 1000 - 1}
          width={width * 1000 + 4}
          height={height * 1000 + 2}
        />
      ))}
    </svg>
  );
}

function altOf({ alt, at }: PlacedImage, index: number): string {
  if (alt !== undefined && alt !== "") return alt;
  return at === undefined ? `Image ${index + 1}` : `${at.unit} ${at.index}`;
}
