import { SaxesParser } from "saxes";
import { ReadError } from "@reader/core/handler";

/** An attribute as the file writes it. */
export interface SaxAttribute {
  readonly name: string;
  readonly value: string;
}

/** Receives the content of an XML part, in order, with the names in the file. */
export interface SaxListener {
  open(name: string, attributes: readonly SaxAttribute[]): void;
  close(name: string): void;
  /** May be called several times for one run of text. */
  text(characters: string): void;
  cdata(characters: string): void;
  /** Called for a comment, which separates the text around it. */
  aside?(): void;
}

/** Parses the bytes of a part in chunks. */
export interface XmlReader {
  write(piece: Uint8Array): void;
  /** Throws `corrupt` if the part is incomplete. */
  end(): void;
}

/** Maximum nesting; documents of programs stay below 60. */
const maxDepth = 256;

/** Number of bytes parsed at once. A longer run of text is emitted in pieces, never held whole. */
const pieceBytes = 64 * 1024;

/** Maximum size of a tag or comment. Attributes with embedded images have about 100 000 characters. */
const maxMarkupCharacters = 16 * 1024 * 1024;

/**
 * Parses XML of a document within limits: no DOCTYPE, only the five XML entities, bounded depth, and bounded memory for
 * long constructs. Errors name the part as `part`; `change` transforms the characters before parsing. `write` and `end`
 * throw `corrupt`.
 */
export function createSax(
  part: string,
  listener: SaxListener,
  change: (characters: string) => string = asItIs,
): XmlReader {
  const parser = createLimitedParser(part, listener);
  const decoder = createXmlDecoder();
  let hasStarted = false;
  const give = (characters: string): void => {
    // Some programs put an empty line or a second byte order mark in front of the declaration.
    const changed = change(hasStarted ? characters : characters.replace(/^[\s\uFEFF]+/, ""));
    if (changed === "") return;
    hasStarted = true;
    parser.write(changed);
  };
  return {
    write(bytes) {
      // Decodes chunk by chunk: parsing slices of one long string is three times slower.
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        give(decoder.decode(bytes.subarray(at, at + pieceBytes)));
      }
    },
    end() {
      give(decoder.end());
      parser.end();
    },
  };
}

/** Throws at the first fault. */
class StrictParser extends SaxesParser<{ xmlns: false; position: false }> {
  readonly #part: string;

  constructor(part: string) {
    super({ xmlns: false, position: false });
    this.#part = part;
  }

  override fail(message: string): this {
    throw corrupt(this.#part, "is not well-formed", new Error(message));
  }
}

function asItIs(characters: string): string {
  return characters;
}

interface LimitedParser {
  write(piece: string): void;
  end(): void;
}

/** The unfinished construct of a parser. */
interface Position {
  /** Number of characters passed to it. */
  given: number;
  /** The end of the last markup, in the same count. */
  markupEnd: number;
  /** True if only text has followed. */
  isInText: boolean;
  /** True if the text ends inside an entity reference. */
  isInEntity: boolean;
  isFlushing: boolean;
}

function createLimitedParser(part: string, listener: SaxListener): LimitedParser {
  const parser = new StrictParser(part);
  const position: Position = { given: 0, markupEnd: 0, isInText: true, isInEntity: false, isFlushing: false };
  listen(parser, { part, position, listener });
  const give = (piece: string | null): void => {
    position.given += piece?.length ?? 0;
    parser.write(piece);
  };
  return {
    write(piece) {
      const start = position.given;
      give(piece);
      follow(position, piece, start);
      const held = position.given - position.markupEnd;
      if (position.isInText && !position.isInEntity) {
        if (held > pieceBytes) flush(position, give);
      } else if (held > maxMarkupCharacters) {
        throw corrupt(part, `has a tag of more than ${maxMarkupCharacters} characters`);
      }
    },
    end: () => give(null),
  };
}

/** Returns the unfinished construct after a chunk that starts there. */
function follow(position: Position, piece: string, start: number): void {
  const { markupEnd } = position;
  const rest = markupEnd > start ? piece.slice(markupEnd - start) : piece;
  if (markupEnd > start) {
    position.isInText = true;
    position.isInEntity = false;
  }
  if (rest.includes("<")) position.isInText = false;
  const entity = rest.lastIndexOf("&");
  const end = rest.lastIndexOf(";");
  if (entity !== end) position.isInEntity = entity > end;
}

/** The parser keeps a run of text until its end. An empty comment makes it emit the text. */
function flush(position: Position, give: (piece: string) => void): void {
  position.isFlushing = true;
  give("<!---->");
  position.isFlushing = false;
}

const none: readonly SaxAttribute[] = [];

interface Listening {
  readonly part: string;
  readonly position: Position;
  readonly listener: SaxListener;
}

/** Seven event handlers at most: with an eighth, V8 turns the parser into a dictionary, which is five times slower. */
function listen(parser: StrictParser, { part, position, listener }: Listening): void {
  let depth = 0;
  const attributes: SaxAttribute[] = [];
  let count = 0;
  parser.on("attribute", (attribute) => void (attributes[count++] = attribute));
  parser.on("opentag", ({ name }) => {
    position.markupEnd = parser.position;
    depth += 1;
    if (depth > maxDepth) throw corrupt(part, `nests its elements more than ${maxDepth} deep`);
    listener.open(name, count === 0 ? none : attributes.slice(0, count));
    count = 0;
  });
  parser.on("closetag", ({ name }) => {
    position.markupEnd = parser.position;
    depth -= 1;
    listener.close(name);
  });
  parser.on("text", (characters) => listener.text(characters));
  parser.on("cdata", (characters) => {
    position.markupEnd = parser.position;
    listener.cdata(characters);
  });
  parser.on("doctype", () => {
    throw corrupt(part, "declares a document type, which no such document does");
  });
  parser.on("comment", () => {
    position.markupEnd = parser.position;
    if (!position.isFlushing) listener.aside?.();
  });
}

function corrupt(part: string, problem: string, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${part} ${problem}.`, cause === undefined ? {} : { cause });
}

/** Decodes the bytes of an XML part in chunks. Invalid bytes become U+FFFD. */
interface XmlDecoder {
  decode(piece: Uint8Array): string;
  /** Returns the remaining text. */
  end(): string;
}

/** Number of bytes searched for a declaration. With fewer, decoding waits for more. */
const headBytes = 128;

/** Creates a decoder for the encoding that the first bytes declare (XML 1.0, appendix F). */
function createXmlDecoder(): XmlDecoder {
  let head: Uint8Array = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    decode(piece) {
      if (decoder !== undefined) return decoder.decode(piece, { stream: true });
      const bytes = head.length === 0 ? piece : joined(head, piece);
      if (bytes.length < headBytes) {
        head = bytes.slice();
        return "";
      }
      decoder = decoderOf(bytes);
      return decoder.decode(bytes, { stream: true });
    },
    end: () => (decoder === undefined ? decoderOf(head).decode(head) : decoder.decode()),
  };
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

/** The first two bytes of UTF-16: a byte order mark, or the first `<`. */
const utf16Starts: ReadonlyMap<number, string> = new Map([
  [0xfffe, "utf-16le"],
  [0x3c00, "utf-16le"],
  [0xfeff, "utf-16be"],
  [0x003c, "utf-16be"],
]);

/** Detects the encoding: UTF-16 by its first bytes, another superset of ASCII by the declaration, otherwise UTF-8. */
function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first = 0, second = 0] = bytes;
  const utf16 = bytes.length > 1 ? utf16Starts.get(first * 256 + second) : undefined;
  if (utf16 !== undefined) return new TextDecoder(utf16);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, headBytes));
  const label = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1] ?? "utf-8";
  return labelled(/^utf-?16|^ucs-?2|^iso-10646/i.test(label) ? "utf-8" : label);
}

function labelled(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
