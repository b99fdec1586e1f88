import { expect, test } from "vitest";
import { createRecognitionCache } from "../../src/read/recognition-cache.ts";
import type { Recognised, RecognisableImage } from "../../src/contract/recognition.ts";

/** A cache, and what it asked for. */
function recording() {
  const cache = createRecognitionCache();
  const asked: string[] = [];
  const get = (name: string, image: RecognisableImage): Promise<Recognised> =>
    cache.get(image, () => {
      asked.push(name);
      return Promise.resolve({ by: name, lines: [], confidence: 0, turned: 0, skewDegrees: 0 });
    });
  return { asked, get };
}

function imageOf(bytes: readonly number[], widthPx: number): RecognisableImage {
  return { data: Uint8Array.from(bytes), widthPx, heightPx: bytes.length / widthPx };
}

test("the same image is recognised once, and so is another one", async () => {
  const { asked, get } = recording();
  await get("first", imageOf([1, 2, 3, 4], 2));
  expect(await get("again", imageOf([1, 2, 3, 4], 2))).toMatchObject({ by: "first" });
  expect(await get("second", imageOf([1, 2, 3, 5], 2))).toMatchObject({ by: "second" });
  expect(asked).toEqual(["first", "second"]);
});

test("the same bytes in rows of another length are another image", async () => {
  const { get } = recording();
  await get("square", imageOf([1, 2, 3, 4], 2));
  expect(await get("row", imageOf([1, 2, 3, 4], 4))).toMatchObject({ by: "row" });
});

test("what failed is not kept", async () => {
  const cache = createRecognitionCache();
  await expect(cache.get(imageOf([1], 1), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const kept: Recognised = { by: "then", lines: [], confidence: 0, turned: 0, skewDegrees: 0 };
  expect(await cache.get(imageOf([1], 1), () => Promise.resolve(kept))).toBe(kept);
});

test("of many images, the least recently used are recognised again", async () => {
  const { asked, get } = recording();
  for (let name = 0; name < 64; name++) await get(`${name}`, imageOf([name], 1));
  await get("used", imageOf([0], 1));
  await get("new", imageOf([64], 1));
  await get("kept", imageOf([0], 1));
  await get("gone", imageOf([1], 1));
  expect(asked.slice(64)).toEqual(["new", "gone"]);
});
