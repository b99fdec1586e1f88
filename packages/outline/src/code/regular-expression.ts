/** A regular expression of a script: a stroke in a class of characters ends none. */
const expression = /\/(?:[^/\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\//y;

/** Words that a value comes after; behind any other one a stroke divides. */
const beforeValue =
  /(?:^|[^\w$.])(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|yield|await|extends)$/;

/** Where a regular expression ends that begins with a stroke; 0 where the stroke divides, or ends a tag. */
export function regularExpressionEnd(text: string, at: number): number {
  if (!isValueWanted(text, at)) return 0;
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : 0;
}

function isValueWanted(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  const before = text.charAt(end - 1);
  if (/[\w$]/.test(before)) return beforeValue.test(text.slice(Math.max(0, end - 12), end));
  // Behind brackets that close, a value is hardly ever wanted; behind an angle, a tag ends.
  return before === "" || !/[)\]}"'`<]/.test(before);
}
