import type { Notice } from "../contract/notices.ts";
import { placeWords } from "./place-line.ts";
import { markFact, named, quoted } from "./quote.ts";
import { counted, grouped, listed, sizeWords } from "./words.ts";

type NoticeByCode = { readonly [Code in Notice["code"]]: Extract<Notice, { readonly code: Code }> };

/**
 * Renders a notice in one or two sentences. They may contain text of the file or of a handler: escape the result with
 * `escapeName`.
 */
export function noticeText<Code extends Notice["code"]>(notice: Tagged<Code>): string {
  return words[notice.code](notice);
}

/** Ties the code of a notice to its fields for the compiler, so that the function for that code accepts it. */
type Tagged<Code extends Notice["code"]> = {
  readonly [Each in Code]: { readonly code: Each } & NoticeByCode[Each];
}[Code];

const words: { readonly [Code in Notice["code"]]: (notice: NoticeByCode[Code]) => string } = {
  "encoding-guessed": ({ encoding, confidence }) =>
    `The file does not declare its encoding; it was read as ${named(encoding)} (${Math.min(99, Math.round(confidence * 100))} % sure). Send \`encoding\` to use another.`,
  "replacement-characters": ({ count, encoding, lines }) =>
    `${counted(count, "place")} could not be decoded as ${named(encoding)}, and ${isOrAre(count)} shown as U+FFFD${lines === undefined ? "" : ` (${lineWords(lines)})`}.`,
  "nul-bytes": ({ count, lines }) =>
    `${counted(count, "NUL byte")} of the file ${isOrAre(count)} shown as marks such as [4096 NUL bytes] (${lineWords(lines)}); a crash or a preallocated file leaves them. The marks are not in the file, and a column counts their characters.`,
  "mixed-encodings": ({ encoding, other, lines }) =>
    `The text mixes encodings: ${lineWords(lines)} ${/^-?\d+$/.test(lines) ? "seems" : "seem"} to be in ${named(other)}, and the text is shown as ${named(encoding)}. Send \`encoding\` ${quoted(other)} to read ${/^-?\d+$/.test(lines) ? "it" : "them"}.`,
  "escaped-characters": (notice) => {
    const { controls, ansi, bidi, invisible } = notice;
    return `${escapedWords(notice)} ${isOrAre(controls + ansi + bidi + invisible)} shown as escapes such as \\x1b or \\u202e, each of which is one character in the file.`;
  },
  "lines-clipped": ({ count, maxLineCharacters }) =>
    `${counted(count, "line")} longer than ${grouped(maxLineCharacters)} characters ${isOrAre(count)} clipped; the mark at ${count === 1 ? "its end" : "the end of each"} says how to go on.`,
  "mixed-line-endings": (notice) =>
    `Line endings are mixed: ${endingWords(notice)}.${notice.cr > 0 ? " A CR alone ends a line here too, so tools that count only LF give other numbers." : ""}`,
  "name-disagrees": ({ extension, mediaType }) =>
    `The file extension says ${named(extension)}, but the content is ${named(mediaType)} and was read as that.`,
  "name-variant": ({ asked, used }) =>
    `There is no ${named(asked)}; ${named(used)} was read, whose name looks the same.`,
  "changed-while-reading": ({ change }) => changeWords[change],
  "range-cut": ({ asked, limit, value }) =>
    `The requested range (${markFact(asked)}) exceeds the budget of ${budgetWords(limit, value)}, and is cut.`,
  "range-beyond-end": ({ asked, total }) => `${beyondWords(asked)}: the file has ${counted(total, "line")}.`,
  "media-omitted": (notice) => omittedWords(notice),
  "empty-file": () => "The file is empty: it has no bytes.",
  "no-matches": ({ pattern, linesSearched, ignoresCase = false }) =>
    `Nothing matches ${quoted(pattern, 200)} in ${counted(linesSearched, "line")}.` +
    (ignoresCase ? "" : " The search is case-sensitive, unless `find` is sent as /…/i."),
  "no-images": ({ mediaType, reason, hint }) => {
    const what =
      reason === undefined
        ? `A file of the type ${named(mediaType)} is not shown as images: view "image" has no effect.`
        : `${capitalised(reason)}, so text is shown in place of images.`;
    return hint === undefined ? what : `${what} ${hint}`;
  },
  "hidden-content": ({ what, count, at, select }) => {
    const amount = `${grouped(count)} × ${markFact(what)}${onPlace(at)}.`;
    if (select === undefined) return `Hidden in the document, but shown here and marked: ${amount}`;
    const page = at?.unit === "page" ? ` with \`pages\` "${at.index}"` : "";
    return `Hidden in the document and left out here: ${amount} Send \`select\` ${quoted(select)}${page} to read it.`;
  },
  "no-outline": ({ reason, timeMs = 0, maxBytes }) =>
    outlineWords[reason]
      .replace("{time}", grouped(timeMs))
      .replace("{size}", maxBytes === undefined ? "" : ` (the limit is ${sizeWords(maxBytes)})`),
  "outline-incomplete": ({ limit, value }) =>
    limit === undefined || value === undefined
      ? "The outline is incomplete: it took too long, or it has too many entries."
      : `The outline is incomplete: it stops at its limit ${limitWords(limit, value)}.`,
  "text-recognised": (notice) => recognisedWords(notice),
  "text-not-recognised": ({ count, reason }) =>
    `The text of ${counted(count, "scan or image", "scans or images")} was not recognised, ${reason === undefined ? "as requested." : "because no text recognition is installed. Ask the user to run `npm install @reader/ocr`, then read the file again."}`,
  handler: ({ message, at }) => (at === undefined ? message : `${capitalised(placeWords(at))}: ${message}`),
};

const changeWords = {
  grew: "The file grew while it was read; this is its earlier part.",
  shrank: "The file shrank while it was read. Read it again.",
  rewritten: "The file was written to while it was read, so lines of two versions may be mixed. Read it again.",
  replaced: "The file was replaced while it was read; this is the old one. Read it again for the new one.",
} as const;

const outlineWords = {
  none: "It has no outline: nothing in it has a name or a heading. Read it without `view`, or search it with `find`.",
  "timed-out": 'Its outline took more than {time} ms and is left out; send view "outline" for it alone.',
  failed: 'Its outline failed and is left out; send view "outline" to see why.',
  "too-large": 'Its outline is left out, because the file is very large{size}; send view "outline" for it alone.',
} as const;

const omissionWords = {
  "not-accepted": "the model does not accept this type",
  "too-many": "this answer has no room for more; ask for its page alone",
  "too-large": "it is larger than the model accepts",
  "not-requested": 'text was asked for; send view "image" to see it',
} as const;

function omittedWords(notice: NoticeByCode["media-omitted"]): string {
  const { kind, mediaType, widthPx, heightPx, bytes, alt, at, reason, limit, value } = notice;
  const size = widthPx === undefined || heightPx === undefined ? "" : `, ${widthPx}×${heightPx}`;
  const what = `${kind === "image" ? "An image" : "A document"}${onPlace(at)} (${named(mediaType)}${size}, ${sizeWords(bytes)})`;
  const described = alt === undefined || alt === "" ? "" : `, described as ${quoted(alt)},`;
  return `${what}${described} is not shown: ${omissionWords[reason]}${limit === undefined || value === undefined ? "" : ` (limit ${limitWords(limit, value)})`}.`;
}

function budgetWords(limit: NoticeByCode["range-cut"]["limit"], value: number | undefined): string {
  if (value === undefined) return markFact(limit);
  return `${grouped(value)} ${limit === "time" ? "milliseconds" : limit}`;
}

/** Renders a limit: the name of its option, and its value. */
function limitWords(limit: string, value: number): string {
  return `${limit} = ${grouped(value)}`;
}

function recognisedWords({ by, lines, confidence, unsureLines }: NoticeByCode["text-recognised"]): string {
  const unsure = unsureLines === undefined ? "" : ` It is not sure of ${lineWords(unsureLines)}: do not rely on that.`;
  const were = lines === 1 ? "was" : "were";
  return `${counted(lines, "line")} ${were} recognised in an image by ${markFact(by)}, ${Math.round(confidence)} % sure on average, and may contain errors.${unsure}`;
}

function lineWords(lines: string): string {
  return `${/^\d+$/.test(lines) ? "line" : "lines"} ${markFact(lines)}`;
}

function escapedWords({ controls, ansi, bidi, invisible }: NoticeByCode["escaped-characters"]): string {
  const kinds: readonly (readonly [count: number, noun: string])[] = [
    [controls, "control character"],
    [ansi, "terminal sequence"],
    [bidi, "direction control"],
    [invisible, "invisible character"],
  ];
  return listed(kinds.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun)));
}

function endingWords({ lf, crlf, cr }: NoticeByCode["mixed-line-endings"]): string {
  const kinds: readonly (readonly [count: number, name: string])[] = [
    [lf, "LF"],
    [crlf, "CRLF"],
    [cr, "CR"],
  ];
  return listed(kinds.filter(([count]) => count > 0).map(([count, name]) => `${grouped(count)} ${name}`));
}

function onPlace(at: Parameters<typeof placeWords>[0] | undefined): string {
  return at === undefined ? "" : ` on ${placeWords(at)}`;
}

function isOrAre(count: number): string {
  return count === 1 ? "is" : "are";
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Describes a missing range. `asked` is a range in the syntax of `lines`: `9`, `9-` or `9-12`. */
function beyondWords(asked: string): string {
  if (!/^[\d-]*$/.test(asked)) return `Lines ${quoted(asked)} do not exist`;
  if (asked.endsWith("-")) return `There is no line ${asked.slice(0, -1)}`;
  return asked.includes("-") ? `Lines ${asked} do not exist` : `Line ${asked} does not exist`;
}
