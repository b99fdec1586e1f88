import { tableSimilarity, tableWidth, type Table } from "./table-similarity.ts";

/** What a tool made of the tables of a document. */
export interface TableScores {
  /** The similarity of each table of the reference with what the tool has for it; 0 where it has nothing. */
  readonly scores: readonly number[];
  /** Tables that are like none of the reference. */
  readonly falseTables: number;
}

/** Less than this is no match: the table counts as a false one. */
const leastMatch = 0.2;

/** A table of the reference may go over so many tables of the tool: each page has its own piece. */
const maxPieces = 12;

/** Scores the tables that were found, each table of the reference by what is nearest to it. */
export function scoreTables(wanted: readonly Table[], found: readonly Table[]): TableScores {
  const candidates = found.flatMap((_, from) => piecesFrom(found, from));
  const matched = new Set<number>();
  const scores = wanted.map((table) => {
    const best = nearest(table, candidates);
    if (best.score > leastMatch) for (let index = best.from; index <= best.to; index += 1) matched.add(index);
    return best.score;
  });
  return { scores, falseTables: found.length - matched.size };
}

interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly rows: Table;
}

/** A table, and together with those of the same width that follow it. */
function piecesFrom(found: readonly Table[], from: number): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let rows: Table = [];
  for (const [offset, piece] of found.slice(from, from + maxPieces).entries()) {
    if (offset > 0 && tableWidth(piece) !== tableWidth(rows)) break;
    rows = [...rows, ...piece];
    candidates.push({ from, to: from + offset, rows });
  }
  return candidates;
}

function nearest(table: Table, candidates: readonly Candidate[]): Omit<Candidate, "rows"> & { readonly score: number } {
  let best = { score: 0, from: 0, to: -1 };
  for (const { from, to, rows } of candidates) {
    const score = tableSimilarity(table, rows);
    if (score > best.score) best = { score, from, to };
  }
  return best;
}
