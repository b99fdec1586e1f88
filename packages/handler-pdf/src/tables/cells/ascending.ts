/** Some numbers in ascending order; V8 sorts those of such an array without a call for each pair. */
export function ascending(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}
