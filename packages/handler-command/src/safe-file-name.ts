const maxStemCharacters = 60;

/**
 * A name for a temporary file that no program takes for anything else: letters, digits, dots, dashes and underscores, no
 * dash or dot at the start. The ending stays, because some programs go by it; where the name has none of the endings
 * that the command is for, it gets the first of them.
 */
export function safeFileName(name: string, extensions: readonly string[] = []): string {
  const safe = name
    .normalize("NFC")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[.-]+/, "");
  const [, stem = safe, ending = ""] = /^(.*?)((?:\.[A-Za-z0-9]{1,16}){1,2})$/.exec(safe) ?? [];
  const endings = extensions.map((extension) => `.${extension.replace(/^\./, "").toLowerCase()}`);
  const isKnown = endings.length === 0 || endings.some((each) => ending.toLowerCase().endsWith(each));
  const kept = stem.slice(0, maxStemCharacters);
  return `${kept === "" ? "file" : kept}${ending}${isKnown ? "" : (endings[0] ?? "")}`;
}
