import type { Canary, MediaType } from "@reader/core/handler";
import { canaryText, openDocumentCanary, openXmlCanary, unpacked, zipCanary } from "@reader/office-kit/canary";

type HandlerName = "pptx" | "odp" | "ppt" | "vsdx";

interface Sample {
  readonly mediaType: MediaType;
  readonly bytes: () => Uint8Array;
  readonly text: string;
}

/** Valid presentations by handler name. */
const presentations: Readonly<Record<HandlerName, Sample>> = {
  pptx: {
    mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    bytes: pptxBytes,
    text: canaryText,
  },
  odp: { mediaType: "application/vnd.oasis.opendocument.presentation", bytes: odpBytes, text: canaryText },
  ppt: { mediaType: "application/vnd.ms-powerpoint", bytes: () => unpacked(packedPpt), text: "Figures" },
  vsdx: { mediaType: "application/vnd.ms-visio.drawing", bytes: vsdxBytes, text: canaryText },
};

/** Returns the canary of a handler of this package. */
export function canaryOf(handlerName: HandlerName): Canary {
  const { bytes, ...facts } = presentations[handlerName];
  return { name: `canary.${handlerName}`, bytes: bytes(), ...facts };
}

function pptxBytes(): Uint8Array {
  const deck = `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`;
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${canaryText}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`;
  return openXmlCanary(
    ["ppt/presentation.xml", "presentationml.presentation.main", deck],
    ["ppt/slides/slide1.xml", "presentationml.slide", "slide", slide],
  );
}

function odpBytes(): Uint8Array {
  const frame = `<draw:frame><draw:text-box><text:p>${canaryText}</text:p></draw:text-box></draw:frame>`;
  return openDocumentCanary("presentation", `<draw:page draw:name="Slide">${frame}</draw:page>`);
}

function vsdxBytes(): Uint8Array {
  const visio = 'xmlns="http://schemas.microsoft.com/office/visio/2012/main"';
  const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const link = (type: string, target: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/visio/2010/relationships/${type}" Target="${target}"/></Relationships>`;
  return zipCanary([
    ["_rels/.rels", link("document", "visio/document.xml")],
    ["visio/document.xml", `<VisioDocument ${visio}/>`],
    ["visio/_rels/document.xml.rels", link("pages", "pages/pages.xml")],
    ["visio/pages/pages.xml", `<Pages ${visio} ${r}><Page ID="0" Name="Page"><Rel r:id="r1"/></Page></Pages>`],
    ["visio/pages/_rels/pages.xml.rels", link("page", "page1.xml")],
    [
      "visio/pages/page1.xml",
      `<PageContents ${visio}><Shapes><Shape ID="1"><Text>${canaryText}</Text></Shape></Shapes></PageContents>`,
    ],
  ]);
}

/** A PowerPoint 97 presentation: `fixtures/ppt/one-slide/input.ppt`, deflated. */
const packedPpt: readonly string[] = [
  "7VZNSFRRFD7v3dHR0fGNNqnZZA+pcGViNUkLQ7IWURFGtKtMxx/wB0ZNjAijXbQJXEYWRMugTYtWQtCyWgW1CKONq3oRRS1y+u6559FzmsYZp0WR",
  "9/G9+/feO9937jn3vhfPa5fuPmx6S1mlixStZCqpPDBmAbbfiZm+xkomk/GHMxvlnyrfgRVBCOtXBpTLmm7g/4HCmgfXPwxUAJVABKgCqoEoUAM4",
  "ZgugWqAO2ATEgc1APdAANAJbgCZgK5AAtgHNwPaNGPsr0EsTuKbIpcM0jjpNs1RMqacyy99LrALf0bHGwcXnxykapj24pugo7aNiSx3ZbN+Ws6fQ",
  "90JSH6JpaE5TitW7dJom0U4XbL9J7Ksi7FuSG7qchPdn2KJujQiLHrT7wWxMeP2+tIp9vxRiX/vqbNi093ckO6ik8sWJSe6fW7z57kC4uLcdWlZL",
  "vB94ToJHPql48D/DlDnzrOd0Bp5R2U4NzJUFp2Rud9b7oWynBOZW/ffI3EF65ezl1mvHvOvieuy4aB3BiqXRMyuo13Oc+mgUI9McUQ59VfdYQ3Xo",
  "Fte2N8+18m5wHfJi/M2IJ6nBGvT4aGDcl+lSlaf34VC37l29Zos3a+UrT6oqVjkw6u3ieoGZG/Z3HL1zdyMHjiP7XToG5gPUhq+8V4Ns6INq/HXJ",
  "5rSvwqKlyzJakpbR0mbl13K5JC1R0ZIMaCHR0sLZNAqvj+OLg7IeU9hdUqhnce/DiOZwvSQONcKhJ8DBEg7tuJ9hi2m2OsP3Pu5Fc8wMgSWiWj0S",
  "bz6QyLgvkXF7jci4UpKSalHSGVBii5IdrCQFf/aD4xizTdFF5j9LFzA2gNrESr3KEyv0M1Ze2kbdM9uoe2rnVzf8R2KlJUes1HDGjsD/07wek8wn",
  "KXyas/hY/K/T8lHvCQvKKtr3eF7YmRIR5MtWN0e26vXqBdshMJ9AlBeXTz6LiPTiBbBozsFCv6PPbBPV6+MQ9EJ8nRxOcIbr/NYcLq3LD779tTgk",
  "cnDQzySpHVZ2ovVNxXL8X+jcbpfob5XcdiW3G/PkNlG6IcFKznNvGZiHLBuZtgi84ePps5yYgb+xsFFf+CH8Aw==",
];
