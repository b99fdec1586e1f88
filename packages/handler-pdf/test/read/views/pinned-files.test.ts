import { createReader, type TextPart } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../../src/index.ts";
import { buildPdf, lines } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

const pinned = buildPdf({
  pages: [{ content: lines("See the pin."), entries: "/Annots [100 0 R]" }],
  extra: [
    "<< /Type /Annot /Subtype /FileAttachment /Rect [72 600 90 620] /FS 101 0 R /Contents (The figures) /T (Ada) >>",
    "<< /Type /Filespec /F (figures.csv) /UF (figures.csv) /EF << /F 102 0 R >> >>",
    { dictionary: "/Type /EmbeddedFile", data: "city,people\nOslo,709037\n" },
  ],
});

test("a file attached to a page is reported there, with how to read it", async () => {
  const { events } = await readPdfBytes(pinned, asText);
  const text = events.find((event): event is TextPart => event.type === "text")?.text;
  expect(text).toContain("[attachment · Ada: figures.csv · The figures · select it to read it]");
});

test("it is read by the name on the page", async () => {
  const { events, error } = await readPdfBytes(pinned, { ...asText, select: "figures.csv" });
  expect(error).toBeUndefined();
  expect(JSON.stringify(events)).toContain("(nested figures.csv");
});

test("an attachment without bytes is reported as empty", async () => {
  const bytes = buildPdf({
    pages: [{ content: lines("See the file.") }],
    catalog: "/Names << /EmbeddedFiles << /Names [(none.txt) 100 0 R] >> >>",
    extra: [
      "<< /Type /Filespec /F (none.txt) /UF (none.txt) /EF << /F 101 0 R >> >>",
      { dictionary: "/Type /EmbeddedFile", data: "" },
    ],
  });
  const { events } = await readPdfBytes(bytes, { ...asText, select: "none.txt" });
  expect(events).toEqual([expect.objectContaining({ type: "text", text: "(an empty file)\n" })]);
});

test("an attached file that holds secrets by its name is denied, however it is called in the file", async () => {
  for (const name of [".env", "config/.env", ".env \\(1\\)"]) {
    const bytes = buildPdf({
      pages: [{ content: lines("See the file.") }],
      catalog: "/Names << /EmbeddedFiles << /Names [(secret) 100 0 R] >> >>",
      extra: [
        `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 101 0 R >> >>`,
        { dictionary: "/Type /EmbeddedFile", data: "PASSWORD=hunter2\n" },
      ],
    });
    const reader = createReader({
      handlers: [pdf()],
      fileSystem: memoryFileSystem({ entries: { "/a.pdf": bytes } }),
      roots: ["/"],
    });
    const outcome = await reader.read({ path: "a.pdf", select: name.replaceAll("\\", "") });
    await reader.close();
    expect(outcome.ok ? renderText(outcome) : outcome.error.code).toBe("denied-by-policy");
  }
});
