import { isSeveral } from "../aligned/aligned-regions.ts";
import type { Piece } from "../cells/piece.ts";
import type { RuleLine } from "./rule-lines.ts";
import { visualRows } from "../cells/visual-rows.ts";

/** Lines of text between lines that go over the whole width of a table, band by band. */
export interface RowRuledRegion {
  readonly rules: readonly RuleLine[];
  /** What stands between each two rules; one fewer than there are rules. */
  readonly bands: readonly (readonly Piece[])[];
}

/** Shorter lines hold no table together: they underline words or sums. */
const minRulePt = 70;

/** More rules of one width than this are ruled paper. */
const maxRules = 300;

/** Rules of one table begin and end at the same places, give or take this. */
const sameExtentPt = 6;

/** A head above the first rule stands this near to it, in ems. */
const headEms = 2.5;

/** Regions between horizontal lines of the same width, as in tables of books and reports. */
export function rowRuledRegions(lines: readonly RuleLine[], pieces: readonly Piece[]): readonly RowRuledRegion[] {
  const groups: RuleLine[][] = [];
  for (const line of lines) {
    if (line.to - line.from < minRulePt) continue;
    const group = groups.find((candidate) => isAlike(candidate[0], line));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  const likely = groups.filter((group) => group.length > 1 && group.length <= maxRules);
  return likely.map((rules) => regionOf(rules, pieces));
}

function isAlike(a: RuleLine | undefined, b: RuleLine): boolean {
  return a !== undefined && Math.abs(a.from - b.from) <= sameExtentPt && Math.abs(a.to - b.to) <= sameExtentPt;
}

/** The region of some of a region's rules, from one to another. */
export function partOf(region: RowRuledRegion, start: number, end: number): RowRuledRegion {
  return { rules: region.rules.slice(start, end), bands: region.bands.slice(start, end - 1) };
}

function regionOf(rules: readonly RuleLine[], pieces: readonly Piece[]): RowRuledRegion {
  const bands = rules.slice(1).map((below, index) => {
    const above = rules[index] ?? below;
    return pieces.filter((piece) => {
      const middle = (piece.box.y0 + piece.box.y1) / 2;
      const isWithin = piece.box.x0 >= above.from - sameExtentPt && piece.box.x1 <= above.to + sameExtentPt;
      return isWithin && middle > above.at && middle < below.at;
    });
  });
  return { rules, bands };
}

/** The same with the line of text above the first rule, where several pieces stand on it: heads may have no rule above. */
export function withHead(region: RowRuledRegion, pieces: readonly Piece[]): RowRuledRegion | undefined {
  const [rule] = region.rules;
  if (rule === undefined) return undefined;
  const above = pieces.filter(({ box, sizePt }) => {
    const white = rule.at - box.y1;
    return (
      white > -1 && white < headEms * sizePt && box.x0 >= rule.from - sameExtentPt && box.x1 <= rule.to + sameExtentPt
    );
  });
  const line = visualRows(above).at(-1);
  if (line === undefined || !isSeveral(line) || hasOwnHead(region, line.pieces)) return undefined;
  return { rules: [{ ...rule, at: line.box.y0 }, ...region.rules], bands: [line.pieces, ...region.bands] };
}

/** Bold heads below the first rule: what stands above it is other text, such as an address, unless it is bold too. */
function hasOwnHead({ bands: [band = []] }: RowRuledRegion, above: readonly Piece[]): boolean {
  const rows = visualRows(band);
  return rows.length === 1 && rows.every(isSeveral) && band.every(isBold) && !above.every(isBold);
}

function isBold(piece: Piece): boolean {
  return piece.isBold;
}
