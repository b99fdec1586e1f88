import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as handler from "../src/handler.ts";
import * as index from "../src/index.ts";
import * as decoders from "../src/decoders.ts";
import * as internal from "../src/internal.ts";
import * as render from "../src/render.ts";

/** What each entry exports. Adding a name here is a decision. */
const surface = {
  index: {
    values: `
      ReadError anthropic capabilityProfiles createPolicy createReader createSession defaultBudget
      defaultPolicy defaultRules estimateTokens gemini loadExactTokenCounter nodeFileSystem openai
      readErrorCodes textOnly
    `,
    types: `
      Budget BytesOutcome BytesResult Capabilities Clip Continuation Cost DirectoryEntry DirectoryHandle
      DocumentCapabilities DocumentPart Extent FailedHandler FileHandle FileKind FileOutcome FileResult
      FileStat FileSystem FilterResult FilterVerdict FolderEntry FolderOutcome FolderResult Handler ImageCapabilities ImagePart
      InfoOutcome InfoResult Json LineBoxes LineRange MediaPattern MediaType Notice Outline OutlineEntry OutlineExcerpt OverBudget
      PageRange Place PlaceUnit Policy PolicyOptions ReadErrorCode ReadErrorData ReadFailure ReadOptions
      ReadOutcome ReadProgress ReadRequest ReadResult Reader ReaderOptions Recogniser RequestRules
      ResultPart SearchFilter Session Snapshot Stop StopSignal TextFacts TextPart TextSection TokenCounter Transcriber View
    `,
  },
  handler: {
    values: `
      ReadError defineHandler document extent headingOutline image notice quoted text
    `,
    types: `
      Budget Canary Capabilities Handler HandlerContext HandlerDefinition HandlerEvent HandlerInfo HandlerOrigin
      Json MediaType Notice Outline OutlineEntry OutlineKind OutlinerDefinition PageRange Place PlaceUnit
      Sniff Source View
    `,
  },
  render: {
    values: `
      createLineNumberer defaultGutter escapeName escapeText gutters handlerWords humanLine inlineMark
      listedName markFact named noticeText outlineLines readableSize remark renderBlocks renderError
      renderPieces renderText renderTexts requestWords scaleWords shellWord speakableReason
    `,
    types: `
      Block Gutter LineNumberer NumbererOptions RenderOptions RenderedTexts
    `,
  },
  internal: {
    values: `
      anyModel capabilityProfiles cleanEvent cleanInfo cleanOutline cleanRecognised createYielder csvField csvRecord findHandler findNuls findOutliner imageTokens isBinary isImageFault leadsToFile linkDestination markedText matchesMediaType nameDistance nestHeadings noticeFields readErrorCodes recognisedPart requestNames shownAddress typeByName unrecognisedText
    `,
    types: `
      AddonUse Box ByteRange Heading InnerRequest LineBox LineBoxes NoticeField PageProgress PlacedLine ReadErrorDetails ReadErrorOptions RecognisableImage RecogniseOptions Recognised RecognisedLine RecognisedText RecognisedWord SniffedText Transcript
    `,
  },
  decoders: {
    values: `createLegacyDecoder createTextDecoder detectEncoding resolveEncoding`,
    types: ``,
  },
};

const modules = { index, handler, render, internal, decoders };
const entries = Object.keys(modules) as readonly (keyof typeof modules)[];

/**
 * Types that both callers and authors of handlers need, the class that both need at run time, and constants that code in
 * child processes gets from `internal`, so that it does not load the reader.
 */
const shared = `
  Budget Capabilities Handler Json LineBoxes MediaType Notice Outline OutlineEntry PageRange Place PlaceUnit ReadError
  View capabilityProfiles readErrorCodes
`;

test.for(entries)("the entry %s exports these values", (entry) => {
  expect(Object.keys(modules[entry]).toSorted()).toEqual(namesOf(surface[entry].values));
});

test.for(entries)("the entry %s exports these types", (entry) => {
  expect(exportedTypes(entry)).toEqual(namesOf(surface[entry].types));
});

test("every other name has one entry", () => {
  const all = entries.flatMap((entry) => [...Object.keys(modules[entry]), ...exportedTypes(entry)]);
  expect([...new Set(all.filter((name, at) => all.indexOf(name) !== at))].toSorted()).toEqual(namesOf(shared));
});

function namesOf(list: string): readonly string[] {
  return list.split(/\s+/).filter((name) => name !== "");
}

/** The names in the `export type` lists of an entry, which are gone at run time. */
function exportedTypes(entry: string): readonly string[] {
  const source = readFileSync(new URL(`../src/${entry}.ts`, import.meta.url), "utf8");
  const lists = [...source.matchAll(/^export type \{([^}]*)\}/gm)].map(([, names = ""]) => names);
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  return names.filter((name) => name !== "").toSorted();
}
