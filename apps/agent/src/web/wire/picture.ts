/** A picture, ready to be shown. */
export interface Picture {
  /** A `data:` URL. */
  readonly url: string;
  readonly mediaType: string;
  /** Bytes as sent, before base64. */
  readonly bytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** The size before it was made to fit, where that differs. */
  readonly originalWidthPx?: number;
  readonly originalHeightPx?: number;
  readonly alt?: string;
}
