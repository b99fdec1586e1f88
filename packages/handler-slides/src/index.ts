export { encryptedOffice } from "./slides.ts";
export { odp } from "./odp.ts";
export { ppt } from "./ppt.ts";
export { pptx } from "./pptx.ts";
export { slides } from "./slides.ts";
export { sniffFlatPresentation } from "@reader/office-kit";
