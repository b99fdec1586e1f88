import type { Recognised, RecognisableImage } from "../recognition.ts";

/** What was recognised lately, by the bytes of the picture and its size. */
export interface RecognitionCache {
  /** What is known of a picture, or what `recognise` gives, which is then known. */
  get(image: RecognisableImage, recognise: () => Promise<Recognised>): Promise<Recognised>;
}

/** A page takes seconds to recognise and some 100 KB to keep, words and places. */
const maxKept = 64;

/** An empty cache; what was used least lately goes first. */
export function createRecognitionCache(): RecognitionCache {
  const kept = new Map<string, Recognised>();
  return {
    async get(image, recognise) {
      const key = await keyOf(image);
      const recognised = kept.get(key) ?? (await recognise());
      kept.delete(key);
      kept.set(key, recognised);
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return recognised;
    },
  };
}

async function keyOf({ data, widthPx, heightPx }: RecognisableImage): Promise<string> {
  // The bytes may be a view of shared memory, which the digest refuses.
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(data));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${widthPx}×${heightPx} ${hash}`;
}
