import { ReadError } from "@reader/core/handler";
import { foreignMembers, type ForeignInput } from "../foreign/foreign-members.ts";

/** The bytes of the only member of a file that the library reads. */
export async function* foreignContent(input: ForeignInput): AsyncGenerator<Uint8Array> {
  for await (const member of foreignMembers(input)) {
    yield* member.content();
    return;
  }
  throw new ReadError("corrupt", `${input.path} is damaged.`);
}
