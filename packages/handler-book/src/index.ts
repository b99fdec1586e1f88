import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

const fb2Type: MediaType = "application/x-fictionbook+xml";
const packedFb2Type: MediaType = "application/x-zip-compressed-fb2";
const mobiType: MediaType = "application/x-mobipocket-ebook";
const xpsType: MediaType = "application/vnd.ms-xpsdocument";

const { version } = manifest;

/** Returns all handlers of this package, to pass to a reader or an isolation. */
export function books(): readonly Handler[] {
  return [fb2(), mobi(), xps()];
}

/** A handler for FictionBook 2, as XML or packed in a ZIP file: sections are places, notes follow their section. */
export function fb2(): Handler {
  return defineHandler({
    name: "fb2",
    tables: "markdown",
    mediaTypes: [fb2Type, packedFb2Type],
    version,
    sniff: sniffPackedFb2,
    origin: { module: "@reader/handler-book", export: "fb2", addons: "for-images" },
    canary: fb2Canary,
    async *read(source, context) {
      yield* (await import("./fb2/read-fb2.ts")).readFb2(source, context);
    },
    async info(source, context) {
      const [{ readFb2 }, { describeDocument }] = await Promise.all([
        import("./fb2/read-fb2.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readFb2, { source, context });
    },
    async outline(source, context) {
      const [{ readFb2 }, { outlineDocument }] = await Promise.all([
        import("./fb2/read-fb2.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readFb2, { source, context });
    },
  });
}

/** A handler for books of Mobipocket and Kindle without copy protection: MOBI, PRC, AZW, AZW3. Headings are places. */
export function mobi(): Handler {
  return defineHandler({
    name: "mobi",
    tables: "markdown",
    mediaTypes: [mobiType],
    version,
    origin: { module: "@reader/handler-book", export: "mobi", addons: "for-images" },
    canary: mobiCanary,
    async *read(source, context) {
      yield* (await import("./mobi/read-mobi.ts")).readMobi(source, context);
    },
    async info(source, context) {
      const [{ readMobi }, { describeDocument }] = await Promise.all([
        import("./mobi/read-mobi.ts"),
        import("@reader/document/builder"),
      ]);
      return describeDocument(readMobi, { source, context });
    },
    async outline(source, context) {
      const [{ readMobi }, { outlineDocument }] = await Promise.all([
        import("./mobi/read-mobi.ts"),
        import("@reader/document/builder"),
      ]);
      return outlineDocument(readMobi, { source, context });
    },
  });
}

/** A handler for XPS and OpenXPS documents: pages are places, shown as text in reading order. */
export function xps(): Handler {
  return defineHandler({
    name: "xps",
    tables: "markdown",
    mediaTypes: [xpsType],
    version,
    origin: { module: "@reader/handler-book", export: "xps", addons: "for-images" },
    canary: xpsCanary,
    async *read(source, context) {
      yield* (await import("./xps/read-xps.ts")).readXps(source, context);
    },
    async info(source, context) {
      return (await import("./xps/read-xps.ts")).describeXps(source, context);
    },
    async outline(source, context) {
      return (await import("./xps/read-xps.ts")).outlineXps(source, context);
    },
  });
}

/** Recognises packed FictionBook files by name, since an archive may hold many books. */
export function sniffPackedFb2(head: Uint8Array, name: string): MediaType | undefined {
  const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  return isZip && /\.(?:fb2\.zip|fbz)$/i.test(name) ? packedFb2Type : undefined;
}

function fb2Canary(): Canary {
  const section = "<section><title><p>One</p></title><p>Canary</p></section>";
  const xml = `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body>${section}</body></FictionBook>`;
  return { name: "canary.fb2", mediaType: fb2Type, bytes: new TextEncoder().encode(xml), text: "Canary" };
}

/** A book without compression: the header of the file, a record that describes the book, and a record of text. */
function mobiCanary(): Canary {
  const text = new TextEncoder().encode("<html><body><p>Canary</p></body></html>");
  const headerBytes = 78 + 2 * 8 + 2;
  const bookBytes = 16 + 232;
  const bytes = new Uint8Array(headerBytes + bookBytes + text.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("BOOKMOBI"), 60);
  view.setUint16(76, 2);
  view.setUint32(78, headerBytes);
  view.setUint32(86, headerBytes + bookBytes);
  const book = new DataView(bytes.buffer, headerBytes);
  book.setUint16(0, 1);
  book.setUint32(4, text.length);
  book.setUint16(8, 1);
  book.setUint16(10, 4096);
  bytes.set(new TextEncoder().encode("MOBI"), headerBytes + 16);
  book.setUint32(20, 232);
  book.setUint32(28, 65_001);
  book.setUint32(36, 6);
  bytes.set(text, headerBytes + bookBytes);
  return { name: "canary.mobi", mediaType: mobiType, bytes, text: "Canary" };
}

async function xpsCanary(): Promise<Canary> {
  const { canaryText, zipCanary } = await import("@reader/office-kit/canary");
  const types = "http://schemas.openxmlformats.org/package/2006";
  const namespace = "http://schemas.microsoft.com/xps/2005/06";
  const glyphs = `<Glyphs OriginX="96" OriginY="96" FontRenderingEmSize="16" UnicodeString="${canaryText}"/>`;
  return {
    name: "canary.xps",
    mediaType: xpsType,
    bytes: zipCanary([
      [
        "_rels/.rels",
        `<Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation" Target="/FixedDocSeq.fdseq"/></Relationships>`,
      ],
      [
        "FixedDocSeq.fdseq",
        `<FixedDocumentSequence xmlns="${namespace}"><DocumentReference Source="/1.fdoc"/></FixedDocumentSequence>`,
      ],
      ["1.fdoc", `<FixedDocument xmlns="${namespace}"><PageContent Source="/1.fpage"/></FixedDocument>`],
      ["1.fpage", `<FixedPage xmlns="${namespace}" Width="816" Height="1056">${glyphs}</FixedPage>`],
    ]),
    text: canaryText,
  };
}
