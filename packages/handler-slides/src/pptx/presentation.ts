import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { packedSource } from "@reader/office-kit/flat";
import { openPackage, type OfficePackage, targetOf, type Relationship } from "@reader/office-kit/package";
import { isOn } from "@reader/office-kit/drawing";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { macroModulesOf, type MacroModule } from "@reader/office-kit/vba";
import { nearSource } from "./near-source.ts";
import { sectionsIn } from "./sections.ts";

/** An opened presentation, as its main part tells of it. */
export interface Presentation {
  readonly parts: OfficePackage;
  readonly context: HandlerContext;
  /** The name of the main part. */
  readonly main: string;
  readonly root: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** In the order in which they are shown. */
  readonly slides: readonly SlideRef[];
  readonly hasMacros: boolean;
  /** Those of the macros whose code can be read. */
  readonly modules: readonly MacroModule[];
}

/** Where a slide is. */
export interface SlideRef {
  /** The name of its part; undefined where the presentation leads nowhere. */
  readonly part: string | undefined;
  /** Empty where it belongs to none. */
  readonly section: string;
}

/** Opens a presentation: its main part is read, no slide. Throws `corrupt`. */
export async function openPresentation(source: Source, context: HandlerContext): Promise<Presentation> {
  const parts = await openPackage(await nearSource(await packedSource(source, context)), context);
  const main = targetOf(await parts.relationships(""), "officeDocument") ?? "ppt/presentation.xml";
  const root = await parts.tree(main);
  if (root === undefined) throw new ReadError("corrupt", `${source.path} has no main part: it is no presentation.`);
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

/** Whether a slide is left out of a show. */
export function isHiddenSlide({ attributes }: XmlElement): boolean {
  return attributes["show"] !== undefined && !isOn(attributes["show"]);
}
