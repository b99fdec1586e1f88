import type { RecognisableImage } from "@reader/core/handler";

/** Pixels that are looked at; the background is most of any picture of text. */
const samples = 10_000;

const middleGrey = 110;

/** Dark print on light ground: a picture that is mostly dark, such as a screenshot of a terminal, is inverted. */
export function onPaper(image: RecognisableImage): RecognisableImage {
  const { data } = image;
  const step = Math.max(1, Math.floor(data.length / samples));
  let dark = 0;
  let seen = 0;
  for (let at = 0; at < data.length; at += step) {
    seen += 1;
    if ((data[at] ?? 0) < middleGrey) dark += 1;
  }
  return dark * 2 > seen ? { ...image, data: data.map((grey) => 255 - grey) } : image;
}
