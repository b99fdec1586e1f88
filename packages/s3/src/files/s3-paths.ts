import type { FileSystem } from "@reader/core";
import { isBucketName, type ObjectName, parseAddress, s3Prefix } from "../store/object-name.ts";

const { posix } = process.getBuiltinModule("node:path");

/** The folder of all buckets. Not the root, because a bucket may have the name of a folder of the kernel, such as `dev`. */
const mount = "/s3";

/** Names that a path would lose, and names that look like one of them after escaping. */
const oddName = /^%*\.{0,2}$/;

/** Escaped names: those of `oddName` with one more `%`. */
const escapedName = /^%+\.{0,2}$/;

/** Returns a key as a relative path. Two keys never have the same: `a//b` is `a/%/b`, and `..` is `%..`. */
export function pathOfKey(key: string): string {
  return key
    .split("/")
    .map((name) => (oddName.test(name) ? `%${name}` : name))
    .join("/");
}

/** Returns the key of a relative path that `pathOfKey` returned. */
function keyOfPath(path: string): string {
  return path
    .split("/")
    .map((name) => (escapedName.test(name) ? name.slice(1) : name))
    .join("/");
}

/** What an absolute path names: an object or a folder of keys, a bucket, or all buckets. */
export type Named = ObjectName | { readonly bucket: string; readonly key?: undefined } | "all buckets";

/** Returns what an absolute path names, or `undefined` if it names nothing of S3. */
export function nameOfPath(path: string): Named | undefined {
  if (path === mount) return "all buckets";
  if (!path.startsWith(`${mount}/`)) return undefined;
  const inner = path.slice(mount.length + 1);
  const slash = inner.indexOf("/");
  const bucket = slash < 0 ? inner : inner.slice(0, slash);
  if (!isBucketName(bucket)) return undefined;
  return slash < 0 ? { bucket } : { bucket, key: keyOfPath(inner.slice(slash + 1)) };
}

/** The absolute path of an address, a path as it is. A text that only looks like an address gets a path without an object. */
function pathOf(text: string): string {
  if (!text.startsWith(s3Prefix)) return text;
  if (text === s3Prefix) return mount;
  const name = parseAddress(text);
  if (name === undefined) return `${mount}/%`;
  return name.key === "" ? `${mount}/${name.bucket}` : `${mount}/${name.bucket}/${pathOfKey(name.key)}`;
}

/** The path functions of S3: POSIX paths, of which `resolve` also takes addresses. */
export const s3Paths: FileSystem["path"] = {
  sep: "/",
  resolve: (...paths) => posix.resolve(mount, ...paths.map(pathOf)),
  join: (...paths) => posix.join(...paths),
  relative: (from, to) => posix.relative(from, to),
  dirname: (path) => posix.dirname(path),
  basename: (path) => posix.basename(path),
  extname: (path) => posix.extname(path),
  isAbsolute: (path) => path.startsWith(s3Prefix) || posix.isAbsolute(path),
};
