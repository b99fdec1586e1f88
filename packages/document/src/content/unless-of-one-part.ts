import { ReadError } from "@reader/core/handler";

/** A damaged picture, or one that is a bomb, does not cost what stands around it: undefined for its fault. */
export async function unlessOfOnePart<Value>(wanted: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await wanted();
  } catch (error) {
    if (ReadError.is(error) && isOfOnePart(error)) return undefined;
    throw error;
  }
}

function isOfOnePart({ code, details }: ReadError): boolean {
  return code === "corrupt" || code === "unsupported-type" || details?.limit?.name === "inflationRatio";
}
