import { notice, type Notice, quoted } from "@reader/core/handler";
import { readAttachments, type Attachment } from "../../document/attachments.ts";
import { hasForm, readFormFacts } from "../../document/form-fields.ts";
import { readLayers } from "../../document/layers.ts";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { readScripts } from "../../document/scripts.ts";
import { hasAt } from "../../engine/pdf-objects.ts";

/** Maximum number of names in a notice. `info` lists all. */
const maxListed = 10;

/** Returns the notices about a document before its pages. */
export function openingNotices({ document, pageCount }: OpenedPdf): readonly Notice[] {
  const isEmpty = pageCount === 0 ? [notice("The document has no pages.")] : [];
  return [
    ...isEmpty,
    ...repairNotice(document),
    ...xfaNotice(document),
    ...attachmentNotice(document),
    ...layerNotice(document),
    ...scriptNotice(document),
  ];
}

/** Returns a notice if the document was repaired. */
export function repairNotice(document: OpenedPdf["document"]): readonly Notice[] {
  if (!document.wasRepaired()) return [];
  return [notice("The file is damaged: its structure was rebuilt as far as possible, and parts may be missing.")];
}

function xfaNotice(document: OpenedPdf["document"]): readonly Notice[] {
  if (!hasForm(document) || readFormFacts(document).kind !== "xfa-only") return [];
  const parts = readAttachments(document, 0).filter(isXfa);
  return [
    notice(
      `This is an XFA form: what a viewer shows is made by a program from XML, and the pages here are only its shell. ${xfaStep(parts)}`.trim(),
    ),
  ];
}

function isXfa({ name }: Attachment): boolean {
  return name.startsWith("xfa/") || name === "xfa.xml";
}

/** A form may be stored in parts or as one stream. The named parts can be selected. */
function xfaStep(parts: readonly Attachment[]): string {
  const has = (name: string): boolean => parts.some((part) => part.name === name);
  const [first] = parts;
  if (has("xfa/datasets.xml") && has("xfa/template.xml"))
    return 'Send `select` "xfa/datasets.xml" for its values and `select` "xfa/template.xml" for its fields.';
  return first === undefined
    ? ""
    : `Send \`select\` ${quoted(has("xfa/datasets.xml") ? "xfa/datasets.xml" : first.name)} for it.`;
}

/** Content of hidden layers is neither read nor drawn, so a notice says that it exists. */
function layerNotice(document: OpenedPdf["document"]): readonly Notice[] {
  const names = readLayers(document).flatMap(({ name, isShown }) => (isShown ? [] : [name]));
  if (names.length === 0) return [];
  const [words, whose] = names.length === 1 ? ["a layer that is", "its"] : ["layers that are", "their"];
  return [notice(`The document has ${words} not shown, and ${whose} content is left out: ${listOf(names)}.`)];
}

/** Pages are not searched for scripts here; `info` does that. */
function scriptNotice(document: OpenedPdf["document"]): readonly Notice[] {
  return readScripts(document, 0).length === 0 ? [] : [notice("The document contains JavaScript, which is not run.")];
}

function attachmentNotice(document: OpenedPdf["document"]): readonly Notice[] {
  const names = readAttachments(document, 0).flatMap((file) => (isXfa(file) ? [] : [file.name]));
  if (names.length === 0) return [];
  const what = isPortfolio(document) ? "This is a portfolio: its content is in" : "The document has";
  return [
    notice(
      `${what} ${names.length === 1 ? "an attachment" : "attachments"}, to be read with \`select\`: ${listOf(names)}.`,
    ),
  ];
}

function listOf(names: readonly string[]): string {
  const listed = names.slice(0, maxListed).map((name) => quoted(name));
  return `${listed.join(", ")}${names.length > maxListed ? ` and ${names.length - maxListed} more` : ""}`;
}

/** True if the document is a container for its attachments. */
export function isPortfolio(document: OpenedPdf["document"]): boolean {
  const trailer = document.getTrailer();
  try {
    return hasAt(trailer, "Root", "Collection");
  } finally {
    trailer.destroy();
  }
}
