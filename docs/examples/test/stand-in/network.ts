import { replyTo } from "./model.ts";
import { protocols } from "./protocols.ts";

// Loaded before a sample, `node --import`: the sample and the client of its provider are what users have; only behind
// `fetch` there is a stand-in for the model, and no network.

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const protocol = protocols.find(({ url }) => url.test(request.url));
  if (protocol === undefined) throw new Error(`Samples reach no network, and ${request.url} is one.`);
  const body = (await request.json()) as never;
  return Response.json(protocol.answer(replyTo(protocol.prompt(body))));
};
