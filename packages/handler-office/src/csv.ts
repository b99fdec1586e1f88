// The entry from which an isolated process makes these handlers, so that it loads only their package.
export { csv } from "@reader/handler-csv";
