/** Whether the text begins with a number as headings have: `3.1`, `(2)`, `IV.`. */
export function isNumbered(text: string): boolean {
  return /^(?:\d+(?:\.\d+)*\.?|\(?(?:\d+|[A-Z])\)|[A-Z]\.|[IVX]+\.)\s/u.test(text);
}
