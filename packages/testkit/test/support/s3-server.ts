import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The keys that the server accepts. */
export const s3Credentials = {
  accessKeyId: "AKIDTEST",
  secretAccessKey: "secret/of+tests",
  region: "us-east-1",
} as const;

/** An object of the server. */
export interface ServedObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly modified: Date;
  readonly storageClass: string;
}

/** A request that the server got. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly range: string | undefined;
  readonly headers: IncomingMessage["headers"];
}

/** A server that speaks the part of S3 that is read, and checks signatures (Signature Version 4) with code of its own. */
export interface S3Server {
  readonly url: string;
  readonly requests: S3Request[];
  /** Answers a request in another way if it returns true. */
  intercept: ((request: S3Request, response: ServerResponse) => boolean) | undefined;
  /** Adds or replaces an object. */
  put(address: string, content: string | Uint8Array, facts?: Partial<Omit<ServedObject, "bytes">>): void;
  remove(address: string): void;
  /** The requests so far, in words: `GET bucket/key bytes=0-9`. */
  lines(): readonly string[];
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. Buckets exist if they have an object. */
export async function startS3Server(objects: Readonly<Record<string, string | Uint8Array>> = {}): Promise<S3Server> {
  const buckets = new Map<string, Map<string, ServedObject>>();
  const requests: S3Request[] = [];
  const http = createServer((message, response) => {
    const { pathname, searchParams } = new URL(`http://any${escapeDots(message.url ?? "/")}`);
    const [, bucket = "", ...rest] = pathname.split("/").map((part) => decodeURIComponent(part));
    const request: S3Request = {
      method: message.method ?? "",
      bucket,
      key: rest.join("/").replaceAll(dot, "."),
      query: searchParams,
      range: message.headers.range,
      headers: message.headers,
    };
    requests.push(request);
    if (!isSigned(message)) return fail(response, 403, "SignatureDoesNotMatch");
    if (server.intercept?.(request, response) === true) return;
    answer(buckets, request, response);
  });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const port = typeof address === "object" ? address?.port : 0;
  const server: S3Server = {
    url: `http://127.0.0.1:${port}`,
    requests,
    intercept: undefined,
    put(name, content, facts = {}) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const etag = createHash("md5").update(bytes).digest("hex");
      const { bucket, key } = split(name);
      const own = buckets.get(bucket) ?? new Map<string, ServedObject>();
      const modified = new Date("2026-01-02T03:04:05Z");
      buckets.set(bucket, own.set(key, { bytes, etag, modified, storageClass: "STANDARD", ...facts }));
    },
    remove: (name) => void buckets.get(split(name).bucket)?.delete(split(name).key),
    lines: () => requests.map(lineOf),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => void http.close(resolve));
    },
  };
  for (const [name, content] of Object.entries(objects)) server.put(name, content);
  return server;
}

/** Stands for a dot. */
const dot = "\u{E000}";

/** `URL` resolves `.` and `..`, which keys may have. */
function escapeDots(url: string): string {
  const [path = "", ...query] = url.split("?");
  const dots = path
    .split("/")
    .map((part) => (/^(?:\.|%2e){1,2}$/i.test(part) ? part.replace(/\.|%2e/gi, encodeURIComponent(dot)) : part));
  return [dots.join("/"), ...query].join("?");
}

function split(name: string): { readonly bucket: string; readonly key: string } {
  const slash = name.indexOf("/");
  return { bucket: name.slice(0, slash), key: name.slice(slash + 1) };
}

function lineOf({ method, bucket, key, query, range }: S3Request): string {
  const asked = query.has("list-type") ? `?prefix=${query.get("prefix")}` : `/${key}`;
  return `${method} ${bucket}${asked}${range === undefined ? "" : ` ${range}`}`;
}

/** Answers with an error in XML, as S3 does. */
export function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>A test.</Message></Error>`);
}

type Buckets = ReadonlyMap<string, ReadonlyMap<string, ServedObject>>;

function answer(buckets: Buckets, request: S3Request, response: ServerResponse): void {
  const objects = buckets.get(request.bucket);
  if (objects === undefined) return fail(response, 404, "NoSuchBucket");
  if (request.query.has("list-type")) return list(objects, request, response);
  const object = objects.get(request.key);
  if (object === undefined) return fail(response, 404, "NoSuchKey");
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== `"${object.etag}"`) return fail(response, 412, "PreconditionFailed");
  send(object, request, response);
}

function send({ bytes, etag, modified }: ServedObject, { method, range }: S3Request, response: ServerResponse): void {
  const facts = { etag: `"${etag}"`, "last-modified": modified.toUTCString(), "accept-ranges": "bytes" };
  if (method === "HEAD" || range === undefined) {
    response.writeHead(200, { ...facts, "content-length": bytes.length });
    return void response.end(method === "HEAD" ? undefined : bytes);
  }
  const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (Number(first) >= bytes.length) return fail(response, 416, "InvalidRange");
  const part = bytes.subarray(Number(first), Number(last) + 1);
  const end = Number(first) + part.length - 1;
  response.writeHead(206, {
    ...facts,
    "content-length": part.length,
    "content-range": `bytes ${first}-${end}/${bytes.length}`,
  });
  response.end(part);
}

/** The keys of a page: few, so that listings have several pages. */
const pageKeys = 3;

function list(
  objects: ReadonlyMap<string, ServedObject>,
  { bucket, query }: S3Request,
  response: ServerResponse,
): void {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter");
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
  const most = Math.min(pageKeys, Number(query.get("max-keys") ?? pageKeys));
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted((a, b) => (a < b ? -1 : 1));
  const entries = new Map<string, string | undefined>();
  for (const key of keys) {
    const cut = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    entries.set(cut < 0 ? key : key.slice(0, cut + 1), cut < 0 ? key : undefined);
  }
  const left = [...entries].filter(([name]) => name > after);
  const page = left.slice(0, most);
  const more = left.length > page.length ? page.at(-1)?.[0] : undefined;
  const token = more === undefined ? "" : Buffer.from(more).toString("base64");
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
      `<Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><EncodingType>url</EncodingType>` +
      `<KeyCount>${page.length}</KeyCount><IsTruncated>${more !== undefined}</IsTruncated>` +
      (more === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`) +
      page.map(([name, key]) => (key === undefined ? prefixXml(name) : objectXml(name, objects.get(key)))).join("") +
      "</ListBucketResult>",
  );
}

function escaped(key: string): string {
  return encodeURIComponent(key).replaceAll("%20", "+");
}

function prefixXml(name: string): string {
  return `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`;
}

function objectXml(name: string, object: ServedObject | undefined): string {
  if (object === undefined) return "";
  const { bytes, etag, modified, storageClass } = object;
  return (
    `<Contents><Key>${escaped(name)}</Key><LastModified>${modified.toISOString()}</LastModified>` +
    `<ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>${storageClass}</StorageClass></Contents>`
  );
}

/** Checks a signature: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
function isSigned({ method = "", url = "", headers }: IncomingMessage): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, credential = "", signedHeaders = "", signature] = form.exec(headers.authorization ?? "") ?? [];
  const [accessKeyId, day = "", region = "", service = "", end] = credential.split("/");
  if (accessKeyId !== s3Credentials.accessKeyId || service !== "s3" || end !== "aws4_request") return false;
  if (!signedHeaders.split(";").includes("host")) return false;
  const [path = "", query = ""] = url.split("?");
  const pairs = new URLSearchParams(query);
  const canonicalQuery = [...pairs]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .toSorted()
    .join("&");
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}\n`);
  const hash = String(headers["x-amz-content-sha256"]);
  const canonical = [method, path, canonicalQuery, lines.join(""), signedHeaders, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, digest].join("\n");
  const steps = [day, region, "s3", "aws4_request", toSign];
  let key: Buffer = Buffer.from(`AWS4${s3Credentials.secretAccessKey}`);
  for (const step of steps) key = createHmac("sha256", key).update(step).digest();
  return key.toString("hex") === signature;
}

/** Escapes all but unreserved characters, as signatures want it. */
function strict(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
