// The public surface: every name is listed, so that adding one is a decision.
export type { S3FileSystemOptions } from "./files/s3-file-system.ts";
export { openS3 } from "./open-s3.ts";
export type { S3Storage } from "./open-s3.ts";
export type { InventoryOptions } from "./sources/inventory-source.ts";
export type { S3Document, S3Listener, S3Source } from "./sources/listed.ts";
export type { S3SourceOptions } from "./sources/prefix-source.ts";
export type { S3Credentials, S3Options } from "./store/s3-options.ts";
