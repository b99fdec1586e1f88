/** Lines that are comments, three or more, all as far in. */
const run = /^([ \t]*)#[^\r\n]*(?:\r?\n\1#[^\r\n]*){2,}/gm;

/**
 * Python without comments that stand between two others: behind each of them its grammar looks through all that follow,
 * so that thousands in a row would take minutes. Every character keeps its place.
 */
export function blankInnerComments(text: string): string {
  return text.replace(run, (comments) => {
    const [first, last] = [comments.indexOf("\n"), comments.lastIndexOf("\n")];
    return comments.slice(0, first) + comments.slice(first, last).replace(/[^\r\n]/g, " ") + comments.slice(last);
  });
}
