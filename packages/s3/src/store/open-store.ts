import type { S3Client } from "@aws-sdk/client-s3";
import type { ObjectName } from "./object-name.ts";
import type { ListedObject, ListPage, ListQuestion, ObjectFacts, ObjectStore } from "./object-store.ts";
import { type AskRange, readRange } from "./read-range.ts";
import { defaultDelayMs, type S3Options } from "./s3-options.ts";
import { faultOf, StoreFault } from "./store-fault.ts";

/** Opens S3. Loads the client with the first request, because its modules take a tenth of a second. */
export function openStore(options: S3Options = {}): ObjectStore {
  let loading: Promise<Requests> | undefined;
  const loaded = (): Promise<Requests> => (loading ??= loadRequests(options));
  const { delayMs = defaultDelayMs } = options;
  const ask: AskRange = async (...question) => (await loaded()).range(...question);
  return {
    head: async (name) => failing(async () => (await loaded()).head(existing(name))),
    range: (name, question) =>
      failing(async () =>
        readRange(ask, { name: existing(name), ...question, pause: (attempt) => pause(delayMs(attempt)) }),
      ),
    list: async (question) => failing(async () => (await loaded()).list(question)),
    async close() {
      (await loading)?.close();
      loading = undefined;
    },
  };
}

/** No object has an empty key, which the client refuses. */
function existing(name: ObjectName): ObjectName {
  if (name.key === "") throw new StoreFault("not-found", "No object has an empty key.");
  return name;
}

function pause(timeMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeMs));
}

/** Converts what a request throws. */
async function failing<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (cause) {
    throw faultOf(cause);
  }
}

interface Requests {
  readonly head: (name: ObjectName) => Promise<ObjectFacts>;
  readonly range: AskRange;
  readonly list: (question: ListQuestion) => Promise<ListPage>;
  readonly close: () => void;
}

async function loadRequests(options: S3Options): Promise<Requests> {
  const [sdk, { createClient }] = await Promise.all([import("@aws-sdk/client-s3"), import("./create-client.ts")]);
  const client: S3Client = await createClient(options);
  return {
    async head({ bucket, key }) {
      const answer = await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key }));
      return factsOf({ size: answer.ContentLength, etag: answer.ETag, modified: answer.LastModified });
    },
    async range({ bucket, key }, { first, last, etag }) {
      const answer = await client.send(
        new sdk.GetObjectCommand({
          Bucket: bucket,
          Key: key,
          Range: `bytes=${first}-${last}`,
          ...(etag === undefined ? {} : { IfMatch: `"${etag}"` }),
        }),
      );
      const { ContentRange, ContentLength, Body } = answer;
      const size = sizeIn(ContentRange, { first, length: ContentLength });
      if (!isBody(Body)) throw malformed("an object without content");
      return { facts: factsOf({ size, etag: answer.ETag, modified: answer.LastModified }), body: Body };
    },
    list: async (question) => listPage(client.send(new sdk.ListObjectsV2Command(listInput(question))), question),
    close: () => client.destroy(),
  };
}

function isBody(body: unknown): body is AsyncIterable<Uint8Array> & { destroy(): void } {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body && "destroy" in body;
}

/** Returns the size of an object from the range that was sent, or the whole if the server knows no ranges. */
function sizeIn(
  range: string | undefined,
  { first, length }: { readonly first: number; readonly length: number | undefined },
): number | undefined {
  if (range === undefined && first === 0) return length;
  const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(range ?? "") ?? [];
  if (start === undefined || Number(start) !== first) throw malformed("another part of an object than asked for");
  return Number(total);
}

interface RawFacts {
  readonly size: number | undefined;
  readonly etag: string | undefined;
  readonly modified: Date | undefined;
}

function factsOf({ size, etag, modified }: RawFacts): ObjectFacts {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) throw malformed("an object without a size");
  const time = modified?.getTime() ?? 0;
  return { size, modifiedMs: Number.isFinite(time) ? time : 0, ...tagOf(etag) };
}

/** Inventories have tags without quotes, so they are compared without. */
export function tagOf(etag: string | undefined): Pick<ObjectFacts, "etag"> {
  const plain = etag?.replace(/^(?:W\/)?"|"$/g, "");
  return plain === undefined || !/^[\w.+/=:-]{1,200}$/.test(plain) ? {} : { etag: plain };
}

function listInput({ bucket, prefix, delimiter, maxKeys, token }: ListQuestion): {
  readonly Bucket: string;
  readonly Prefix: string;
  readonly EncodingType: "url";
} {
  return {
    Bucket: bucket,
    Prefix: prefix,
    // XML has no control characters, which keys may have.
    EncodingType: "url",
    ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
    ...(maxKeys === undefined ? {} : { MaxKeys: maxKeys }),
    ...(token === undefined ? {} : { ContinuationToken: token }),
  };
}

interface ListAnswer {
  readonly Contents?: readonly ListAnswerObject[] | undefined;
  readonly CommonPrefixes?: readonly { readonly Prefix?: string | undefined }[] | undefined;
  readonly EncodingType?: string | undefined;
  readonly IsTruncated?: boolean | undefined;
  readonly NextContinuationToken?: string | undefined;
}

interface ListAnswerObject {
  readonly Key?: string | undefined;
  readonly Size?: number | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly StorageClass?: string | undefined;
}

async function listPage(asked: Promise<ListAnswer>, { prefix, token }: ListQuestion): Promise<ListPage> {
  const { Contents = [], CommonPrefixes = [], EncodingType, IsTruncated, NextContinuationToken: next } = await asked;
  const decode = EncodingType === "url" ? decodeKey : (key: string): string => key;
  const objects = Contents.map((object) => listedObject(object, decode));
  const prefixes = CommonPrefixes.map(({ Prefix = "" }) => decode(Prefix));
  const isOther = [...objects.map(({ key }) => key), ...prefixes].some((key) => !key.startsWith(prefix));
  if (isOther) throw malformed("keys that were not asked for");
  if (IsTruncated !== true) return { objects, prefixes };
  if (next === undefined || next === "" || next === token) throw malformed("a listing that does not go on");
  return { objects, prefixes, next };
}

function listedObject(
  { Key, Size, ETag, LastModified, StorageClass }: ListAnswerObject,
  decode: (key: string) => string,
): ListedObject {
  if (Key === undefined || Key === "") throw malformed("an object without a key");
  const facts = factsOf({ size: Size, etag: ETag, modified: LastModified });
  return { key: decode(Key), ...facts, ...(StorageClass === undefined ? {} : { storageClass: StorageClass }) };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch (cause) {
    throw malformed("a key that cannot be decoded", cause);
  }
}

function malformed(what: string, cause?: unknown): StoreFault {
  return new StoreFault("malformed", `The server answered with ${what}.`, { cause });
}
