import type { Piece } from "../cells/piece.ts";
import type { PlacedLine, PlacedSign } from "../cells/placed-lines.ts";

/** How far the signs of a piece may reach over its box, as that is rounded. */
const slackPt = 1;

/** Whether two signs that follow each other are of different cells. */
export type IsBetween = (left: PlacedSign, right: PlacedSign) => boolean;

/** Parts a piece between some of its signs; one that has no such place, or other signs than the lines, stays as it is. */
export function partPiece(piece: Piece, lines: readonly PlacedLine[], isBetween: IsBetween): readonly Piece[] {
  const { box, text } = piece;
  const line = lines.find(({ y, signs }) => y > box.y0 && y < box.y1 && signs.some((sign) => isWithin(sign, piece)));
  const groups = groupsOf(line?.signs.filter((sign) => isWithin(sign, piece)) ?? [], isBetween);
  const texts = groups.length < 2 ? undefined : textsOf(text, groups);
  if (texts === undefined) return [piece];
  return groups.map((signs, index) => {
    const [x0, x1] = [signs[0]?.x0 ?? box.x0, signs.at(-1)?.x1 ?? box.x1];
    return { ...piece, text: texts[index] ?? "", box: { ...box, x0, x1 } };
  });
}

function isWithin({ x0, x1 }: PlacedSign, { box }: Piece): boolean {
  return x0 >= box.x0 - slackPt && x1 <= box.x1 + slackPt;
}

function groupsOf(signs: readonly PlacedSign[], isBetween: IsBetween): readonly (readonly PlacedSign[])[] {
  const groups: PlacedSign[][] = [];
  for (const sign of signs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && !isBetween(before, sign)) last.push(sign);
    else groups.push([sign]);
  }
  return groups;
}

/** The texts of a piece by groups of its signs, between which are spaces; `undefined` where it has other signs. */
function textsOf(text: string, groups: readonly (readonly PlacedSign[])[]): readonly string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  for (const signs of groups) {
    const start = at;
    for (const { sign } of signs) {
      while (text[at] === " ") at += 1;
      if (!text.startsWith(sign, at)) return undefined;
      at += sign.length;
    }
    texts.push(text.slice(start, at).trim());
  }
  return at === text.length ? texts : undefined;
}
