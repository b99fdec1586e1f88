import type { HandlerContext } from "@reader/core/handler";
import type { Region } from "@reader/image-fit";
import type { Picture } from "./picture.ts";

/** A picture on its way to a model. */
export interface Showing {
  readonly picture: Picture;
  /** The name of the file. */
  readonly name: string;
  readonly context: HandlerContext;
}

/** Which part of a picture is shown. */
export interface Part {
  readonly page?: number;
  readonly region?: Region;
}
