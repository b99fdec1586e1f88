/** A tar archive (POSIX.1-2017, pax, "ustar Interchange Format") with one file of ASCII text, as a string of its bytes. */
export function tarOf(name: string, content: string): string {
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  const march1st2024 = 1_709_251_200;
  const before = `${name.padEnd(100, "\0")}${octal(0o644, 7)}${octal(0, 7)}${octal(0, 7)}${octal(content.length, 11)}${octal(march1st2024, 11)}`;
  const after = `0${"\0".repeat(100)}ustar\0${"00"}`.padEnd(512 - before.length - 8, "\0");
  const sum = [...before, ...after].reduce((total, character) => total + character.charCodeAt(0), 8 * 32);
  const blocks = Math.ceil(content.length / 512);
  return `${before}${octal(sum, 6)} ${after}${content.padEnd(blocks * 512, "\0")}${"\0".repeat(1024)}`;
}
