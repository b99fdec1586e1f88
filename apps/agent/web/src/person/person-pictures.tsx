import type { ReactNode } from "react";
import type { PlacedPicture } from "../../../src/web/wire/look.ts";

/** Pages and pictures, as wide as there is room. */
export function PersonPictures({ pictures }: { readonly pictures: readonly PlacedPicture[] }): ReactNode {
  return (
    <div className="person-pictures">
      {pictures.map((picture, index) => (
        <img
          key={picture.url.slice(-80) + String(index)}
          src={picture.url}
          alt={altOf(picture, index)}
          {...(picture.widthPx === undefined ? {} : { width: picture.widthPx })}
          {...(picture.heightPx === undefined ? {} : { height: picture.heightPx })}
        />
      ))}
    </div>
  );
}

function altOf({ alt, at }: PlacedPicture, index: number): string {
  if (alt !== undefined && alt !== "") return alt;
  return at === undefined ? `Picture ${index + 1}` : `${at.unit} ${at.index}`;
}
