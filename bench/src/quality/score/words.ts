/** Runs of letters and digits, in lower case: what is left when marks of Markdown and punctuation do not count. */
export function words(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
