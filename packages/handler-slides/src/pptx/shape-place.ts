import { contentOf, partOf } from "@reader/office-kit/drawing";
import type { XmlElement } from "@reader/office-kit/xml";

/** The position of a shape on the slide, in EMU. */
export interface ShapePlace {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the position of a shape, group, image or frame, or `undefined` if it is inherited. */
export function placeOf(shape: XmlElement): ShapePlace | undefined {
  const properties = contentOf(shape).find(({ name }) => name === "p:spPr" || name === "p:grpSpPr");
  const transform = partOf(properties, "a:xfrm") ?? partOf(shape, "p:xfrm");
  const top = Number(partOf(transform, "a:off")?.attributes["y"] ?? Number.NaN);
  const height = Number(partOf(transform, "a:ext")?.attributes["cy"] ?? Number.NaN);
  return Number.isFinite(top + height) ? { top, bottom: top + height } : undefined;
}
