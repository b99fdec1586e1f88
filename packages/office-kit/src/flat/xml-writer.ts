/** Writes XML. */
export interface XmlWriter {
  open(name: string, attributes?: Readonly<Record<string, string>>): void;
  /** Closes the element that was opened last. */
  close(): void;
  text(characters: string): void;
  /** Closes the open elements and returns the XML in UTF-8. */
  end(): Uint8Array;
}

/** Number of characters to collect before encoding them. Encoding one long string would copy all of it. */
const pieceCharacters = 64 * 1024;

/** Creates an empty writer. */
export function createXmlWriter(): XmlWriter {
  const pieces: Uint8Array[] = [];
  const open: string[] = [];
  let waiting = "";
  const write = (markup: string): void => {
    waiting += markup;
    if (waiting.length < pieceCharacters) return;
    pieces.push(encoder.encode(waiting));
    waiting = "";
  };
  const close = (): void => write(`</${open.pop() ?? ""}>`);
  return {
    open(name, attributes = {}) {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
      open.push(name);
      write(`<${name}${written.join("")}>`);
    },
    close,
    text: (characters) => write(escaped(characters)),
    end() {
      while (open.length > 0) close();
      pieces.push(encoder.encode(waiting));
      waiting = "";
      return new Uint8Array(Buffer.concat(pieces));
    },
  };
}

const encoder = new TextEncoder();

/** Escapes markup, and line ends and tabs, which a parser would normalize. */
function escaped(text: string): string {
  return /[&<>"\t\n\r]/.test(text) ? text.replaceAll(/[&<>"\t\n\r]/g, reference) : text;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
