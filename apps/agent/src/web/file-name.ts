/** The most bytes of a name that every common file system takes (`NAME_MAX` of Linux is 255), less what numbering adds. */
const maxNameBytes = 200;

/** What Windows keeps for devices, with any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name for a file that somebody brings: the last part of whatever path it came with, without characters that act on a
 * terminal, deceive a reader, or mean something in a path. Never empty, never `.` or `..`.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffd\u2028\u2029<>:"|?*]/gu, "_")
    .replaceAll(/^\s+|[\s.]+$/g, "");
  const name = deviceName.test(plain) ? `_${plain}` : plain;
  return name === "" ? "unnamed" : shortened(name);
}

/** A name whose extension is kept, with a number where it is not the first of its name. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = parts(name);
  return `${stem} (${number})${extension}`;
}

function shortened(name: string): string {
  const { stem, extension } = parts(name);
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(stem.slice(0, maxNameBytes))) {
    if (byteLength(kept + segment + extension) > maxNameBytes) break;
    kept += segment;
  }
  return kept + extension;
}

/** An extension that is longer than any real one belongs to the stem. */
function parts(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /(?<=.)\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
