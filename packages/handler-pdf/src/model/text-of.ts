/** The text of runs that stand in one line, as it stands. Most lines are one run, whose text is then not made anew. */
export function textOf(runs: readonly { readonly text: string }[]): string {
  const [first] = runs;
  if (first === undefined) return "";
  let { text } = first;
  for (let index = 1; index < runs.length; index += 1) text += runs[index]?.text ?? "";
  return text;
}
