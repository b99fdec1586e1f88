/** What may stand behind the sign that ends a sentence. */
const closing = "\"'”’»)]";

/** Whether a text ends with one of these signs, or with one and what closes quotations and brackets behind it. */
export function endsWithSign(text: string, signs: string): boolean {
  let last = text.length - 1;
  while (last >= 0 && closing.includes(text.charAt(last))) last -= 1;
  return last >= 0 && signs.includes(text.charAt(last));
}
