import { useEffect, useRef, type ReactNode } from "react";
import type { Look, LookRequest } from "../../../src/web/wire/look.ts";
import { aimedCell, lineNumbers, type AimedCell } from "../aim.ts";
import { scrollWithin } from "../scroll-within.ts";
import type { Viewer } from "../use-viewer.ts";
import { PersonDocument } from "./person-document.tsx";
import { PersonPictures } from "./person-pictures.tsx";
import { PersonText, type ShownLines } from "./person-text.tsx";

/** Where the panes stand below the conversation; see `styles/layout.css`. */
const narrow = "(max-width: 640px), (max-height: 520px)";

/** The file as a person sees it, at the place that the model was shown. */
export function PersonPane({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { look, aim, turn, isFollowed = false } = viewer;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current === null) return;
    showAim(body.current);
    // Where everything is below each other, what is asked for comes to the reader.
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

/** A cell before the section that it is in; a section may be longer than the pane, so that its start counts. */
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
    case "pictures":
      return <PersonPictures pictures={look.pictures} />;
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

/** The lines that the model has, and the one to go to. */
function shownLines({ seen, aim }: Viewer): ShownLines {
  const numbers = seen === undefined ? [] : [...lineNumbers(seen.blocks)];
  // The first line of all is where everybody looks.
  return { numbers: new Set(numbers), aim: aim?.from === undefined && aim?.line !== 1 ? aim?.line : undefined };
}
