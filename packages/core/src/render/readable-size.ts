const units = ["KB", "MB", "GB", "TB", "PB"];

/** Renders a size with two or three digits, in powers of 1000: `812 B`, `4.1 KB`, `37 MB`. */
export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`;
}
