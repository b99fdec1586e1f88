import type { PDFDocument } from "mupdf";
import { expect, test } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { retainOnce } from "../../src/engine/engine.ts";
import { buildPdf } from "../pdf-builder.ts";

async function openDocument(): Promise<PDFDocument> {
  const engine = await loadPdfEngine();
  const extra = ["<< /A [1 2 << /B (c) >>] >>"];
  return engine.PDFDocument.openDocument(buildPdf({ pages: [{}], extra }), "application/pdf") as PDFDocument;
}

test("an object that was freed many times remains in the document", async () => {
  const document = await openDocument();
  for (let time = 0; time < 1000; time += 1) {
    const reference = document.newIndirect(100);
    const object = reference.resolve();
    object.get("A", 2).destroy();
    object.destroy();
    reference.destroy();
  }
  const reference = document.newIndirect(100);
  expect(reference.resolve().toString(true)).toBe("<</A[1 2<</B(c)>>]>>");
  document.destroy();
});

test("an object freed here is still retained by others, also when its document is freed", async () => {
  const document = await openDocument();
  const reference = document.newIndirect(100);
  const [one, other] = [reference.get("A"), reference.get("A")];
  one.destroy();
  expect(other.toString(true)).toBe("[1 2<</B(c)>>]");
  document.destroy();
  other.destroy();
  reference.destroy();
});

test("a null object can be freed", async () => {
  const document = await openDocument();
  const reference = document.newIndirect(100);
  const nothing = reference.get("None");
  nothing.destroy();
  expect(nothing.toString()).toBe("null");
  reference.destroy();
  document.destroy();
});

test("the surplus reference of the class is dropped, and no other", () => {
  const dropped: number[] = [];
  class Twice {
    static _drop(pointer: number): void {
      dropped.push(pointer);
    }
    readonly code = "super(libmupdf._wasm_pdf_keep_obj(pointer))";
  }
  class Once {
    static _drop(pointer: number): void {
      dropped.push(pointer);
    }
  }
  const makers = [Twice, Once].map((PDFObject) => {
    class PDFDocument {
      _fromPDFObjectNew(pointer: number): object {
        return { pointer };
      }
      _fromPDFObjectKeep(pointer: number): object {
        return { pointer };
      }
    }
    retainOnce({ PDFDocument, PDFObject });
    return new PDFDocument();
  });
  for (const maker of makers) {
    maker._fromPDFObjectNew(7);
    maker._fromPDFObjectKeep(8);
    maker._fromPDFObjectKeep(0);
  }
  expect(dropped).toEqual([7, 8]);
});
