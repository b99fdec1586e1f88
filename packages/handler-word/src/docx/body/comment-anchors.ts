/** Collects the text that comments are anchored to. */
export interface CommentAnchors {
  start(id: string): void;
  end(id: string): void;
  /** Adds text of the document. */
  text(characters: string): void;
  /** The text that a comment is about, unless it is right before the mark of the comment. Call it at the mark. */
  quoteAt(id: string): string | undefined;
}

interface Anchor {
  words: string;
  isOpen: boolean;
  /** True if other text follows the anchored text. */
  isApart: boolean;
}

/** The most characters that are quoted. */
const maxQuote = 60;

/** The most anchors that are open at once; a hostile document may open any number. */
const maxAnchors = 50;

/** Creates a collector without anchors. */
export function createCommentAnchors(): CommentAnchors {
  const anchors = new Map<string, Anchor>();
  return {
    start(id) {
      if (anchors.size < maxAnchors) anchors.set(id, { words: "", isOpen: true, isApart: false });
    },
    end(id) {
      const anchor = anchors.get(id);
      if (anchor !== undefined) anchor.isOpen = false;
    },
    text(characters) {
      if (anchors.size === 0) return;
      for (const anchor of anchors.values()) follow(anchor, characters);
    },
    quoteAt(id) {
      const anchor = anchors.get(id);
      anchors.delete(id);
      if (anchor?.isApart !== true) return undefined;
      const words = anchor.words.replace(/\s+/g, " ").trim();
      return words.length > maxQuote ? `${words.slice(0, maxQuote).trimEnd()}…` : words;
    },
  };
}

function follow(anchor: Anchor, characters: string): void {
  if (!anchor.isOpen) anchor.isApart ||= characters.trim() !== "";
  else if (anchor.words.length <= maxQuote) anchor.words += characters;
}
