/** Parses a repeat count, at least 1. */
export function countIn(value: string | undefined): number {
  const count = Number(value ?? "1");
  return Number.isInteger(count) && count >= 1 ? count : 1;
}
