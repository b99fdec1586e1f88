import type { XmlAttributes } from "@reader/office-kit/xml";
import type { GrowingFacts, TableDrawing } from "./table-model.ts";
import { createTextTarget, type TextTarget } from "./text-target.ts";

/** Reads what is drawn on a sheet. Each method tells whether what it was told of belongs to a drawing. */
export interface DrawingReader {
  open(name: string, attributes: XmlAttributes): boolean;
  text(characters: string): boolean;
  close(name: string): boolean;
}

interface State {
  /** How deep in elements of the drawing. */
  depth: number;
  name: string;
  picture: string | undefined;
  object: string | undefined;
  words: TextTarget;
  alt: string;
  isAlt: boolean;
}

/** Drawings go into `facts` when they are whole. */
export function createDrawingReader(facts: GrowingFacts): DrawingReader {
  const state: State = emptyState();
  return {
    open(name, attributes) {
      if (state.depth === 0 && !isDrawing(name)) return false;
      state.depth += 1;
      openInside(state, name, attributes);
      return true;
    },
    text(characters) {
      if (state.depth === 0) return false;
      if (state.isAlt) state.alt += characters;
      else state.words.add(characters);
      return true;
    },
    close(name) {
      if (state.depth === 0) return false;
      state.depth -= 1;
      if (name === "text:p") state.words.closeParagraph();
      if (name === "svg:title" || name === "svg:desc") state.isAlt = false;
      if (state.depth > 0) return true;
      facts.drawings.push(drawingOf(state));
      Object.assign(state, emptyState());
      return true;
    },
  };
}

function isDrawing(name: string): boolean {
  return name.startsWith("draw:") || name.startsWith("dr3d:");
}

function emptyState(): State {
  return {
    depth: 0,
    name: "",
    picture: undefined,
    object: undefined,
    words: createTextTarget(),
    alt: "",
    isAlt: false,
  };
}

function openInside(state: State, name: string, attributes: XmlAttributes): void {
  state.name ||= attributes["draw:name"] ?? "";
  switch (name) {
    case "draw:image":
      state.picture ??= attributes["xlink:href"];
      return;
    case "draw:object":
      state.object ??= attributes["xlink:href"];
      return;
    case "text:p":
      state.words.openParagraph();
      return;
    case "svg:title":
    case "svg:desc":
      state.isAlt = true;
      state.alt += " ";
      return;
    default:
  }
}

function drawingOf({ name, alt, words, picture, object }: State): TableDrawing {
  const drawing = { name, alt: alt.trim(), text: words.finish().trim() };
  if (object !== undefined) return { ...drawing, object };
  return picture === undefined ? drawing : { ...drawing, picture };
}
