export { canaryText, openDocumentCanary, openXmlCanary, unpacked, zipCanary } from "./canary-files.ts";
