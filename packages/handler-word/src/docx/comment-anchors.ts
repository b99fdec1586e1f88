/** Follows the text between the start and the end of what comments are about. */
export interface CommentAnchors {
  start(id: string): void;
  end(id: string): void;
  /** Tells of text of the document. */
  text(characters: string): void;
  /** What a comment is about, where that is not what stands right before its mark; to be asked at the mark. */
  quoteAt(id: string): string | undefined;
}

interface Anchor {
  words: string;
  isOpen: boolean;
  /** Whether other text follows it. */
  isApart: boolean;
}

/** Characters that are quoted. */
const maxQuote = 60;

/** Anchors that are followed at once; a document made to hurt opens any number of them and ends none. */
const maxAnchors = 50;

/** No anchor yet. */
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
