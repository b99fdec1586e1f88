import { useState, type ReactNode } from "react";
import type { Picture } from "../../../src/web/wire/picture.ts";
import { grouped, sizeWords } from "../words.ts";

interface ThumbnailProps {
  /** The line that stands for it in the text. */
  readonly text: string;
  readonly picture: Picture;
  readonly tokens: number;
}

/** A picture as it is sent, small; a click shows it large. */
export function Thumbnail({ text, picture, tokens }: ThumbnailProps): ReactNode {
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className="thumbnail" data-large={isLarge}>
      <p className="seen-mark">{text}</p>
      <button
        type="button"
        aria-expanded={isLarge}
        aria-label={`${isLarge ? "Shrink" : "Enlarge"} ${text}`}
        onClick={() => setLarge(!isLarge)}
      >
        <img
          src={picture.url}
          alt={picture.alt ?? text}
          {...(picture.widthPx === undefined ? {} : { width: picture.widthPx, height: picture.heightPx })}
        />
      </button>
      <figcaption>{captionOf(picture, tokens)}</figcaption>
    </figure>
  );
}

/** `4032×3024 → 1568×1176, 212 KB · 2 352 tokens` */
function captionOf(picture: Picture, tokens: number): string {
  const { widthPx, heightPx, originalWidthPx = widthPx, originalHeightPx = heightPx, bytes, mediaType } = picture;
  const sent = widthPx === undefined ? "" : `${widthPx}×${heightPx}`;
  const original = originalWidthPx === undefined ? "" : `${originalWidthPx}×${originalHeightPx}`;
  const size = original === sent ? `${sent} as it is` : `${original} → ${sent}`;
  return `${size}, ${mediaType.replace("image/", "").toUpperCase()} ${sizeWords(bytes)} · ${grouped(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}
