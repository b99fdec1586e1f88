import { countEngineFailure, isEngineBroken } from "../engine/engine.ts";
import type { PageContent, TextRun } from "../model/page-content.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { centreOf, holds } from "../model/geometry.ts";
import type { ReadPage } from "./look-closer.ts";
import { mayHideText } from "./may-hide-text.ts";
import { markTiny } from "./mark-tiny.ts";
import { mapRuns } from "./map-runs.ts";
import type { HiddenPart } from "./split-run.ts";
import { withoutUnseenSigns } from "./unseen-signs.ts";

/** Pictures that are held against the text; a page of more is tiles, of which the first tell enough. */
const maxImages = 64;

/**
 * Marks the runs of a page that who looks at it would not see. A page whose content could hide nothing costs a scan of
 * that content; the others are run a second time, and what still seems hidden is drawn and looked at.
 */
export async function markHidden(painting: Painting, content: PageContent): Promise<PageContent> {
  const placed = markTiny(content);
  if (!hasText(content)) return placed;
  const finding = mayHideText(painting.page, painting.quick?.scanned);
  const arePicturesBehind = painting.quick?.arePicturesBehind === true;
  if (finding === undefined && (arePicturesBehind || !hasPictureAtText(content))) return placed;
  const parts = await partsOrNone({ painting, content: placed });
  if (parts.size === 0) return placed;
  const { splitRun } = await import("./split-run.ts");
  const splitAll = (run: TextRun): readonly TextRun[] =>
    (parts.get(run) ?? []).reduce<readonly TextRun[]>(
      (runs, part) => runs.flatMap((piece) => (piece.hidden === undefined ? splitRun(piece, part) : [piece])),
      [run],
    );
  return withoutUnseenSigns(mapRuns(placed, splitAll));
}

/** A page that cannot be run or drawn still has its text; what of it is hidden is then not known. */
async function partsOrNone(read: ReadPage): Promise<ReadonlyMap<TextRun, readonly HiddenPart[]>> {
  const { unseenParts } = await import("./look-closer.ts");
  try {
    return unseenParts(read);
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return new Map();
  }
}

function hasText(content: PageContent): boolean {
  return content.blocks.some(({ lines }) => lines.some(({ runs }) => runs.some(({ text }) => text.trim() !== "")));
}

/** A picture may have been painted over the text. */
function hasPictureAtText({ images, blocks }: PageContent): boolean {
  return images
    .slice(0, maxImages)
    .some((image) => blocks.some(({ lines }) => lines.some(({ box }) => holds(image, centreOf(box)))));
}
