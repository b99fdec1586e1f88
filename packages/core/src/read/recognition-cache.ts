import { createLruCache } from "../memory/lru-cache.ts";
import type { Recognised, RecognisableImage } from "../contract/recognition.ts";

/** What was recognised lately, by the bytes of the picture and its size. */
export interface RecognitionCache {
  /**
   * What is known of a picture, or what `recognise` gives, which is then known, as long as no more processes of the
   * recogniser were condemned than by now.
   */
  get(image: RecognisableImage, recognise: () => Promise<Recognised>, condemned?: number): Promise<Recognised>;
}

/** A page takes seconds to recognise and some 100 KB to keep: words and their places. */
const limits = { maxEntries: 64, maxBytes: 32 * 1024 * 1024, entryBytes: 1024 };

/** Objects of a line or of a word, with its box. */
const itemBytes = 250;

/** Creates an empty cache; the least recently used text goes first. */
export function createRecognitionCache(): RecognitionCache {
  const kept = createLruCache<Recognised>(limits);
  return {
    async get(image, recognise, condemned = 0) {
      const key = `${condemned} ${await keyOf(image)}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const recognised = await recognise();
      kept.set(key, recognised, bytesOf(recognised));
      return recognised;
    },
  };
}

function bytesOf({ lines }: Recognised): number {
  const ofLine = ({ text, words }: Recognised["lines"][number]): number =>
    itemBytes + 2 * text.length + words.reduce((sum, word) => sum + itemBytes + 2 * word.text.length, 0);
  return lines.reduce((sum, line) => sum + ofLine(line), 0);
}

async function keyOf({ data, widthPx, heightPx }: RecognisableImage): Promise<string> {
  // The bytes may be a view of shared memory, which the digest refuses.
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(data));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${widthPx}×${heightPx} ${hash}`;
}
