/**
 * Returns the name of the part that a reference in another part means, without fragment and query. A reference that starts
 * with a slash counts from the root of the package (ISO/IEC 29500-2, 6.4; EPUB 3.3, 4.1.5).
 */
export function referencedPart(from: string, reference: string): string {
  return joinedName(from, decodedName(reference.replace(/[?#].*$/s, "")));
}

/** Joins a part's name with a name relative to it, or to the root of the package, as it is written. */
export function joinedName(from: string, name: string): string {
  const plain = name.replaceAll("\\", "/");
  const segments = plain.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of plain.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

function decodedName(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
