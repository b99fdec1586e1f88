/** The text of a cue without styling: a line for each that is shown, with the speakers that voice tags name. */
export function cueLines(written: readonly string[]): readonly string[] {
  const lines = withSpeakers(written.join("\n")).split("\n");
  return lines
    .map((line) => decodeEntities(withoutTags(line)).replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

/** Writes the speaker of a voice tag before its words: `<v Ada>Tea?</v>` becomes `Ada: Tea?`. */
function withSpeakers(text: string): string {
  return text.replaceAll(/<v(?:\.[^\s>]*)?[ \t]+([^>]*)>/g, (_, name: string, at: number) => {
    const isFirst = at === 0 || text[at - 1] === "\n";
    return `${isFirst ? "" : "\n"}${name.trim()}: `;
  });
}

/**
 * Tags of WebVTT and of players of SubRip: classes, styles, ruby, languages, times of words, fonts; and overrides of SSA
 * in braces. Other text in angle brackets is kept.
 */
const tags =
  /<\/?(?:[bius]|c|v|lang|ruby|rt|font|span|em|strong|br)(?:[.\s][^<>]{0,200})?\/?>|<(?:\d+:)?\d{1,2}:\d{2}\.\d{3}>|\{\\[^{}]{0,200}\}/gi;

function withoutTags(line: string): string {
  return line.replaceAll(tags, "");
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

function decodeEntities(line: string): string {
  return line.replaceAll(/&#?\w{2,8};/g, (entity) => {
    const name = entity.slice(1, -1).toLowerCase();
    return name.startsWith("#") ? (characterOf(name) ?? entity) : (entities[name] ?? entity);
  });
}

/** Returns the character of a number such as `#8211` or `#x2013`. */
function characterOf(number: string): string | undefined {
  const point = number.startsWith("#x") ? Number.parseInt(number.slice(2), 16) : Number(number.slice(1));
  return point >= 0x20 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
