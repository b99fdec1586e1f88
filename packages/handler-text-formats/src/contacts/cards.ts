import {
  type Component,
  firstOf,
  parseComponents,
  type Property,
  splitText,
  textOf,
  unescapeText,
} from "../text/content-lines.ts";
import { otherNames } from "../text/other-names.ts";
import { timeOf } from "../text/times.ts";

/** An image in a card. */
export interface CardImage {
  readonly kind: "photo" | "logo";
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A person or an organisation. */
export interface Card {
  readonly title: string;
  readonly lines: readonly string[];
  readonly names: readonly string[];
  readonly images: readonly CardImage[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The cards of a file. */
export interface CardFile {
  readonly cards: readonly Card[];
  /** Names of properties that are not shown. */
  readonly otherNames: readonly string[];
  readonly badLines: number;
  readonly isCut: boolean;
}

/** Parses vCard 2.1, 3.0 and 4.0, in the order of the file. */
export function parseCards(text: string): CardFile {
  const { components, badLines } = parseComponents(text);
  const found = components.filter(({ name }) => name === "VCARD");
  return {
    cards: found.map(cardOf),
    otherNames: otherNames(found, (name) => labels[name] !== undefined || silentNames.has(name)),
    badLines,
    isCut: found.some(({ isClosed }) => !isClosed),
  };
}

/** Properties that are shown elsewhere, or that only concern programs. */
const silentNames: ReadonlySet<string> = new Set(
  (
    "FN N ORG VERSION PRODID UID SOURCE CLASS SORT-STRING PROFILE MAILER X-ABLABEL X-ABSHOWAS " +
    "X-ABUID X-ABADR CLIENTPIDMAP XML"
  ).split(" "),
);

function cardOf(component: Component): Card {
  const name = nameOf(component);
  const company = listedParts(firstOf(component, "ORG")?.value ?? "");
  const names = [textOf(component, "FN"), name, company, textOf(component, "EMAIL")];
  const title = names.find((each) => each !== "") ?? "(a contact without a name)";
  const images = component.properties.flatMap(imageOf);
  const fact = (label: string, value: string): readonly string[] =>
    value === "" || value === title ? [] : [`${label}: ${value}`];
  return {
    title,
    lines: [
      ...fact("Name", name),
      ...fact("Organisation", company),
      ...component.properties.flatMap((property) => lineOf(property, component)),
      ...images.map(imageLine),
    ],
    names: [
      ...names,
      ...component.properties.filter(({ name: key }) => keys.has(key)).map(({ value }) => value.trim()),
    ],
    images,
    firstLine: component.firstLine,
    lastLine: component.lastLine,
  };
}

/** Properties that a selection may name. */
const keys: ReadonlySet<string> = new Set(["EMAIL", "TEL", "UID"]);

function imageLine({ kind, mediaType, bytes }: CardImage, at: number): string {
  return `[${kind} · ${mediaType}, ${bytes.length} bytes: select "${kind}/${at + 1}" with its page]`;
}

function listedParts(value: string): string {
  return splitText(value, ";")
    .filter((part) => part !== "")
    .join(", ");
}

/** Returns the parts of a name in the order in which they are spoken: titles, given names, family name, honours. */
function nameOf(component: Component): string {
  const [family = "", given = "", additional = "", prefix = "", suffix = ""] = splitText(
    firstOf(component, "N")?.value ?? "",
    ";",
  );
  return [prefix, given, additional, family, suffix]
    .filter((part) => part !== "")
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

const labels: Readonly<Record<string, string>> = {
  TITLE: "Title",
  ROLE: "Role",
  NICKNAME: "Nickname",
  TEL: "Telephone",
  EMAIL: "E-mail",
  ADR: "Address",
  LABEL: "Address",
  URL: "Web",
  IMPP: "Chat",
  BDAY: "Birthday",
  ANNIVERSARY: "Anniversary",
  GENDER: "Gender",
  KIND: "Kind",
  MEMBER: "Member",
  RELATED: "Related",
  LANG: "Language",
  TZ: "Time zone",
  GEO: "Position",
  CATEGORIES: "Categories",
  NOTE: "Note",
  REV: "Changed",
  "X-SOCIALPROFILE": "Profile",
  PHOTO: "Photo",
  LOGO: "Logo",
  SOUND: "Sound",
  KEY: "Key",
  FBURL: "Busy times",
  CALURI: "Calendar",
  CALADRURI: "Calendar address",
  AGENT: "Agent",
  "X-ABRELATEDNAMES": "Related",
  "X-ABDATE": "Date",
  "X-SKYPE": "Skype",
  "X-JABBER": "Jabber",
  "X-PHONETIC-FIRST-NAME": "Phonetic given name",
  "X-PHONETIC-LAST-NAME": "Phonetic family name",
};

function lineOf(property: Property, component: Component): readonly string[] {
  const label = labels[property.name];
  if (label === undefined) return [];
  const value = isData(property) ? dataWords(property) : valueOf(property);
  if (value === "") return [];
  const types = typesOf(property, component);
  return [`${label}${types === "" ? "" : ` (${types})`}: ${value}`];
}

/** True if a property holds bytes rather than words. */
function isData({ value, parameters }: Property): boolean {
  return /^\s*data:/i.test(value) || /^b(?:ase64)?$/i.test(parameters.get("ENCODING")?.[0] ?? "");
}

/** Images have a line of their own. */
function dataWords({ name, value }: Property): string {
  return name === "PHOTO" || name === "LOGO" ? "" : `${Math.floor((value.trim().length * 3) / 4)} bytes in the file`;
}

function valueOf({ name, value }: Property): string {
  if (name === "ADR") return addressOf(value);
  if (name === "GENDER") return listedParts(value);
  const text = unescapeText(value)
    .replaceAll(/\s*\n\s*/g, " / ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (name === "BDAY" || name === "ANNIVERSARY" || name === "REV") return timeOf(text, "", new Map())?.text ?? text;
  return text.replace(/^(?:tel|mailto):/i, "");
}

/** The parts of an address are a post box, an extension, the street, the place, the region, the code and the country. */
function addressOf(value: string): string {
  const [box = "", extension = "", street = "", place = "", region = "", code = "", country = ""] = splitText(
    value,
    ";",
  );
  return [box, extension, street, [code, place].filter((part) => part !== "").join(" "), region, country]
    .map((part) => part.replaceAll(/\s*\n\s*/g, ", "))
    .filter((part) => part !== "")
    .join(", ");
}

/** Types that say nothing to a reader. */
const silentTypes: ReadonlySet<string> = new Set(["internet", "voice", "pref", "x-internet", "other"]);

/** Returns the types of a property, and the label that a program gave it in a property of the same group. */
function typesOf({ parameters, group }: Property, { properties }: Component): string {
  const label =
    group === "" ? undefined : properties.find((each) => each.group === group && each.name === "X-ABLABEL")?.value;
  const own = (label ?? "").replace(/^_\$!<(.*)>!\$_$/, "$1").trim();
  const written = (parameters.get("TYPE") ?? []).flatMap((type) => type.split(","));
  const types = written.map((type) => type.trim().toLowerCase());
  const shown = [...types, own].filter((type) => type !== "" && !silentTypes.has(type));
  return [...new Set(shown)].join(", ");
}

const imageTypes: Readonly<Record<string, string>> = {
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};

/** Decodes a photo or a logo: base64, as a data address in vCard 4.0. An image at an address is not fetched. */
function imageOf(property: Property): readonly CardImage[] {
  const { name, value } = property;
  if ((name !== "PHOTO" && name !== "LOGO") || !isData(property)) return [];
  const [head = "", type] = /^\s*data:([\w.+-]+\/[\w.+-]+)?[^,]*;base64,/i.exec(value) ?? [];
  const bytes = decodeBase64(value.slice(head.length));
  const mediaType = type?.toLowerCase() ?? writtenType(property);
  return bytes.length === 0 ? [] : [{ kind: name === "PHOTO" ? "photo" : "logo", mediaType, bytes }];
}

function writtenType({ parameters }: Property): string {
  const types = (parameters.get("TYPE") ?? []).map((type) => imageTypes[type.toLowerCase().replace("image/", "")]);
  return types.find((type) => type !== undefined) ?? "image/jpeg";
}

function decodeBase64(text: string): Uint8Array {
  const digits = text.replaceAll(/[^\d+/A-Za-z]/g, "");
  // A single digit at the end is not a byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}
