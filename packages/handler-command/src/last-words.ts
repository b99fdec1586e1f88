/** Bytes of error output that are kept: the last of it says why a program gave up. */
const maxBytes = 2048;

/** The end of what a program writes to standard error. */
export interface LastWords {
  add(piece: Uint8Array): void;
  /** Without colours, with `…` for the start that was lost and for each of the places. */
  text(): string;
}

/** Nothing said yet; `places` are paths of this machine that concern nobody. */
export function createLastWords(places: readonly string[]): LastWords {
  let kept = new Uint8Array();
  let isCut = false;
  return {
    add(piece) {
      const all = new Uint8Array(kept.length + piece.length);
      all.set(kept);
      all.set(piece, kept.length);
      isCut ||= all.length > maxBytes;
      kept = all.slice(-maxBytes);
    },
    text() {
      const decoded = new TextDecoder().decode(kept).replace(isCut ? /^\uFFFD+/ : "", "");
      const known = places.filter((place) => place.length > 1).toSorted((left, right) => right.length - left.length);
      const plain = known.reduce((text, place) => text.replaceAll(place, "…"), withoutColours(decoded));
      return `${isCut ? "…" : ""}${plain.trim()}`;
    },
  };
}

/** Sequences of terminals; what else would act on one is escaped where it is shown. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ESC starts such a sequence
  return text.replaceAll(/\u001b\[[\d;?]*[ -/]*[@-~]/g, "").replaceAll("\r\n", "\n");
}
