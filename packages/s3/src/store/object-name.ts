/** The name of an object. */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

/** The start of the address of an object. */
export const s3Prefix = "s3://";

/** The names of buckets, and those that were allowed until 2018. Others, such as ARNs, could lead to another host. */
const bucketName = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){1,253}[A-Za-z0-9]$/;

/** True for a name that a bucket can have. */
export function isBucketName(name: string): boolean {
  return bucketName.test(name);
}

/** Parses `s3://bucket/key`. The key is exact, and empty for the bucket itself. Returns `undefined` for other text. */
export function parseAddress(address: string): ObjectName | undefined {
  if (!address.startsWith(s3Prefix)) return undefined;
  const rest = address.slice(s3Prefix.length);
  const slash = rest.indexOf("/");
  const bucket = slash < 0 ? rest : rest.slice(0, slash);
  return isBucketName(bucket) ? { bucket, key: slash < 0 ? "" : rest.slice(slash + 1) } : undefined;
}

/** Returns the address of an object: `s3://bucket/key`. */
export function addressOf({ bucket, key }: ObjectName): string {
  return `${s3Prefix}${bucket}/${key}`;
}
