// @boundaries-ignore pages that tests write by hand, which are in the tests of the package that reads them
export { block, column, line, page } from "../../../pdf-pages/test/layout/pages.ts";
// @boundaries-ignore as above
export { pageOf as qualityPageOf, wholePage } from "../../../pdf-pages/test/quality/page-of.ts";
// @boundaries-ignore as above
export { flat, pageOf, upright, words } from "../../../pdf-pages/test/tables/pages.ts";
