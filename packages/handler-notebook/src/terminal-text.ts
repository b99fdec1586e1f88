/**
 * Control sequences of terminals: CSI (colours, cursor), OSC (links, titles), and two-character escapes, in their
 * 7-bit and 8-bit forms, as ECMA-48 has them. Every branch starts with its own character, so matching is linear.
 */
const ansi =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-Z\\^-~]/g;

/** Text without the colours and cursor movements that programs write for terminals. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") || /[\u009b\u009d]/.test(text) ? text.replace(ansi, "") : text;
}

/** What is left to see where a program wrote over its own line, as progress bars do: the last state of each line. */
export function settleCarriageReturns(text: string): string {
  return text.includes("\r") ? text.split("\n").map(lastState).join("\n") : text;
}

function lastState(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}
