import type { Place, ReadRequest, TextSection } from "@reader/core";
import { requestFor } from "./citation-request.ts";
import type { Citation, CitationMark, CitedPlace } from "./citation.ts";
import { shortened } from "./excerpt.ts";
import { pathFinder } from "./find-path.ts";
import { parseMarks } from "./parse-marks.ts";
import { findCells } from "./shown-cells.ts";
import { firstMissing, lineAt } from "./shown-lines.ts";
import type { Sighting } from "./sighting.ts";

/** The citations of an answer, each held against everything that was shown in the conversation. */
export function checkCitations(answer: string, sightings: readonly Sighting[]): readonly Citation[] {
  const pathOf = pathFinder(sightings);
  const marks = parseMarks(answer, (path) => pathOf(path) !== undefined);
  return marks.map((mark) => checkMark(mark, pathOf(mark.path), sightings));
}

function checkMark(mark: CitationMark, known: string | undefined, sightings: readonly Sighting[]): Citation {
  const path = known ?? mark.path;
  const own = sightings.filter((sighting) => sighting.path === path && hasShown(sighting));
  if (own.length === 0) {
    return { ...mark, verdict: "not-read", reason: "The file was not read.", request: requestFor(mark.place, path) };
  }
  const views = byScope(own).map((view) => judge(mark.place, view));
  const best = views.find(({ reason }) => reason === undefined) ?? views.at(nearestView(mark.place, own));
  const { reason, excerpt, request = {} } = best ?? {};
  return {
    ...mark,
    verdict: reason === undefined ? "read" : "not-read",
    ...(reason === undefined ? {} : { reason }),
    ...(excerpt === undefined ? {} : { excerpt: shortened(excerpt) }),
    request: { ...requestFor(mark.place, path), ...request },
  };
}

/** The view whose reason tells most where none shows the place: for an entry the one in which it was selected. */
function nearestView(place: CitedPlace, own: readonly Sighting[]): number {
  if (place.kind !== "entry") return 0;
  return Math.max(
    0,
    byScope(own).findIndex(({ scope }) => scope.select === place.name),
  );
}

function hasShown({ sections, pictures, documents }: Sighting): boolean {
  return sections.length + pictures.length + documents.length > 0;
}

/** What was found of a place in what was read with one scope. */
interface Judgement {
  /** Why it is not read; absent where it is. */
  readonly reason?: string;
  readonly excerpt?: string;
  /** What a request needs to find the place again. */
  readonly request?: Partial<ReadRequest>;
}

/** Line numbers count the same only where the same part of a document was asked for in the same view. */
function byScope(sightings: readonly Sighting[]): readonly Sighting[] {
  const views = new Map<string, Sighting>();
  for (const sighting of sightings) {
    const { pages, select, view, encoding } = sighting.scope;
    const key = JSON.stringify([pages, select, view, encoding]);
    const before = views.get(key);
    views.set(key, before === undefined ? sighting : merged(before, sighting));
  }
  return [...views.values()];
}

function merged(left: Sighting, right: Sighting): Sighting {
  return {
    ...left,
    sections: [...left.sections, ...right.sections],
    pictures: [...left.pictures, ...right.pictures],
    documents: [...left.documents, ...right.documents],
  };
}

function judge(place: CitedPlace, view: Sighting): Judgement {
  switch (place.kind) {
    case "file":
      return excerptOf(view.sections[0]?.text);
    case "lines":
      return judgeLines(place, view);
    case "units":
      return judgeUnits(place, view);
    case "cells": {
      const { isShown, value } = findCells(view.sections, place.sheet, place.range);
      return isShown ? excerptOf(value) : { reason: `${place.sheet}!${place.range} was not shown.` };
    }
    case "entry":
      return judgeEntry(place, view);
  }
}

/** What was selected is the entry alone; an archive that was read as a whole has each entry in a section. */
function judgeEntry({ name, inside }: Extract<CitedPlace, { kind: "entry" }>, view: Sighting): Judgement {
  const isSelected = view.scope.select === name;
  if (inside !== undefined && isSelected) return judge(inside, view);
  const section = view.sections.find(({ at }) => at?.unit === "entry" && at.label === name);
  const shown = section ?? (isSelected ? view.sections[0] : undefined);
  if (inside !== undefined || (shown === undefined && !isSelected)) {
    return { reason: `The entry ${name} was not shown.` };
  }
  return excerptOf(shown?.text);
}

function judgeLines({ first, last }: Extract<CitedPlace, { kind: "lines" }>, { sections, scope }: Sighting): Judgement {
  if (last < first || first === 0) return { reason: "There is no such range of lines." };
  const missing = firstMissing(sections, first, last);
  if (missing !== undefined) return { reason: `Line ${missing} was not shown.` };
  return { ...excerptOf(lineAt(sections, first)), request: scope };
}

function judgeUnits(place: Extract<CitedPlace, { kind: "units" }>, view: Sighting): Judgement {
  const { unit, first, last } = place;
  if (last < first || first < 1) return { reason: `There is no such ${unit}.` };
  const shown = new Set([...view.sections.map(({ at }) => at), ...view.pictures].flatMap((at) => indexIn(unit, at)));
  const pages = unit === "page" ? Math.max(0, ...view.documents.map((count) => count ?? Infinity)) : 0;
  let index = Math.max(first, pages + 1);
  while (shown.has(index)) index += 1;
  if (index <= last) return { reason: `${unit[0]?.toUpperCase()}${unit.slice(1)} ${index} was not shown.` };
  const section = view.sections.find(({ at }) => at?.unit === unit && at.index === first);
  return { ...excerptOf(section?.text), ...flowingRequest(unit, section, view) };
}

function indexIn(unit: Place["unit"], at: Place | undefined): readonly number[] {
  return at?.unit === unit ? [at.index] : [];
}

/** Chapters and sections cannot be asked for by number, so that they are found by their line. */
function flowingRequest(unit: Place["unit"], section: TextSection | undefined, { scope }: Sighting): Judgement {
  if ((unit !== "chapter" && unit !== "section") || section === undefined) return {};
  return { request: { ...scope, offset: section.firstLine, limit: section.lineCount } };
}

function excerptOf(text: string | undefined): Judgement {
  // A fence says nothing of what it fences.
  const line = text?.split("\n").find((each) => each.trim() !== "" && !each.startsWith("```"));
  return line === undefined ? {} : { excerpt: line.trim() };
}
