/** How many parts two rows of them have in common, from the first on. */
export function sharedStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
