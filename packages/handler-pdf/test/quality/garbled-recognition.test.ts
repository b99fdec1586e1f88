import { beforeAll, describe, expect, test, vi } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { assessPage, isRecognisedLayer } from "@reader/pdf-pages/quality";
import { modelOf } from "../page-models.ts";
import { onePagePdf, streamObject } from "../deadly/build-pdf.ts";
import { qualityPageOf as pageOf, wholePage } from "../support/pdf-pages.ts";
import { withFirstPage } from "./with-first-page.ts";

const onItsHead =
  "‘WopI3EM JeJsTOLTYeMIH AYSIU PoYASYOIS sIp suUOY [EMI SYT[z}Jesnz suyYo ‘oyepy1a apusZTIs10A Jeq ‘UspinM }zZINyxeh wsyde13S\nJep IeYyseJUL Usp AN [eV aIp puszyeM ‘tas uehet\\seb Juezoig Jjomz win 1yef uauebuebsea wi aysebsiye;z Jap [YeZ sip ssep";

/** Output of tesseract 5 for unsuitable pages, by their orientation or script. */
const soups: Readonly<Record<string, string>> = {
  "German on its head": onItsHead,
  "German on its side":
    "o Be wi guy g EFS ELS — 8 FBR BSS ye FeEse S58 Kvvy Le y 4 Qarzeg Seok ag = 9 7 @ _~ oF Bo ge Fer, BRE ERS rE SY 2 USYX\nfe PrP eee ey Fey $oFe2 reg £58 ae 835 § 620 ScZEfESBZ% 28 ceSes 35 Fee 385 83 BSS 2 PES 2 Seek seg 58",
  "Russian, read as English":
    "HWoksial KOMHCCHH KoMMccHa TIpeaqcTaBusla DOKIIay O MONOKeHUU OOIMIeECTBeEHHOTO TpaHCnopta, B KOTOPOM rOBOpHTCH O pocte 4uCa\nMaccaxkKUpoB Ha FBeHasMaTb MpOWeHTOB 3a IOCNeTHUH Ton, B TO BpeMA Kak CpeqCTBa Ha ComepxKaHuUe IyTe ObIU cokKpalleHul.",
  "Greek, read as English":
    "‘EKOeon THC ENLTpONTHC H entponn napovoiace Ex9Eon yla THY KatdoTAON Twv SHEdowDy OVYKOWUWVIODV, OTHDY OTOta aAvaPEPETAL\nOTL O APLOLOC TwV EmMBPaTwDv avenOnke Kata& 6W6eEKA TOC EKATO TOV TEAEVTALO XYPOVO, EVW TA HEGA La TH OVVTHPNON",
};

/** Its output for upright pages, with errors. */
const layers: Readonly<Record<string, string>> = {
  "German, read as English":
    "Bericht der Kommission Die Kommission hat am Dienstag in Briissel einen Bericht tiber die Lage der 6ffentlichen Verkehrsmittel\nvorgelegt. Darin heift es, dass die Zahl der Fahrgaste im vergangenen Jahr um zwalf Prozent gestiegen sei",
  "a list of parts":
    "Parts list 4711-B AX-37B/1Q M3x11 DIN 912 1237.13 kN/m? 71% AX-74B/2Q Max14 DIN 912 2474.26 kNim? 41%\nAX-208/3Q MS5x17 DIN 912 3711.39 kN/m? 11% AX-57B/4Q M6x20 DIN 912 4948.52 kN/m* 82 % AX-38/5Q M7x23 DIN 912",
  "a manual of commands":
    "Contents 1 Introduction 1.1 Example of use: the rotating disk 1.1.1 Circuits 1.2. Shared syntax of the new commands\n2 Iterating functions: \\nmcIterate 2.1 Star (*) option: fixed points . 2.1.1 Use with \\nmcInfo. . 2.2 Settings option",
};

const scan = { images: [wholePage] };
const unseen = { showsPrint: () => false, showsPrintApart: () => false };
const recognised = { isRecognised: () => true, ...unseen };

describe("OCR output", () => {
  test.for(Object.entries(soups))("is garbled for unsuitable input: %s", ([, text]) => {
    expect(assessPage(pageOf(text, scan), recognised)).toEqual({
      layer: "garbled",
      reason: "It was recognised in an image, and most of its words are not real words.",
      figureShare: 1,
    });
  });

  test.for(Object.entries(layers))("is sound with some errors: %s", ([, text]) => {
    expect(assessPage(pageOf(text, scan), recognised).layer).toBe("sound");
  });

  test("is checked once", () => {
    const isRecognised = vi.fn<() => boolean>(() => false);
    assessPage(pageOf(onItsHead.slice(0, 300), scan), { isRecognised, ...unseen });
    expect(isRecognised).toHaveBeenCalledTimes(1);
  });

  test("is not checked for visible text, or on a page without an image", () => {
    expect(assessPage(pageOf(onItsHead, scan)).layer).toBe("sound");
    expect(assessPage(pageOf(onItsHead), recognised).layer).toBe("sound");
  });
});

const picture = "q 612 0 0 792 0 0 cm /I Do Q ";
const words = (mode: number): string => `BT /F1 12 Tf ${String(mode)} Tr 72 700 Td (What was recognised) Tj ET `;

const pages: Readonly<Record<string, readonly [content: string, isRecognised: boolean]>> = {
  "text without ink on a scan": [picture + words(3), true],
  "text without ink under a scan": [words(3) + picture, true],
  "text with ink under a scan": [words(0) + picture, true],
  "text that is seen on a picture": [picture + words(0), false],
  "text without a picture": [words(0), false],
};

describe("a layer of OCR output", () => {
  let engine: PdfEngine;

  beforeAll(async () => {
    engine = await loadPdfEngine();
  });

  test.for(Object.entries(pages))("is detected: %s", async ([, [content, isRecognised]]) => {
    const image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    const objects = [streamObject(Uint8Array.of(200), image)];
    const pdf = onePagePdf(content, { resources: "/XObject << /I 6 0 R >>", objects });
    await withFirstPage(engine, pdf, (page) => {
      expect(isRecognisedLayer(modelOf(engine, page))).toBe(isRecognised);
    });
  });
});
