/** The operands that an operator takes (ISO 32000-1, annex A). */
export interface Operands {
  /** The number of numeric operands, without those in a list; -1 for any number. */
  readonly numbers: number;
  /** What else it takes. */
  readonly other: "none" | "name" | "string" | "list" | "any";
}

/** Operators by the number of numeric operands, for those that take nothing else. */
const numeric: readonly string[] = [
  "q Q h n W W* S s f F f* B B* b b* BT ET T* EMC BI",
  "w J j M i Tc Tw Tz TL Ts Tr g G",
  "m l Td TD d0",
  "rg RG",
  "v y re k K",
  "",
  "cm c Tm d1",
];

const named = "gs ri cs CS Do sh BMC MP";

const counts: ReadonlyMap<string, Operands> = new Map<string, Operands>([
  ...numeric.flatMap((names, numbers) => names.split(" ").map((name) => [name, { numbers, other: "none" }] as const)),
  ...named.split(" ").map((name) => [name, { numbers: 0, other: "name" }] as const),
  ["Tf", { numbers: 1, other: "name" }],
  ["Tj", { numbers: 0, other: "string" }],
  ["'", { numbers: 0, other: "string" }],
  ['"', { numbers: 2, other: "string" }],
  ["TJ", { numbers: 0, other: "list" }],
  ["d", { numbers: 1, other: "list" }],
]);

/** Colours have as many components as their space, properties have two forms, and compatibility sections hold anything. */
const anything: Operands = { numbers: -1, other: "any" };

/** Returns what an operator takes. */
export function operandsOf(operator: string): Operands {
  return counts.get(operator) ?? anything;
}
