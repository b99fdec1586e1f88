// The programs without their PDF part: what each way of installing them brings, by npm 10 and 11, pnpm and npx. Nothing
// under the AGPL may be among it, images must still be read, and a PDF must be refused with what to install, or read with
// PDFium where its handler is installed.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, succeed } from "./run.mjs";

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const image = "image/png-16-bit/input.png";
const document = "pdf/page-labels-and-outline/input.pdf";
const withoutPdf = "@reader/cli-without-pdf";
const pdfium = "@reader/handler-pdfium";

/** A licence, or one of several to choose from. */
const permissive =
  /\b(?:MIT|ISC|0BSD|BSD(?:-[23]-Clause)?|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|Zlib)\b/;

const installers = ["npm 10", "npm 11", "pnpm 12"];

/** Checks every way and prints what each installs; `step` reports each. */
export async function checkWithoutPdf(step, { work, node, env }) {
  const folder = join(work, "without-pdf");
  const files = join(folder, "files");
  mkdirSync(files, { recursive: true });
  cpSync(join(fixtures, image), join(files, "image.png"));
  cpSync(join(fixtures, document), join(files, "report.pdf"));
  const ground = { folder, files, node, env };
  for (const name of installers) {
    await step(`${name} installs ${withoutPdf} without the AGPL; images are read, a PDF is refused`, () =>
      checkProject(name, ground),
    );
  }
  for (const name of installers) {
    await step(`${name} installs ${withoutPdf} and ${pdfium} without the AGPL; a PDF is read with PDFium`, () =>
      checkPdfium(name, ground),
    );
  }
  await step(`npx runs ${withoutPdf} and @reader/mcp-without-pdf with ${pdfium}`, () => checkPdfiumByNpx(ground));
  await step("npm installs @reader/cli with the PDF handler and without OCR", () => checkDefault(ground));
  await step("npm installs @reader/cli without S3, and @reader/s3 beside it", () => checkS3(ground));
  await step("where npm left out the PDF handler, @reader/cli says why", () => checkLeftOut(ground));
  await step("npx runs @reader/mcp-without-pdf, and with @reader/handler-pdf beside it", () => checkServer(ground));
}

async function checkProject(name, ground) {
  const { node, files } = ground;
  const project = await install(name, [withoutPdf], ground);
  const names = packagesIn(project).map((each) => each.name);
  expectNone(names, /^(?:mupdf|tesseract\.js.*|@tesseract\.js-data\/.*|@reader\/(?:handler-pdf|ocr))$/);
  expectNone(licencesIn(project), /AGPL/);
  const program = join(project, "node_modules", withoutPdf, "lib/main.cjs");
  const shown = JSON.parse(await succeed(node, [program, "--json", "--model", "anthropic", join(files, "image.png")]));
  if (!shown.ok || !shown.parts.some((part) => part.type === "image")) throw new Error(JSON.stringify(shown));
  const refused = await run(node, [program, "--json", join(files, "report.pdf")]);
  expectRefusal(refused.status, JSON.parse(refused.stdout));
  report(name, [withoutPdf], project);
  await installInto(project, { name, packages: ["@reader/handler-pdf"], ground });
  await succeed(node, [program, join(files, "report.pdf")]);
}

/** PDFium reads PDF files until the handler with MuPDF is installed beside it; `doctor` says which one does. */
async function checkPdfium(name, ground) {
  const { node, files } = ground;
  const project = await install(name, [withoutPdf, pdfium], ground);
  expectNone(
    packagesIn(project).map((each) => each.name),
    /^(?:mupdf|@reader\/handler-pdf)$/,
  );
  expectNone(licencesIn(project), /AGPL/);
  const program = join(project, "node_modules", withoutPdf, "lib/main.cjs");
  const document = join(files, "report.pdf");
  await expectHandler("pdfium", { node, program, document });
  const shown = JSON.parse(
    await succeed(node, [program, "--json", "--model", "anthropic", "--view", "image", document]),
  );
  if (!shown.ok || !shown.parts.some((part) => part.type === "image")) throw new Error(JSON.stringify(shown));
  report(name, [withoutPdf, pdfium], project);
  await expectInDoctor(/^ {2}✓ pdfium: application\/pdf \(@reader\/handler-pdfium .*, MIT\)$/m, { node, program });
  await installInto(project, { name, packages: ["@reader/handler-pdf"], ground });
  await expectHandler("pdf", { node, program, document });
  await expectInDoctor(/^ {2}– pdfium: .*, MIT; not used, because @reader\/handler-pdf is installed\)$/m, {
    node,
    program,
  });
}

async function expectHandler(handler, { node, program, document }) {
  const read = JSON.parse(await succeed(node, [program, "--json", document]));
  if (!read.ok || read.handler !== handler) throw new Error(`${handler} does not read it: ${JSON.stringify(read)}`);
}

async function expectInDoctor(line, { node, program }) {
  const { stdout } = await run(node, [program, "doctor"]);
  if (!line.test(stdout)) throw new Error(`reader doctor prints:\n${stdout}`);
}

async function checkPdfiumByNpx(ground) {
  const { folder, files, node, env } = ground;
  const cwd = mkdtempSync(join(folder, "npx-"));
  const options = { cwd, env: { ...env, PATH: `${dirname(node)}:${env.PATH}` } };
  const words = ["-y", "-p", withoutPdf, "-p", pdfium, "reader", "--json", join(files, "report.pdf")];
  const read = JSON.parse(await succeed("npx", words, options));
  if (!read.ok || read.handler !== "pdfium") throw new Error(JSON.stringify(read));
  const server = await serve(["-p", "@reader/mcp-without-pdf", "-p", pdfium, "reader-mcp"], ground);
  if (server.document.isError === true) throw new Error(JSON.stringify(server.document));
}

async function checkDefault(ground) {
  const { node, files } = ground;
  const project = await install("npm 11", ["@reader/cli"], ground);
  const names = packagesIn(project).map((each) => each.name);
  expectNone(names, /tesseract|^@reader\/ocr$/);
  if (!names.includes("@reader/handler-pdf")) throw new Error(`Only these are installed: ${names.join(", ")}`);
  // As the README of the program says in its first lines.
  const others = licencesIn(project).filter((each) => !permissive.test(each) && !each.startsWith("@img/sharp-libvips"));
  expectNone(others, /^(?!(?:mupdf|@reader\/handler-pdf): AGPL-3\.0-or-later$)/);
  const program = join(project, "node_modules/@reader/cli/lib/main.cjs");
  await succeed(node, [program, join(files, "report.pdf")]);
  report("npm 11", ["@reader/cli"], project);
  for (const names of [
    ["@reader/cli", "@reader/ocr"],
    ["@reader/mcp-without-pdf"],
    ["@reader/mcp"],
    ["@reader/mcp", "@reader/ocr"],
  ]) {
    report("npm 11", names, await install("npm 11", names, ground));
  }
}

/** S3 is read once its package is there. The server refuses every request, so that its answer shows that it was asked. */
async function checkS3(ground) {
  const { node, env } = ground;
  const project = await install("npm 11", ["@reader/cli"], ground);
  expectNone(
    packagesIn(project).map((each) => each.name),
    /^(?:@aws-sdk\/.*|@reader\/s3)$/,
  );
  const server = createServer((_, response) => void response.writeHead(403).end());
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const program = join(project, "node_modules/@reader/cli/lib/main.cjs");
  const endpoint = `http://127.0.0.1:${server.address().port}`;
  const words = [program, "batch", "s3://bucket", "--out", "text", "--s3-endpoint", endpoint];
  const keys = { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B" };
  const expectInError = async (line) => {
    const { stderr } = await run(node, words, { cwd: project, env: { ...env, ...keys } });
    if (!line.test(stderr)) throw new Error(`reader batch prints:\n${stderr}`);
  };
  try {
    await expectInError(/^reader: S3 is read by the package @reader\/s3, which is not installed\.$/m);
    await installInto(project, { name: "npm 11", packages: ["@reader/s3"], ground });
    await expectInError(/^reader: s3:\/\/bucket may not be read with these credentials/m);
  } finally {
    server.close();
  }
}

/** npm leaves out the PDF handler where its Node.js is too old, and says nothing. The program must. */
async function checkLeftOut(ground) {
  const { node, files } = ground;
  const project = await install("npm 11", ["@reader/cli"], ground);
  for (const name of ["@reader/handler-pdf", "mupdf"]) rmSync(join(project, "node_modules", name), { recursive: true });
  const program = join(project, "node_modules/@reader/cli/lib/main.cjs");
  const refused = await run(node, [program, "--json", join(files, "report.pdf")]);
  expectRefusal(refused.status, JSON.parse(refused.stdout));
  const { stdout } = await run(node, [program, "doctor"]);
  const reason = /^ {2}@reader\/handler-pdf: npm install .*application\/pdf cannot be read .*Node\.js is older/m;
  if (!reason.test(stdout)) throw new Error(`reader doctor prints:\n${stdout}`);
}

async function checkServer(ground) {
  const lean = await serve(["@reader/mcp-without-pdf"], ground);
  if (!lean.image.content.some(({ type }) => type === "image")) throw new Error(JSON.stringify(lean.image));
  const [{ text = "" } = {}] = lean.document.content;
  if (lean.document.isError !== true || !text.includes("npm install @reader/handler-pdf")) throw new Error(text);
  const both = await serve(["-p", "@reader/mcp-without-pdf", "-p", "@reader/handler-pdf", "reader-mcp"], ground);
  if (both.document.isError === true) throw new Error(JSON.stringify(both.document));
}

/** Starts a server by npx, and returns what it answers for an image and for a PDF. */
async function serve(words, { folder, files, node, env }) {
  const cwd = mkdtempSync(join(folder, "npx-"));
  const input = [initialize, initialized, call(2, "image.png"), call(3, "report.pdf")].map((each) =>
    JSON.stringify(each),
  );
  const options = {
    cwd,
    env: { ...env, PATH: `${dirname(node)}:${env.PATH}` },
    input: `${input.join("\n")}\n`,
    until: ['"id":2', '"id":3'],
  };
  const { stdout, stderr } = await run("npx", ["-y", ...words, files], options);
  const answers = stdout.split("\n").filter((line) => line.startsWith("{"));
  const byId = new Map(answers.map((line) => JSON.parse(line)).map((answer) => [answer.id, answer]));
  if (byId.size < 3) throw new Error(`It answers: ${stdout}${stderr}`);
  return { image: byId.get(2).result, document: byId.get(3).result };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tarballs", version: "0" } },
};
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

function call(id, path) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "read", arguments: { path } } };
}

async function install(name, packages, ground) {
  const project = mkdtempSync(join(ground.folder, "project-"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // Shells that start a second npm drop variables whose names have signs in them.
  writeFileSync(join(project, ".npmrc"), `@reader:registry=${ground.env["npm_config_@reader:registry"]}\n`);
  await installInto(project, { name, packages, ground });
  return project;
}

async function installInto(project, { name, packages, ground }) {
  if (name === "pnpm 12") {
    await succeed("npx", ["-y", "pnpm@12", "add", ...packages], { cwd: project, env: ground.env });
    return;
  }
  const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages];
  await succeed(ground.node, [await npmProgram(name, ground), ...words], { cwd: project, env: ground.env });
}

/**
 * npm in the version of `name`, to be run by the Node that is tested. `npx npm@11` would run the machine's own npm and
 * Node where that npm is an 11, and npm silently leaves out optional dependencies whose `engines` exclude its Node.
 */
async function npmProgram(name, { folder, env }) {
  const home = join(folder, name.replace(" ", "-"));
  const program = join(home, "node_modules/npm/bin/npm-cli.js");
  if (!existsSync(program)) {
    const words = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--prefix", home, name.replace(" ", "@")];
    await succeed("npm", words, { env });
  }
  return program;
}

/** Every installed package, by its manifest: in `node_modules` of npm as in the store of pnpm. */
function packagesIn(project) {
  const patterns = ["*/package.json", "@*/*/package.json"].flatMap((end) => [
    `node_modules/${end}`,
    `node_modules/**/node_modules/${end}`,
    `node_modules/.pnpm/*/node_modules/${end}`,
  ]);
  const found = globSync(patterns, { cwd: project }).map((path) => readFileSync(join(project, path), "utf8"));
  const manifests = found.map((text) => JSON.parse(text)).filter(({ name, version }) => name && version);
  return [...new Map(manifests.map((each) => [`${each.name}@${each.version}`, each])).values()];
}

function licencesIn(project) {
  return packagesIn(project).map(({ name, license }) => `${name}: ${license}`);
}

function expectNone(found, pattern) {
  const wrong = found.filter((each) => pattern.test(each));
  if (wrong.length > 0) throw new Error(`Installed, and should not be: ${wrong.join(", ")}`);
}

function expectRefusal(status, outcome) {
  const { code, hint = "" } = outcome.error ?? {};
  const names = ["npm install @reader/handler-pdf`", `npm install ${pdfium}\` (licence: MIT)`];
  const isRight = status === 1 && code === "unsupported-type" && names.every((name) => hint.includes(name));
  if (!isRight) throw new Error(`A PDF gives exit code ${status} and ${JSON.stringify(outcome)}`);
}

function report(name, packages, project) {
  const megabytes = (sizeOf(join(project, "node_modules")) / 1e6).toFixed(1);
  const count = packagesIn(project).length;
  process.stdout.write(`  ${name} install ${packages.join(" ")}: ${count} packages, ${megabytes} MB\n`);
}

function sizeOf(folder) {
  const files = globSync(["**/*", "**/.*", ".pnpm/**/*"], { cwd: folder, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const paths = new Set(files.map((each) => join(each.parentPath, each.name)));
  return [...paths].reduce((sum, path) => sum + statSync(path).size, 0);
}
