import type { ReactNode } from "react";
import type { PageBox, PlacedImage } from "../../../src/web/wire.ts";

/** Pages and images in full width, with boxes around what is marked. */
export function PageImages({ images }: { readonly images: readonly PlacedImage[] }): ReactNode {
  return (
    <div className="person-images">
      {images.map((image, index) => (
        <div className="page-frame" key={image.url.slice(-80) + String(index)}>
          <img
            src={image.url}
            alt={altOf(image, index)}
            {...(image.widthPx === undefined ? {} : { width: image.widthPx })}
            {...(image.heightPx === undefined ? {} : { height: image.heightPx })}
          />
          {image.boxes === undefined ? null : <PageBoxes boxes={image.boxes} />}
        </div>
      ))}
    </div>
  );
}

/** The boxes, drawn in thousandths of the page. */
function PageBoxes({ boxes }: { readonly boxes: readonly PageBox[] }): ReactNode {
  return (
    <svg
      className="page-boxes"
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      role="img"
      aria-label={boxes.length === 1 ? "1 place is marked" : `${boxes.length} places are marked`}
    >
      {boxes.map(({ left, top, width, height }, index) => (
        <rect
          key={`${left} ${top} ${width}`}
          data-aim={index === 0}
          x={left * 1000 - 2}
          y={top * 1000 - 1}
          width={width * 1000 + 4}
          height={height * 1000 + 2}
        />
      ))}
    </svg>
  );
}

function altOf({ alt, at }: PlacedImage, index: number): string {
  if (alt !== undefined && alt !== "") return alt;
  return at === undefined ? `Image ${index + 1}` : `${at.unit} ${at.index}`;
}
