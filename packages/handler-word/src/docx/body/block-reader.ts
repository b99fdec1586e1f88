import { ReadError } from "@reader/core/handler";
import {
  plainText,
  fastScanInSteps,
  type TreeListener,
  createTagMemory,
  type TagMemory,
  type XmlElement,
  type XmlNode,
  canonicalName,
  createXmlReader,
  type XmlAttributes,
} from "@reader/office-kit/xml";

/** A part of a document that consists of blocks. */
export interface BlockPart {
  readonly bytes: Uint8Array;
  /** The name of the part, for messages. */
  readonly name: string;
  /** The elements around the blocks, from the root on, such as `w:document` and `w:body`. */
  readonly path: readonly string[];
}

/** Receives the blocks of a part in document order. */
export interface BlockListener {
  /**
   * If given, blocks are skimmed: the tree of a block contains only its properties and marked elements, unless it is a
   * paragraph with properties for which this returns true.
   */
  readonly needsAll?: (properties: XmlElement | undefined) => boolean;
  /** Called when a container opens: a table, a content control or another wrapper. Its content follows as blocks. */
  enter(name: string): void;
  leave(name: string): void;
  /**
   * Called for a paragraph, a table row, the properties of a table, or any other element outside them. `isMarked` is
   * true if the block contains an element of `markedNames`.
   */
  block(element: XmlElement, isMarked: boolean): void;
}

/** A part that can be read several times, by the fast parser for plain XML or by a complete parser. */
export interface BlockSource {
  readonly part: BlockPart;
  /** The text of the part for the fast parser; `undefined` if the complete parser must read its bytes. */
  readonly text: string | undefined;
  readonly memory: TagMemory;
}

/** Elements whose attributes are not needed. */
const bareNames: ReadonlySet<string> = new Set(["w:p", "w:r", "w:tr", "w:bookmarkStart", "w:bookmarkEnd"]);

/** Creates the tag memory for the parts of one document. */
export function createBlockMemory(): TagMemory {
  return createTagMemory(canonicalName, bareNames);
}

/** Maximum number of elements in one block. A book of 1000 pages has 500 000 in all. */
const maxElements = 1_000_000;

/** Maximum text length of one part, in characters. */
const maxTextCharacters = 32_000_000;

/** Number of bytes that the strict parser reads in one step. */
const strictStepBytes = 64 * 1024;

/** Elements that `isMarked` reports: tracked changes, text boxes and drop caps. */
const markedNames: ReadonlySet<string> = new Set([
  "w:ins",
  "w:del",
  "w:moveTo",
  "w:moveFrom",
  "w:rPrChange",
  "w:pPrChange",
  "w:cellIns",
  "w:cellDel",
  "w:txbxContent",
  "w:framePr",
]);

/** Elements whose children are read as separate blocks. */
const containers: ReadonlySet<string> = new Set([
  "w:sdt",
  "w:sdtContent",
  "w:customXml",
  "w:smartTag",
  "w:ins",
  "w:del",
  "w:moveTo",
  "w:moveFrom",
]);

const tableProperties = "w:tblPr";

/** Returns the ways to read a part; starts with the fast one if it may be possible. */
export function blockSources(part: BlockPart, memory: TagMemory): readonly BlockSource[] {
  const text = plainText(part.bytes);
  const strict: BlockSource = { part, text: undefined, memory };
  return text === undefined ? [strict] : [{ part, text, memory }, strict];
}

/**
 * Reads the blocks of a part in steps of some milliseconds, and pauses after each. Returns false if the fast parser
 * gives up, possibly after some blocks, or if the root element is unexpected. Throws `too-large`; the complete parser
 * also throws `corrupt`.
 */
export function* readBlocks(
  { part, text, memory }: BlockSource,
  listener: BlockListener,
): Generator<undefined, boolean> {
  const tree = new BlockTree(part, listener);
  const isRead = text === undefined ? yield* readStrictly(part, tree) : yield* fastScanInSteps(memory, text, tree);
  return isRead && tree.hasRoot;
}

function* readStrictly({ bytes, name }: BlockPart, tree: BlockTree): Generator<undefined, boolean> {
  const reader = createXmlReader(name, tree);
  for (let at = 0; at < bytes.length; at += strictStepBytes) {
    reader.write(bytes.subarray(at, at + strictStepBytes));
    yield;
  }
  reader.end();
  return true;
}

/** An element that is still open. */
interface OpenElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  children: readonly XmlNode[];
  /** True if this element contains a marked element, or one precedes it in the same block. */
  isMarked: boolean;
}

/**
 * Elements that are omitted from skimmed blocks. They contain most of the text, and properties contain none of them.
 */
const skimmedNames: ReadonlySet<string> = new Set(["w:r", "w:p", "w:tc"]);

/** Builds the tree of each block, and discards it afterwards. */
class BlockTree implements TreeListener {
  readonly #part: BlockPart;
  readonly #listener: BlockListener;
  /** The open containers, including the path from the root. */
  readonly #containers: string[] = [];
  /** The open elements of the block, and the index in `#nodes` at which the children of each start. */
  readonly #open: OpenElement[] = [];
  readonly #starts: number[] = [];
  /** The nodes of all open elements in one list. Separate lists would grow in steps and stay half empty. */
  readonly #nodes: XmlNode[] = [];
  /** Elements in the tag memory that contain marked elements. */
  readonly #marked = new Set<XmlElement>();
  #isMarked = false;
  #isSkimming = false;
  /** The element to skip: runs are not needed while a block is skimmed and nothing in it is marked. */
  skippedName: string | undefined;
  #isInTable = false;
  #elements = 0;
  #textCharacters = 0;
  #hasRoot = false;

  constructor(part: BlockPart, listener: BlockListener) {
    this.#part = part;
    this.#listener = listener;
  }

  /** True if the root element is the expected one. */
  get hasRoot(): boolean {
    return this.#hasRoot;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#open.length === 0 && this.#enter(name)) return;
    this.#elements += 1;
    if (this.#elements > maxElements) throw tooLarge(this.#part.name, `${maxElements} elements in one block`);
    if (this.#open.length === 0) this.#skim(this.#canSkim(name, undefined));
    this.#open.push({ name, attributes, children: none, isMarked: this.#isMarked });
    if (markedNames.has(name)) this.#mark();
    this.#starts.push(this.#nodes.length);
  }

  close(name: string): void {
    const element = this.#open.pop();
    if (element === undefined) return this.#leave(name);
    const start = this.#starts.pop() ?? 0;
    if (this.#isSkimming && this.#isLeftOut(element)) {
      this.#nodes.length = start;
      return;
    }
    if (this.#nodes.length > start) {
      element.children = this.#nodes.slice(start);
      this.#nodes.length = start;
    }
    if (this.#open.length > 0) this.#add(element);
    else this.#finish(element);
  }

  text(characters: string): void {
    if (this.#open.length === 0) return;
    this.#textCharacters += characters.length;
    if (this.#textCharacters > maxTextCharacters) {
      throw tooLarge(this.#part.name, `${maxTextCharacters} characters of text`);
    }
    if (!this.#isSkimming || this.#isMarked) this.#nodes.push(characters);
  }

  /** Skips properties outside blocks, such as those of sections, but not those of tables. */
  adopt(element: XmlElement): void {
    if (this.#open.length === 0) {
      if (this.#isInTable && element.name === tableProperties) this.#listener.block(element, false);
      return;
    }
    if (this.#marked.size > 0 && this.#marked.has(element)) this.#mark();
    this.#add(element);
  }

  last(): XmlElement | undefined {
    const node = this.#nodes.at(-1);
    if (node === undefined || typeof node === "string") return undefined;
    if (hasMark(node)) this.#marked.add(node);
    return node;
  }

  #add(element: XmlElement): void {
    this.#nodes.push(element);
    if (this.#open.length !== 1 || element.name !== "w:pPr") return;
    this.#skim(this.#isSkimming && this.#canSkim("w:p", element));
  }

  #skim(isSkimming: boolean): void {
    this.#isSkimming = isSkimming;
    this.skippedName = isSkimming && !this.#isMarked ? "w:r" : undefined;
  }

  #mark(): void {
    this.#isMarked = true;
    this.skippedName = undefined;
    for (const element of this.#open) element.isMarked = true;
  }

  #canSkim(name: string, properties: XmlElement | undefined): boolean {
    const { needsAll } = this.#listener;
    return needsAll !== undefined && (name !== "w:p" || !needsAll(properties));
  }

  #isLeftOut({ name, isMarked }: OpenElement): boolean {
    return this.#open.length > 0 && !isMarked && skimmedNames.has(name);
  }

  /** Enters a container. Returns false if the element is a block. */
  #enter(name: string): boolean {
    const { path } = this.#part;
    const depth = this.#containers.length;
    const isContainer = depth < path.length ? path[depth] === name : this.#isContainer(name);
    if (!isContainer) return false;
    this.#containers.push(name);
    if (depth === 0) this.#hasRoot = true;
    if (depth < path.length) return true;
    if (name === "w:tbl") this.#isInTable = true;
    this.#listener.enter(name);
    return true;
  }

  #isContainer(name: string): boolean {
    return containers.has(name) || (name === "w:tbl" && !this.#isInTable);
  }

  #leave(name: string): void {
    this.#containers.pop();
    if (this.#containers.length < this.#part.path.length) return;
    if (name === "w:tbl") this.#isInTable = false;
    this.#listener.leave(name);
  }

  #finish(element: XmlElement): void {
    const isMarked = this.#isMarked;
    this.#isMarked = false;
    this.skippedName = undefined;
    this.#elements = 0;
    // Properties of controls and sections are not blocks.
    if (element.name.endsWith("Pr") && element.name !== tableProperties) return;
    if (this.#containers.length >= this.#part.path.length) this.#listener.block(element, isMarked);
  }
}

const none: readonly XmlNode[] = [];

function hasMark(element: XmlElement): boolean {
  return markedNames.has(element.name) || element.children.some((child) => typeof child !== "string" && hasMark(child));
}

function tooLarge(part: string, what: string): ReadError {
  return new ReadError("too-large", `${part} has more than ${what}.`, {
    hint: "Convert the document to text with `pandoc` or LibreOffice first, or ask for it in parts.",
  });
}
