import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { unlockedPackage } from "@reader/office-kit/odf";
import { openPackage, type OfficePackage } from "@reader/office-kit/package";

/** The parts of a spreadsheet, from a package or one flat XML file. */
export interface OdsParts {
  readonly content: Uint8Array;
  /**
   * Returns the bytes of `styles.xml`, `meta.xml` or `settings.xml`. A flat file returns all of its content for any
   * name.
   */
  part(name: string): Promise<Uint8Array | undefined>;
  /** Absent for a flat file. */
  readonly archive?: OfficePackage;
}

/** Opens the file. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openParts(source: Source, context: HandlerContext): Promise<OdsParts> {
  const [first] = await source.head(1);
  if (first !== zipSignature) {
    const content = await source.bytes();
    return { content, part: () => Promise.resolve(content) };
  }
  const request = { path: source.path, password: context.password };
  const archive = await unlockedPackage(await openPackage(source, context), request);
  const content = await archive.bytes("content.xml");
  if (content === undefined) throw new ReadError("corrupt", `${source.path} has no \`content.xml\`.`);
  return { content, archive, part: (name) => archive.bytes(name) };
}

const zipSignature = 0x50;
