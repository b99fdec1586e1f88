import { createLruCache } from "../memory/lru-cache.ts";
import type { Recognised, RecognisableImage } from "../contract/recognition.ts";

/** Cache of recently recognised text, by the bytes and size of the image. */
export interface RecognitionCache {
  /**
   * Returns the cached text of an image, or calls `recognise` and caches its result. Results from before the
   * `condemned` count last rose are not used.
   */
  get(image: RecognisableImage, recognise: () => Promise<Recognised>, condemned?: number): Promise<Recognised>;
}

/** Limits of the cache. A page takes seconds to recognise and about 100 KB of memory for words and their positions. */
const limits = { maxEntries: 64, maxBytes: 32 * 1024 * 1024, entryBytes: 1024 };

/** Estimated memory of a line or word with its box, in bytes. */
const itemBytes = 250;

/** Creates an empty cache. It evicts the least recently used text first. */
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
  // Copied, because the bytes may be a view of shared memory, which `digest` rejects.
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(data));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${widthPx}×${heightPx} ${hash}`;
}
