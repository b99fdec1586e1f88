export { packedSource } from "./packed-source.ts";
