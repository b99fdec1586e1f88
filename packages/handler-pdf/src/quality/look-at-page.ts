import type { PageContent } from "../model/page-content.ts";
import type { Painting } from "../extract/painting/painting.ts";
import type { PageLooks } from "./judge-page.ts";
import { isRecognisedLayer } from "./recognised-layer.ts";
import { showsPrint } from "./shows-print.ts";

/** Looks at a page where its judge asks for it; `painting` is asked for then, too. */
export function looksAt(painting: () => Painting, content: PageContent): PageLooks {
  return { isRecognised: () => isRecognisedLayer(painting()), showsPrint: () => showsPrint(painting(), content) };
}
