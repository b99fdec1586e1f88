import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import { findAll, isOn } from "@reader/office-kit/drawing";
import { packedSource } from "@reader/office-kit/flat";
import {
  type OfficePackage,
  openPackage,
  type Relationship,
  sourceOfBytes,
  targetOf,
} from "@reader/office-kit/package";
import { type MacroModule, macroModulesOf } from "@reader/office-kit/vba";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";

/** An opened presentation, as described by its main part. */
export interface Presentation {
  readonly parts: OfficePackage;
  readonly context: HandlerContext;
  /** The name of the main part. */
  readonly main: string;
  readonly root: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** The slides, in presentation order. */
  readonly slides: readonly SlideRef[];
  readonly hasMacros: boolean;
  /** The readable macro modules. */
  readonly modules: readonly MacroModule[];
}

/** The location of a slide. */
export interface SlideRef {
  /** The name of its part; `undefined` if the relationship is missing. */
  readonly part: string | undefined;
  /** Empty if it belongs to no section. */
  readonly section: string;
}

/** Opens a presentation. Reads its main part and no slide. Throws `corrupt`. */
export async function openPresentation(source: Source, context: HandlerContext): Promise<Presentation> {
  const parts = await openPackage(await nearSource(await packedSource(source, context)), context);
  const main = targetOf(await parts.relationships(""), "officeDocument") ?? "ppt/presentation.xml";
  const root = await parts.tree(main);
  if (root === undefined)
    throw new ReadError("corrupt", `${source.path} has no main part, so it is not a presentation.`);
  const relationships = await parts.relationships(main);
  const project = targetOf(relationships, "vbaProject");
  return {
    parts,
    context,
    main,
    root,
    relationships,
    slides: slidesIn(root, relationships),
    hasMacros: project !== undefined,
    modules: await macroModulesOf(project === undefined ? undefined : await parts.bytes(project)),
  };
}

function slidesIn(root: XmlElement, relationships: ReadonlyMap<string, Relationship>): readonly SlideRef[] {
  const sections = sectionsIn(root);
  return childrenOf(childOf(root, "p:sldIdLst"), "p:sldId").map(({ attributes }) => ({
    part: relationships.get(attributes["r:id"] ?? "")?.target,
    section: sections.get(attributes["id"] ?? "") ?? "",
  }));
}

/** True if a slide is hidden. */
export function isHiddenSlide({ attributes }: XmlElement): boolean {
  return attributes["show"] !== undefined && !isOn(attributes["show"]);
}

/**
 * Maximum size in bytes of a file that is loaded whole. This avoids a separate read for each of its hundreds of small
 * parts.
 */
const maxNearBytes = 16 * 1024 * 1024;

/** Returns the source with its bytes in memory if it is small enough. */
async function nearSource(source: Source): Promise<Source> {
  if (source.size > maxNearBytes) return source;
  return sourceOfBytes(source, await source.slice(0, source.size));
}

/** Returns the names of the sections by slide identifier ([MS-PPTX], 2.5.13). */
function sectionsIn(root: XmlElement): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (const list of findAll(childOf(root, "p:extLst"), "p14:sectionLst")) {
    for (const section of childrenOf(list, "p14:section")) {
      const name = (section.attributes["name"] ?? "").replaceAll(/\s+/gu, " ").trim();
      for (const slide of childrenOf(childOf(section, "p14:sldIdLst"), "p14:sldId")) {
        sections.set(slide.attributes["id"] ?? "", name);
      }
    }
  }
  return sections;
}
