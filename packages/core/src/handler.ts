// The entry for authors of handlers. It does not load the reader, so that a process that runs one handler starts quickly.
export type { Budget } from "./contract/budget.ts";
export type { Capabilities } from "./contract/capabilities.ts";
export { ReadError } from "./contract/errors.ts";
export { document, extent, image, text } from "./contract/events.ts";
export type { HandlerEvent } from "./contract/events.ts";
export { defineHandler } from "./contract/handler.ts";
export type {
  Canary,
  Handler,
  HandlerContext,
  HandlerDefinition,
  HandlerInfo,
  HandlerOrigin,
  Json,
  OutlinerDefinition,
} from "./contract/handler.ts";
export type { MediaType } from "./contract/media-type.ts";
export { notice } from "./contract/notices.ts";
export type { Notice } from "./contract/notices.ts";
export type { Outline, OutlineEntry, OutlineKind } from "./contract/outline.ts";
export type { Place, PlaceUnit } from "./contract/place.ts";
export type { PageRange, View } from "./contract/request.ts";
export type { Sniff, Source } from "./contract/source.ts";
export { headingOutline } from "./documents/heading-outline.ts";
export { quoted } from "./render/quote.ts";
