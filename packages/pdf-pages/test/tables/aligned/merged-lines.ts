import type { CharacterLine } from "../../../src/model/page-model.ts";
import type { PageContent, TextLine } from "../../../src/model/page-content.ts";
import { characterPt, pageOf, words } from "../pages.ts";

/** Words at positions of one line that the engine merged into one text. */
export function merged(
  y: number,
  ...cells: readonly (readonly [x: number, text: string])[]
): readonly [TextLine, CharacterLine] {
  const [[first, ...others], signs] = [cells.map(([x, text]) => words([x, y], text)), cells.flatMap(signsOf)];
  if (first === undefined) throw new Error("a line has words");
  const x1 = others.at(-1)?.box.x1 ?? first.box.x1;
  const box = { ...first.box, x1 };
  const runs = first.runs.map((run) => ({ ...run, text: cells.map(([, text]) => text).join(" "), box }));
  return [
    { ...first, runs, box },
    { y: y + 8, signs },
  ];
}

function signsOf([x, text]: readonly [x: number, text: string]): CharacterLine["signs"] {
  return [...text].flatMap((sign, index) => {
    const x0 = x + index * characterPt;
    return sign === " " ? [] : [{ sign, x0, x1: x0 + characterPt }];
  });
}

/** Lines with the positions of their characters if these are merged. */
export type Lines = readonly (readonly [TextLine, CharacterLine?])[];

/** Returns a page of some lines, and the positions of their characters. */
export function pageAndSigns(lines: Lines): readonly [PageContent, readonly CharacterLine[]] {
  return [pageOf(...lines.map(([line]) => line)), lines.flatMap(([, line]) => (line === undefined ? [] : [line]))];
}
