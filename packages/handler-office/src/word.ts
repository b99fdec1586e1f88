// The entry from which an isolated process makes these handlers, so that it loads only their package.
export { doc, docx, encryptedOffice, epub, odt, rtf } from "@reader/handler-word";
