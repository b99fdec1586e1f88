// A registry of this machine that has nothing but tarballs of this repository.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";

/** Serves tarballs as npm asks for them, until it is closed. */
export async function serveTarballs(tarballs) {
  const packages = new Map(tarballs.map((path) => [manifestOf(path).name, path]));
  const files = new Map(tarballs.map((path) => [`/${basename(path)}`, path]));
  const server = createServer(({ url: asked = "" }, response) => {
    const path = decodeURIComponent(asked);
    const file = files.get(path);
    const named = packages.get(path.slice(1));
    response.statusCode = file === undefined && named === undefined ? 404 : 200;
    if (file !== undefined) response.end(readFileSync(file));
    else response.end(named === undefined ? "{}" : JSON.stringify(packument(named, addressOf(server))));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: addressOf(server), close: () => server.close() };
}

function addressOf(server) {
  return `http://127.0.0.1:${server.address().port}/`;
}

/** The manifest as it was packed: with the versions of its neighbours. */
export function manifestOf(tarball) {
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" });
  return JSON.parse(stdout);
}

function packument(tarball, address) {
  const manifest = manifestOf(tarball);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { tarball: `${address}${basename(tarball)}`, integrity };
  return {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } },
  };
}
