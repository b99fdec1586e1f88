declare module "*/package.json" {
  /** What a package says of itself. */
  const manifest: { readonly version: string };
  export { manifest as default };
}
