/** What a program prints, as text. */
export interface OutputText {
  /** The text of the next bytes, as far as its characters and line ends are whole. */
  add(piece: Uint8Array): string;
  /** What was left open. */
  end(): string;
  readonly bytes: number;
  /** UTF-8 but where a byte order mark says UTF-16, as some programs on Windows print. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Characters that stand for bytes which are none of the encoding. */
  readonly replaced: number;
}

/** Text whose characters and line ends may fall across pieces. */
export function createOutputText(): OutputText {
  let encoding: OutputText["encoding"] = "utf-8";
  let decoder = new TextDecoder(encoding);
  let bytes = 0;
  let replaced = 0;
  let open = "";
  const take = (words: string): string => {
    replaced += words.split("\uFFFD").length - 1;
    const all = open + words;
    // Half of a CRLF would be a line end of its own.
    open = all.endsWith("\r") ? "\r" : "";
    return open === "" ? all : all.slice(0, -1);
  };
  return {
    add(piece) {
      if (bytes === 0) decoder = new TextDecoder((encoding = encodingOf(piece)));
      bytes += piece.length;
      return take(decoder.decode(piece, { stream: true }));
    },
    end() {
      const rest = take(decoder.decode()) + open;
      open = "";
      return rest;
    },
    get bytes() {
      return bytes;
    },
    get encoding() {
      return encoding;
    },
    get replaced() {
      return replaced;
    },
  };
}

function encodingOf([first, second]: Uint8Array): OutputText["encoding"] {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
