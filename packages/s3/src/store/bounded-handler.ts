import { Readable } from "node:stream";
import { NodeHttpHandler, type NodeHttpHandlerOptions } from "@smithy/node-http-handler";

/**
 * Maximum size of an answer in XML, in bytes: a listing has at most 1000 keys of 1024 bytes, each of which may take nine
 * bytes if it is escaped.
 */
const maxXmlBytes = 16 * 1024 * 1024;

type Handle = NodeHttpHandler["handle"];

/**
 * Sends requests, and limits the answers that the client collects in memory: all but the content of objects. Follows no
 * redirect.
 */
export class BoundedHandler extends NodeHttpHandler {
  constructor(options: NodeHttpHandlerOptions) {
    super(options);
  }

  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const answer = await super.handle(request, options);
    const { response } = answer;
    const isContent = request.method === "GET" && !("list-type" in request.query) && response.statusCode < 300;
    if (!isContent && response.body instanceof Readable) response.body = limited(response.body);
    return answer;
  }
}

function limited(body: Readable): Readable {
  return Readable.from(withinLimit(body), { objectMode: false });
}

async function* withinLimit(body: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxXmlBytes) {
      body.destroy();
      throw new RangeError(`The answer has more than ${maxXmlBytes} bytes.`);
    }
    yield chunk;
  }
}
