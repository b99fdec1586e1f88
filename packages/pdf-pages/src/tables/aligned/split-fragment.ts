import type { CharacterLine, PlacedCharacter } from "../../model/page-model.ts";
import type { Fragment } from "../cells/fragment.ts";

/** Maximum overhang of characters over the rounded box of a fragment, in points. */
const slackPt = 1;

/** Returns whether two adjacent characters belong to different cells. */
type IsBetween = (left: PlacedCharacter, right: PlacedCharacter) => boolean;

/**
 * Splits a fragment between some of its characters. The parts start and end with characters, not with spaces. A fragment
 * with other characters than the lines stays whole.
 */
export function splitBetween(
  fragment: Fragment,
  lines: readonly CharacterLine[],
  isBetween: IsBetween,
): readonly Fragment[] {
  const { box, text } = fragment;
  const line = lines.find(({ y, signs }) => y > box.y0 && y < box.y1 && signs.some((sign) => isWithin(sign, fragment)));
  const groups = groupsOf(line?.signs.filter((sign) => isWithin(sign, fragment)) ?? [], isBetween);
  const texts = groups.length === 0 ? undefined : textsOf(text, groups);
  if (texts === undefined) return [fragment];
  return groups.map((signs, index) => {
    const [x0, x1] = [signs[0]?.x0 ?? box.x0, signs.at(-1)?.x1 ?? box.x1];
    return { ...fragment, text: texts[index] ?? "", box: { ...box, x0, x1 } };
  });
}

function isWithin({ x0, x1 }: PlacedCharacter, { box }: Fragment): boolean {
  return x0 >= box.x0 - slackPt && x1 <= box.x1 + slackPt;
}

function groupsOf(signs: readonly PlacedCharacter[], isBetween: IsBetween): readonly (readonly PlacedCharacter[])[] {
  const groups: PlacedCharacter[][] = [];
  for (const sign of signs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && !isBetween(before, sign)) last.push(sign);
    else groups.push([sign]);
  }
  return groups;
}

/**
 * Returns the texts of a fragment by groups of characters, separated by spaces, or `undefined` if its characters differ.
 */
function textsOf(text: string, groups: readonly (readonly PlacedCharacter[])[]): readonly string[] | undefined {
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
