import { ReadError } from "@reader/core/handler";
import { quickScanInSteps, createSax, createXmlNames, type XmlListener } from "@reader/office-kit/xml";
import { mammothName } from "../mammoth/mammoth-names.ts";
import { mammothLineEnds } from "../mammoth/read-mammoth-tree.ts";
import type { WordElement } from "../tree.ts";
import { BlockTree } from "./block-tree.ts";

/** The bytes of the part with the text, and its name for messages. */
export interface BodyPart {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** Who is told of the blocks, and what to await between steps of the work, which for a long body is that of seconds. */
export interface BodyReader {
  readonly take: (block: WordElement) => void;
  readonly breathe: () => Promise<void>;
}

/**
 * Reads the blocks of a body, one after the other, by the quick way. False for what is left to the strict one; some
 * blocks may have been told of by then. Throws `too-large`.
 */
export async function readBodyQuickly({ bytes, name }: BodyPart, { take, breathe }: BodyReader): Promise<boolean> {
  const tree = new BlockTree(name, take);
  const scan = quickScanInSteps(bytes, mammothName, tree);
  let step = scan.next();
  for (; step.done !== true; step = scan.next()) await breathe();
  return step.value && tree.isDocument;
}

/** Bytes after which the strict way pauses. */
const pieceBytes = 64 * 1024;

/** The same by the strict way. Throws `corrupt` for what is not well-formed or no document, and `too-large`. */
export async function readBody({ bytes, name }: BodyPart, { take, breathe }: BodyReader): Promise<void> {
  const tree = new BlockTree(name, take);
  const reader = createSax(name, named(tree), mammothLineEnds);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.write(bytes.subarray(at, at + pieceBytes));
    await breathe();
  }
  reader.end();
  if (tree.isDocument) return;
  throw new ReadError("corrupt", "The document has no text that could be read.", {
    hint: "Ask for an undamaged copy, or read it as an archive.",
  });
}

/** Tells a listener names that it knows. */
function named(listener: XmlListener): Parameters<typeof createSax>[1] {
  const names = createXmlNames(mammothName);
  const text = (characters: string): void => listener.text(characters);
  return {
    open(raw, attributes) {
      const own = names.enter(attributes);
      listener.open(names.element(raw), own);
    },
    close(raw) {
      listener.close(names.element(raw));
      names.leave();
    },
    text,
    cdata: text,
  };
}
