import type { Destination, GroupState } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";

/** Characters of data that are kept of one group; names and formulas are shorter by far. */
const maxCharacters = 1_000_000;

/** Changes the state of the group that is open. */
export function setState(reader: RtfReader, change: Partial<GroupState>): void {
  reader.state = { ...reader.state, ...change };
}

/** Collects the text of the group that is open, and hands it over at its end. */
export function collect(reader: RtfReader, done: (text: string) => void): void {
  const pieces: string[] = [];
  let length = 0;
  const text = (characters: string): void => {
    length += characters.length;
    if (length <= maxCharacters) pieces.push(characters);
  };
  setState(reader, { destination: { kind: "data", text }, onClose: () => done(pieces.join("")) });
}

const ignored: Destination = { kind: "data", text: () => undefined };

/** The text of the group is for nobody; that of groups inside it may be. */
export function sink(reader: RtfReader): void {
  setState(reader, { destination: ignored });
}

/** Where the text of the document goes. */
export function bodyOf(reader: RtfReader, write: (characters: string) => void): Destination {
  return {
    kind: "body",
    text(characters) {
      if (reader.html === undefined) write(characters);
      else if (!reader.state.isHtmlTwin) reader.html.push(characters);
    },
  };
}
