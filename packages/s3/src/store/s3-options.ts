/** Keys of an account. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How S3 is reached. What is absent comes from the environment and the profile, as for the tools of AWS. */
export interface S3Options {
  /** The address of a server such as MinIO: `http://localhost:9000`. Default: `AWS_ENDPOINT_URL_S3`, the profile, AWS. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly credentials?: S3Credentials | undefined;
  /** True for buckets in the path instead of the host name. Default: true for every endpoint but that of AWS. */
  readonly isPathStyle?: boolean | undefined;
  /** Attempts of a request, with the first. Default: 8. */
  readonly attempts?: number | undefined;
  /** Milliseconds to wait before a repetition, of which the first has the number 0. Default: doubled each time to 20 s, with jitter. */
  readonly delayMs?: ((attempt: number) => number) | undefined;
  /** Milliseconds without any byte after which an attempt is given up. Default: 30 s. */
  readonly silenceMs?: number | undefined;
}

/** Default number of attempts: with the delays, half a minute. A server that says `SlowDown` needs some seconds. */
export const defaultAttempts = 8;

/** Default time without any byte. */
export const defaultSilenceMs = 30_000;

const delays = { firstMs: 200, mostMs: 20_000 };

/** The default delay: doubled for each attempt, of which a random half is left out, so that workers do not come together. */
export function defaultDelayMs(attempt: number): number {
  const fullMs = Math.min(delays.mostMs, delays.firstMs * 2 ** attempt);
  return fullMs * (1 - Math.random() / 2);
}
