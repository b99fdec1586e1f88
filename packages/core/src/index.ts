// The entry for callers: create a reader, read, and handle results. Each name is listed on purpose.
export { defaultBudget } from "./contract/budget.ts";
export type { Budget, TokenCounter } from "./contract/budget.ts";
export { anthropic, capabilityProfiles, gemini, openai, textOnly } from "./contract/capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities } from "./contract/capabilities.ts";
export { ReadError, readErrorCodes } from "./contract/errors.ts";
export type { FailedHandler, ReadErrorCode, ReadErrorData } from "./contract/errors.ts";
export type { DocumentPart, Extent, ImagePart, TextPart } from "./contract/events.ts";
export type { Handler, Json } from "./contract/handler.ts";
export type { MediaPattern, MediaType } from "./contract/media-type.ts";
export type { Notice } from "./contract/notices.ts";
export type { Outline, OutlineEntry, OutlineExcerpt } from "./contract/outline.ts";
export type { Place, PlaceUnit } from "./contract/place.ts";
export type { LineBoxes, Recogniser } from "./contract/recognition.ts";
export type { Transcriber } from "./contract/transcription.ts";
export { defaultRules } from "./contract/request-rules.ts";
export type { RequestRules } from "./contract/request-rules.ts";
export type { LineRange, OverBudget, PageRange, ReadRequest, View } from "./contract/request.ts";
export type {
  Clip,
  Continuation,
  Cost,
  ReadFailure,
  ReadOutcome,
  ReadResult,
  ResultPart,
  Stop,
  TextFacts,
  TextSection,
} from "./contract/result.ts";
export type { StopSignal } from "./contract/stop-signal.ts";
export type {
  DirectoryEntry,
  DirectoryHandle,
  FileHandle,
  FileKind,
  FileStat,
  FileSystem,
} from "./files/file-system.ts";
export { nodeFileSystem } from "./files/node-file-system.ts";
export type { FolderEntry, FolderOutcome, FolderResult } from "./files/workspace/list-directory.ts";
export { createPolicy, defaultPolicy } from "./files/policy/policy.ts";
export type { Policy, PolicyOptions } from "./files/policy/policy.ts";
export type { ReadProgress } from "./read/call.ts";
export type { InfoOutcome, InfoResult } from "./read/info.ts";
export type { BytesOutcome, BytesResult, FileOutcome, FileResult } from "./read/read-bytes.ts";
export type { FilterResult, FilterVerdict, SearchFilter } from "./read/search-filter.ts";
export { createSession } from "./read/session.ts";
export type { Session, Snapshot } from "./read/session.ts";
export { createReader } from "./reader.ts";
export type { ReadOptions, Reader, ReaderOptions } from "./reader.ts";
export { estimateTokens } from "./tokens/estimate-tokens.ts";
export { loadExactTokenCounter } from "./tokens/exact-tokens.ts";
