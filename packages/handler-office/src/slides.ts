// The entry from which an isolated process makes these handlers, so that it loads only their package.
export { odp, ppt, pptx, vsdx } from "@reader/handler-slides";
