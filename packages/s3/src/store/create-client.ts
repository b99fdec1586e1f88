import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { loadConfig } from "@smithy/core/config";
import { ConfiguredRetryStrategy } from "@smithy/core/retry";
import { BoundedHandler } from "./bounded-handler.ts";
import { defaultAttempts, defaultDelayMs, defaultSilenceMs, type S3Options } from "./s3-options.ts";

/** Maximum number of connections. Reads of one document wait for each other, so there is one for each document. */
const maxConnections = 256;

/** The region of servers that have none. */
const anyRegion = "us-east-1";

/** Creates the client. Credentials and settings that are not given are found as the tools of AWS find them. */
export async function createClient(options: S3Options): Promise<S3Client> {
  const { attempts = defaultAttempts, delayMs = defaultDelayMs, silenceMs = defaultSilenceMs } = options;
  const agent = { maxSockets: maxConnections };
  return new S3Client({
    ...(await placeOf(options)),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    retryStrategy: new ConfiguredRetryStrategy(attempts, delayMs),
    requestHandler: new BoundedHandler({
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    }),
    // The checksums of objects are those of the whole, and reads are of ranges.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestChecksumCalculation: "WHEN_REQUIRED",
    followRegionRedirects: false,
  });
}

type Place = Pick<S3ClientConfig, "endpoint" | "region" | "forcePathStyle">;

/** Where the server is, and how buckets are named there. */
async function placeOf({ endpoint: given, region, isPathStyle }: S3Options): Promise<Place> {
  const endpoint = given ?? (await configuredEndpoint());
  if (endpoint !== undefined) {
    return { endpoint, region: region ?? (await regionFor()), forcePathStyle: isPathStyle ?? true };
  }
  return { forcePathStyle: isPathStyle ?? false, ...(region === undefined ? {} : { region }) };
}

/** The endpoint of the environment or the profile. The client finds the same, but does not say that it is another server. */
function configuredEndpoint(): Promise<string | undefined> {
  return loadConfig<string | undefined>({
    environmentVariableSelector: (environment) => environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"],
    configFileSelector: (profile, files) => {
      const services = files?.[`services.${profile["services"]}`];
      return services?.["s3.endpoint_url"] ?? profile["endpoint_url"];
    },
    default: undefined,
  })();
}

/** The region of the environment or the profile, or any for a server that has none. */
function regionFor(): Promise<string> {
  return loadConfig({
    environmentVariableSelector: (environment) => environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"],
    configFileSelector: (profile) => profile["region"],
    default: anyRegion,
  })();
}
