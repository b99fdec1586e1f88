/**
 * Characters that start a new line in a word processor: the separators of Unicode, which need no control code, the next
 * line of XML 1.1 (2.11), and the vertical tab, which is the line break of Word.
 */
// oxlint-disable-next-line no-control-regex -- one of them is a control character
const separators = /[\u000b\u0085\u2028\u2029]/;

/** Splits text into its lines. Line feeds are no separators: in most formats they are whitespace. */
export function linesOf(text: string): readonly string[] {
  return separators.test(text) ? text.split(separators) : [text];
}

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const controls = /[\u0000-\u0008\u000c\u000e-\u001f\u007f-\u009f]/g;

/** The no-break hyphen of Word ([MS-DOC], 2.4.1). Its optional hyphen, U+001F, is not visible. */
const noBreakHyphen = "\u001e";

/** The first of the control characters that have a number of a character of Windows-1252. */
const firstOfWindows = 0x80;

/** The characters of Windows-1252 from U+0080 to U+009F. A space stands for a number without a character. */
const windowsCharacters = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/**
 * Removes control characters except tabs and line ends. The one of Word that is visible becomes its character, and those
 * from U+0080 to U+009F become the character of Windows-1252 that they were written for, as browsers read `&#146;`.
 */
export function withoutControls(text: string): string {
  return text.replace(controls, visibleCharacter);
}

function visibleCharacter(control: string): string {
  if (control === noBreakHyphen) return "\u2011";
  return windowsCharacters.charAt(control.charCodeAt(0) - firstOfWindows).trim();
}
