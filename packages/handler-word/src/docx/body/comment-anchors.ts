/** Collects the text that comments are anchored to. */
export interface CommentAnchors {
  start(id: string): void;
  end(id: string): void;
  /** Adds document text to the open anchors. */
  text(characters: string): void;
  /**
   * Returns the text that a comment refers to, unless it directly precedes the mark of the comment. Call it at the
   * mark.
   */
  quoteAt(id: string): string | undefined;
}

interface Anchor {
  words: string;
  isOpen: boolean;
  /** True if other text follows the anchored text. */
  isApart: boolean;
}

/** Maximum length of a quote, in characters. */
const maxQuote = 60;

/** Maximum number of open anchors; a hostile document may open any number. */
const maxAnchors = 50;

/** Creates an empty collector. */
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
