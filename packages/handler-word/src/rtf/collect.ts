import type { Destination, GroupState } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";

/** Maximum number of characters that are kept of one group; names and formulas are far shorter. */
const maxCharacters = 1_000_000;

/** Changes the state of the current group. */
export function setState(reader: RtfReader, change: Partial<GroupState>): void {
  reader.state = { ...reader.state, ...change };
}

/** Collects the text of the current group and passes it to `done` when the group closes. */
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

/** Discards the text of the current group. Nested groups may set another destination. */
export function sink(reader: RtfReader): void {
  setState(reader, { destination: ignored });
}

/** Returns a destination for visible document text. */
export function bodyOf(reader: RtfReader, write: (characters: string) => void): Destination {
  return {
    kind: "body",
    text(characters) {
      if (reader.html === undefined) write(characters);
      else if (!reader.state.isHtmlDuplicate) reader.html.push(characters);
    },
  };
}
