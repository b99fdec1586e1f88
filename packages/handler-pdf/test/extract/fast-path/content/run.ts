import { UnsupportedContent } from "../../../../src/extract/fast-path/base/unsupported-content.ts";
import type {
  ColourSpaceKind,
  PageForm,
  GraphicsState,
  PageResources,
} from "../../../../src/extract/fast-path/base/page-resources.ts";
import { runContent, type ContentOutcome } from "../../../../src/extract/fast-path/content/run-content.ts";
import type { Painted } from "../../../../src/extract/fast-path/base/painted.ts";
import type { PageFont, FontGlyph } from "../../../../src/extract/fast-path/base/painted.ts";

/** A font whose codes show themselves, each half as wide as the font size. */
export const halfFont: PageFont = fontOf({ codeBytes: 1, known: 256 });

/** A font with two-byte codes, of which it knows few. */
export const pairFont: PageFont = fontOf({ codeBytes: 2, known: 0x100 });

interface FontShape {
  readonly codeBytes: 1 | 2;
  readonly known: number;
}

function fontOf({ codeBytes, known }: FontShape): PageFont {
  const glyphs = Array.from({ length: known }, (_, code): FontGlyph | null =>
    code === 1 ? null : { text: String.fromCharCode(code), advance: 0.5, width: 0.5 },
  );
  const face = { name: "Half", family: "serif", weight: "normal", style: "normal" };
  return { ...face, ascender: 0.8, descender: -0.2, codeBytes, glyphs };
}

/** The resources of a page in these tests: fonts `F` and `P`, states, forms and images. */
export interface Named {
  readonly forms?: Readonly<Record<string, PageForm>>;
  readonly states?: Readonly<Record<string, GraphicsState>>;
}

const spaces: Readonly<Record<string, ColourSpaceKind>> = { Strange: "other", Ink: "tint" };

/** Resources given by a test, with fonts, an image and a stencil. */
export function resourcesOf({ forms = {}, states = {} }: Named = {}): PageResources {
  return {
    font(name) {
      if (name === "F") return halfFont;
      if (name === "P") return pairFont;
      throw new UnsupportedContent("font");
    },
    external(name) {
      if (name === "Picture") return "opaque";
      return name === "Stencil" ? "stencil" : found(forms[name]);
    },
    graphicsState: (name) => found(states[name]),
    colourSpace: (name) => spaces[name] ?? "rgb",
    checkShading: (name) => void found(name === "Endless" ? name : undefined),
    properties: (name) => (name === "Second" ? { mcid: 2 } : {}),
  };
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new UnsupportedContent("name");
  return value;
}

/** A form with this content. */
export function formOf(content: string, changes: Partial<PageForm> = {}): PageForm {
  const bytes = new TextEncoder().encode(content);
  const [matrix, box] = [[1, 0, 0, 1, 0, 0] as const, [0, 0, 500, 800] as const];
  return { bytes, resources: resourcesOf(), matrix, box, isGroup: false, structParent: -1, ...changes };
}

/** What a page painted: texts with positions, images, vectors and tags, one per line, with rounded numbers. */
export interface Ran {
  readonly log: readonly string[];
  readonly outcome: ContentOutcome;
}

/** Runs the content of a page of 600 by 800 points. */
export function run(content: string | Uint8Array, named: Named = {}): Ran {
  const log: string[] = [];
  const bytes = typeof content === "string" ? Uint8Array.from(content, (sign) => sign.charCodeAt(0)) : content;
  const outcome = runContent(bytes, {
    resources: resourcesOf(named),
    painted: logInto(log),
    tags: {
      begin: (tag, properties) => void log.push(`begin ${tag} ${properties?.mcid ?? ""}`.trim()),
      end: () => void log.push("end"),
      settle: () => undefined,
      enterForm: () => undefined,
      leaveForm: () => undefined,
      finish: () => undefined,
    },
    matrix: [1, 0, 0, -1, 0, 800],
    page: [0, 0, 600, 800],
  });
  return { log, outcome };
}

function logInto(log: string[]): Painted {
  let words: string[] = [];
  return {
    glyph: (_font, { text }, matrix) => void words.push(`${text}@${placeOf(matrix)}`),
    endText() {
      log.push(words.join(" "));
      words = [];
    },
    image: (matrix) => void log.push(`picture ${Array.from(matrix, rounded).join(" ")}`),
    vector({ x0, y0, x1, y1, isStroked, isRectangle, isPaper, isClippedAway }) {
      if (isClippedAway) return;
      const kinds = [
        isStroked ? "stroked" : "filled",
        isRectangle ? "rectangle" : "shape",
        ...(isPaper ? ["paper"] : []),
      ];
      log.push(`${kinds.join(" ")} ${[x0, y0, x1, y1].map(rounded).join(" ")}`);
    },
    beginStructure: () => undefined,
    endStructure: () => undefined,
  };
}

function placeOf(matrix: readonly number[] | Float64Array): string {
  return `${rounded(matrix[4] ?? 0)},${rounded(matrix[5] ?? 0)}`;
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
