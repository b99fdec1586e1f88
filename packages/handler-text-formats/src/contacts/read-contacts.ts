import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { itemEvents, type ItemWords } from "../text/choose-items.ts";
import { otherNamesRemark } from "../text/other-names.ts";
import { decodeFolded } from "../text/decode-source.ts";
import { type Card, type CardFile, type CardImage, parseCards } from "./cards.ts";

const words: ItemWords = {
  one: "contact",
  many: "contacts",
  alsoSelect: "or of an e-mail address or telephone number",
};

/** Reads contacts, a section for each; `select: "photo/1"` with `pages` reads an image of one. */
export async function* readContacts(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const file = await openContacts(source);
  context.signal.throwIfAborted();
  const { pages, select } = context;
  const image = /^(photo|logo)(?:\/(\d{1,3}))?$/i.exec(select?.trim() ?? "");
  if (image !== null) {
    yield* imageEvents(file.cards, context, { path: source.path, number: Number(image[2] ?? "1") });
    return;
  }
  yield* itemEvents(file.cards, context, { path: source.path, words });
  if (file.cards.length === 0) yield text("(the file has no contacts)\n");
  if (pages === undefined && select === undefined) for (const remark of remarksOf(file)) yield notice(remark);
}

async function openContacts(source: Source): Promise<CardFile> {
  const decoded = await decodeFolded(source);
  if (/(?:^|\n)[\s\uFEFF]*BEGIN:VCARD/i.test(decoded)) return parseCards(decoded);
  throw new ReadError("corrupt", `${source.path} has no contacts: no line is BEGIN:VCARD.`, {
    hint: 'Read it as text, with view "text".',
  });
}

interface Wanted {
  readonly path: string;
  /** The number of the image, from 1. */
  readonly number: number;
}

/** Yields an image of each requested contact, by the handler of images. */
async function* imageEvents(
  cards: readonly Card[],
  context: HandlerContext,
  { path, number }: Wanted,
): AsyncGenerator<HandlerEvent> {
  const image = cards[pageOf(context, cards.length) - 1]?.images[number - 1];
  if (image === undefined) throw noImage(cards, path);
  yield* context.nested(nameOf(image), image.bytes);
}

/** Returns the number of the first requested contact. */
function pageOf({ pages }: HandlerContext, total: number): number {
  const [range] = pages ?? [];
  if (range === undefined || "label" in range) return 1;
  return range.first < 0 ? total + range.first + 1 : range.first;
}

function nameOf({ kind, mediaType }: CardImage): string {
  return `${kind}.${mediaType.replace(/^.*\//, "").replace("jpeg", "jpg").replaceAll(/\W/g, "")}`;
}

function noImage(cards: readonly Card[], path: string): ReadError {
  const withImages = cards.flatMap(({ images }, at) => (images.length === 0 ? [] : [at + 1]));
  return new ReadError("out-of-range", `${path} has no such image.`, {
    hint:
      withImages.length === 0
        ? "None of its contacts has an image: read it without `select`."
        : `These contacts have images: ${withImages.slice(0, 20).join(", ")}. Ask for one in \`pages\`.`,
    details: { total: cards.length, unit: "section" },
  });
}

function remarksOf({ otherNames, badLines, isCut }: CardFile): readonly string[] {
  return [
    ...(isCut ? ["A contact has no end: the file may be cut off."] : []),
    ...otherNamesRemark(otherNames),
    ...(badLines > 0 ? [`${badLines} lines of the file are damaged, and not shown: view "text" has all lines.`] : []),
  ];
}

/** Describes contacts: their number, and how many have images. */
export async function describeContacts(source: Source): Promise<HandlerInfo> {
  const { cards } = parseCards(await decodeFolded(source));
  const images = cards.reduce((sum, card) => sum + card.images.length, 0);
  return {
    extents: [extent("section", cards.length)],
    facts: { contacts: cards.length, ...(images > 0 ? { images } : {}) },
  };
}

/** Returns the contacts with their lines in the file. */
export async function outlineContacts(source: Source): Promise<Outline> {
  const { cards } = parseCards(await decodeFolded(source));
  return {
    entries: cards.map(({ title, firstLine, lastLine }) => ({
      kind: "entry" as const,
      name: title,
      title,
      lines: { first: firstLine, last: lastLine },
    })),
  };
}
