// What scanners, copiers and cameras do to a page, in steps that give the same result each time.
import sharp from "sharp";

/** The dots an inch at which pages are drawn before they are spoilt. */
export const masterDotsPerInch = 300;

/** What a PDF handler would draw: the page at so many dots an inch, whatever was scanned. */
export async function forRecogniser(png, dotsPerInch) {
  const { width, height } = await sharp(png).metadata();
  const density = await densityOf(png);
  const size = {
    width: Math.round((width * dotsPerInch) / density),
    height: Math.round((height * dotsPerInch) / density),
  };
  const grey = sharp(png).removeAlpha().greyscale().resize(size.width, size.height, { fit: "fill" });
  const { data, info } = await grey.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, widthPx: info.width, heightPx: info.height };
}

async function densityOf(png) {
  return (await sharp(png).metadata()).density ?? masterDotsPerInch;
}

export async function scaled(png, density) {
  const { width } = await sharp(png).metadata();
  return sharp(png)
    .resize(Math.round((width * density) / masterDotsPerInch))
    .withMetadata({ density })
    .png()
    .toBuffer();
}

/** `ground` is the paper that comes into the corners. */
export async function turned(png, degrees, ground = "#ffffff") {
  const density = await densityOf(png);
  return sharp(png).rotate(degrees, { background: ground }).withMetadata({ density }).png().toBuffer();
}

export async function faint(png) {
  const density = await densityOf(png);
  return sharp(png).linear(0.33, 140).withMetadata({ density }).png().toBuffer();
}

export async function jpeg(png, quality) {
  const density = await densityOf(png);
  return sharp(png).jpeg({ quality }).withMetadata({ density }).toBuffer();
}

/** The same noise each time. */
export async function noisy(png, strength) {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647 - 0.5;
  return eachPixel(png, (grey) => grey + (random() + random() + random()) * strength);
}

/** The light of a lamp at the upper left, and the shadow of the one who takes the image at the lower right. */
export async function shaded(png) {
  return eachPixel(png, (grey, across, down) => grey * (1 - 0.6 * ((across + down) / 2) ** 1.5));
}

/** Under a light of which `shareAt` tells how much falls on a place, 0 to 1 across and down. */
export async function lit(png, shareAt) {
  return eachPixel(png, (grey, across, down) => grey * shareAt(across, down));
}

/** A fax of the coarse kind: 204 dots across, 98 down, black or white; square again as a handler makes it. */
export async function faxed(png) {
  const { width, height } = await sharp(png).metadata();
  const across = Math.round((width * 204) / masterDotsPerInch);
  const flat = { width: across, height: Math.round((height * 98) / masterDotsPerInch), fit: "fill" };
  const dots = await sharp(png).greyscale().resize(flat).threshold(160).png().toBuffer();
  const square = { width: across, height: Math.round((height * 204) / masterDotsPerInch), fit: "fill" };
  return sharp(dots).resize(square).withMetadata({ density: 204 }).png().toBuffer();
}

async function eachPixel(png, change) {
  const density = await densityOf(png);
  const { data, info } = await sharp(png).greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (let at = 0; at < data.length; at++) {
    const grey = change(data[at], (at % width) / width, Math.floor(at / width) / height);
    data[at] = Math.min(255, Math.max(0, grey));
  }
  return sharp(data, { raw: { width, height, channels: 1 } })
    .withMetadata({ density })
    .png()
    .toBuffer();
}
