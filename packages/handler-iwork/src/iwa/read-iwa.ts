import { type HandlerContext, ReadError } from "@reader/core/handler";
import type { OfficePackage } from "@reader/office-kit/package";
import type {
  AppleDocument,
  Content,
  KeynoteDocument,
  NumbersDocument,
  PagesDocument,
  Sheet,
  Slide,
  Story,
} from "../model/apple-document.ts";
import { plainText } from "../model/apple-document.ts";
import { loadIwaEngine, type Message } from "./message.ts";
import { type IwaObjects, readObjects } from "./objects.ts";
import { createDrawableReader, type DrawableReader, storageOf } from "./read-drawables.ts";
import { readStory } from "./read-story.ts";
import {
  documentType,
  drawableTypes,
  keynoteTypes,
  numbersTypes,
  pagesDocumentType,
  pagesTypes,
  tableTypes,
  textTypes,
} from "./types.ts";

/** Reads a document of the programs since 2013: archives of objects in `Index`. Throws `corrupt` and `too-large`. */
export async function readIwa(opened: OfficePackage, context: HandlerContext, path: string): Promise<AppleDocument> {
  const engine = await loadIwaEngine();
  const names = opened.zip.entries.map(({ name }) => name);
  const parts = names.filter((name) => /\.iwa$/i.test(name));
  const objects = await readObjects(opened, parts, { engine, signal: context.signal });
  const reader = createDrawableReader(objects, opened, picturesIn(objects, names));
  const document = pagesIn(reader) ?? numbersIn(reader) ?? keynoteIn(reader);
  if (document !== undefined) return document;
  throw new ReadError("corrupt", `${path} has no text, sheet or slide that could be found.`, {
    hint: "Ask for an undamaged copy, or for an export as PDF.",
  });
}

const base = { facts: {}, notices: [] } as const;

function pagesIn(reader: DrawableReader): PagesDocument | undefined {
  const [found] = reader.objects.ofType(pagesDocumentType);
  return found === undefined ? undefined : { ...base, ...readPages(found[1], reader) };
}

function numbersIn(reader: DrawableReader): NumbersDocument | undefined {
  const [root] = reader.objects.ofType(documentType);
  const sheets = root === undefined ? [] : readSheets(root[1], reader);
  return sheets.length === 0 ? undefined : { ...base, kind: "numbers", sheets };
}

function keynoteIn(reader: DrawableReader): KeynoteDocument | undefined {
  const [show] = reader.objects.ofType(keynoteTypes.show);
  const slides = show === undefined ? [] : readSlides(show[1], reader);
  return slides.length === 0 ? undefined : { ...base, kind: "keynote", slides };
}

/** The description of the package, and the files in it. */
const metadataType = 11_006;

/** Returns the image members by the identifier that images refer to. */
function picturesIn(objects: IwaObjects, names: readonly string[]): ReadonlyMap<number, string> {
  const byName = new Map(names.map((name) => [name.slice(name.lastIndexOf("/") + 1), name]));
  const pictures = new Map<number, string>();
  for (const [, metadata] of objects.ofType(metadataType)) {
    for (const data of [...metadata.messages(3), ...metadata.messages(4)]) {
      const id = data.number(1);
      const name = byName.get(data.text(4)) ?? byName.get(data.text(3));
      if (id !== undefined && name !== undefined) pictures.set(id, name);
    }
  }
  return pictures;
}

/** Fields of a Pages document (`TP.DocumentArchive`). */
const pagesFields = { floating: 3, body: 4 } as const;

function readPages(root: Message, reader: DrawableReader): Omit<PagesDocument, "facts" | "notices"> {
  const { objects } = reader;
  const body = readStory(root.reference(pagesFields.body), reader);
  const floating = objects.find(root.reference(pagesFields.floating), pagesTypes.floatingDrawables);
  const groups = (floating?.messages(1) ?? []).toSorted((one, other) => (one.number(1) ?? 0) - (other.number(1) ?? 0));
  const beside = groups.flatMap((group) => reader.contentsOf(drawablesIn(group)));
  return { kind: "pages", pageLines: pageLinesOf(objects, reader), contents: [...listOf(body), ...beside] };
}

/** Returns the objects that float on a page: behind the text, and in front of it. */
function drawablesIn(group: Message): readonly number[] {
  return [2, 3, 4].flatMap((field) => group.messages(field).flatMap((entry) => entry.reference(1) ?? []));
}

/** Kinds of texts: a header or footer of a page. */
const headerKind = 1;

/** Fields of the parts of a section that have headers and footers: three of each. */
function pageLinesOf(objects: IwaObjects, reader: DrawableReader): PagesDocument["pageLines"] {
  const lines: { what: "Header" | "Footer"; story: Story }[] = [];
  for (const [, page] of objects.ofType(pageMasterType)) {
    for (const [what, field] of [
      ["Header", 1],
      ["Footer", 2],
    ] as const) {
      for (const id of page.references(field)) {
        const story = readStory(id, reader);
        const isHeader = objects.find(id, ...textTypes.storage)?.number(1) === headerKind;
        if (story !== undefined && isHeader && plainText(story) !== "") lines.push({ what, story });
      }
    }
  }
  return lines;
}

/** The headers and footers of one kind of pages in a section (`TP.SectionTemplateArchive`). */
const pageMasterType = 10_143;

function listOf(story: Story | undefined): readonly Content[] {
  return story === undefined ? [] : [story];
}

function readSheets(root: Message, reader: DrawableReader): readonly Sheet[] {
  return root.references(1).flatMap((id) => {
    const sheet = reader.objects.find(id, numbersTypes.sheet);
    return sheet === undefined ? [] : [{ name: sheet.text(1), contents: reader.contentsOf(sheet.references(2)) }];
  });
}

/** Fields of a show and of its tree of slides (`KN.ShowArchive`, `KN.SlideTreeArchive`). */
const showFields = { tree: 3, slides: 2, root: 1 } as const;

/** Maximum number of slides; the depth of their outline is limited by it too. */
const maxSlides = 10_000;

function readSlides(show: Message, reader: DrawableReader): readonly Slide[] {
  const tree = show.message(showFields.tree);
  const listed = tree?.references(showFields.slides) ?? [];
  const queue = [...(listed.length > 0 ? listed : (tree?.references(showFields.root) ?? []))].toReversed();
  const seen = new Set<number>();
  const slides: Slide[] = [];
  for (let id = queue.pop(); id !== undefined && slides.length < maxSlides; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { slide, children } = nodeOf(id, reader.objects);
    if (slide !== undefined) slides.push(readSlide(slide, reader));
    queue.push(...children.toReversed());
  }
  return slides;
}

/** Returns the slide of a node of the tree, and the nodes below it. */
function nodeOf(id: number, objects: IwaObjects): { slide: Message | undefined; children: readonly number[] } {
  const node = objects.find(id, keynoteTypes.slideNode);
  const slide = objects.find(node?.reference(nodeFields.slide), keynoteTypes.slide);
  return { slide, children: node?.references(nodeFields.children) ?? [] };
}

/** Fields of a slide node and of a slide (`KN.SlideNodeArchive`, `KN.SlideArchive`). */
const nodeFields = { children: 1, slide: 2 } as const;
const slideFields = { title: 5, body: 6, drawables: 7, note: 27, object: 30, inOrder: 42 } as const;

function readSlide(slide: Message, reader: DrawableReader): Slide {
  const { objects } = reader;
  const [title] = slide.references(slideFields.title);
  const heading = objects.find(title, keynoteTypes.placeholder);
  const titleStory = heading === undefined ? undefined : readStory(storageOf(heading, objects), reader);
  const isNote = (id: number): boolean => objects.typeOf(id) === keynoteTypes.note;
  const note = [...slide.references(slideFields.note), ...slide.everyReference()].find(isNote);
  return {
    title: titleStory === undefined ? "" : plainText(titleStory),
    isSkipped: false,
    contents: reader.contentsOf(drawablesOf(slide, objects).filter((id) => id !== title)),
    notes: readStory(objects.find(note, keynoteTypes.note)?.reference(1), reader),
    comments: [],
  };
}

/** Returns the drawn objects of a slide; any to which it refers if they are not where they are expected. */
function drawablesOf(slide: Message, objects: IwaObjects): readonly number[] {
  const { body, object, drawables, inOrder } = slideFields;
  const expected = [body, object, drawables, inOrder].flatMap((field) => slide.references(field));
  return [...expected, ...slide.everyReference().filter((id) => isDrawable(objects.typeOf(id)))];
}

function isDrawable(type: number | undefined): boolean {
  return type === textTypes.shape || type === tableTypes.info || type === drawableTypes.image;
}
