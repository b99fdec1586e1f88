import type { Table } from "./table-similarity.ts";

/** Relations between the cells of tables: those in the reference, those found, and those in both. */
export interface RelationCounts {
  readonly wanted: number;
  readonly written: number;
  readonly right: number;
}

/**
 * Counts the neighbour relations of two tables as Göbel and others (2012) define them: each
 * filled cell with the next filled cell to its right and below it. Equal neighbours are skipped, because a head over
 * several columns may be written once or in each of them.
 */
export function relationCounts(wanted: readonly Table[], found: readonly Table[]): RelationCounts {
  const left = countsOf(found.flatMap(relationsOf));
  const relations = wanted.flatMap(relationsOf);
  let right = 0;
  for (const relation of relations) {
    const count = left.get(relation) ?? 0;
    if (count === 0) continue;
    left.set(relation, count - 1);
    right += 1;
  }
  return { wanted: relations.length, written: found.flatMap(relationsOf).length, right };
}

/** Returns the harmonic mean of precision and recall; 1 if there is nothing to find and nothing was found. */
export function f1({ wanted, written, right }: RelationCounts): number {
  return wanted + written === 0 ? 1 : (2 * right) / (wanted + written);
}

/** Returns the sum of some counts. */
export function sumOfCounts(counts: readonly RelationCounts[]): RelationCounts {
  return counts.reduce(
    (sum, { wanted, written, right }) => ({
      wanted: sum.wanted + wanted,
      written: sum.written + written,
      right: sum.right + right,
    }),
    { wanted: 0, written: 0, right: 0 },
  );
}

function relationsOf(table: Table): readonly string[] {
  const relations: string[] = [];
  for (const [y, row] of table.entries()) {
    for (const [x, text] of row.entries()) {
      if (text === "") continue;
      addRelation(relations, "right", [text, row.slice(x + 1)]);
      addRelation(relations, "below", [text, table.slice(y + 1).map((other) => other[x] ?? "")]);
    }
  }
  return relations;
}

function addRelation(relations: string[], side: string, [text, others]: readonly [string, readonly string[]]): void {
  const next = others.find((other) => other !== "");
  if (next !== undefined && next !== text) relations.push(`${side}\n${text}\n${next}`);
}

function countsOf(relations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const relation of relations) counts.set(relation, (counts.get(relation) ?? 0) + 1);
  return counts;
}
