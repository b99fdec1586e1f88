import type { Canary, MediaType } from "@reader/core/handler";
import { canaryText, openDocumentCanary, openXmlCanary, unpacked, zipCanary } from "@reader/office-kit/canary";

type HandlerName = "docx" | "odt" | "epub" | "rtf" | "doc";

interface Sample {
  readonly mediaType: MediaType;
  readonly bytes: () => Uint8Array;
  readonly text: string;
}

/** Valid documents by handler name. */
const documents: Readonly<Record<HandlerName, Sample>> = {
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    bytes: docxBytes,
    text: canaryText,
  },
  odt: {
    mediaType: "application/vnd.oasis.opendocument.text",
    bytes: () => openDocumentCanary("text", `<text:p>${canaryText}</text:p>`),
    text: canaryText,
  },
  epub: { mediaType: "application/epub+zip", bytes: epubBytes, text: canaryText },
  rtf: {
    mediaType: "application/rtf",
    bytes: () => new TextEncoder().encode(`{\\rtf1\\ansi ${canaryText}\\par}`),
    text: canaryText,
  },
  doc: { mediaType: "application/msword", bytes: () => unpacked(packedDoc), text: "Bees live in" },
};

/** Returns the canary of a handler of this package. */
export function canaryOf(handlerName: HandlerName): Canary {
  const { bytes, ...facts } = documents[handlerName];
  return { name: `canary.${handlerName}`, bytes: bytes(), ...facts };
}

function docxBytes(): Uint8Array {
  const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const xml = `<w:document xmlns:w="${namespace}"><w:body><w:p><w:r><w:t>${canaryText}</w:t></w:r></w:p></w:body></w:document>`;
  return openXmlCanary(["word/document.xml", "wordprocessingml.document.main", xml]);
}

function epubBytes(): Uint8Array {
  const rootFile = `<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>`;
  const item = `<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>`;
  return zipCanary([
    ["mimetype", "application/epub+zip"],
    [
      "META-INF/container.xml",
      `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${rootFile}</rootfiles></container>`,
    ],
    [
      "book.opf",
      `<package version="3.0" xmlns="http://www.idpf.org/2007/opf"><manifest>${item}</manifest><spine><itemref idref="a"/></spine></package>`,
    ],
    [
      "a.xhtml",
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body><p>${canaryText}</p></body></html>`,
    ],
  ]);
}

/** A Word 97 document with one of each element: `fixtures/doc/report-libreoffice/input.doc`, deflated. */
const packedDoc: readonly string[] = [
  "7VtrbFzFFT5z9+Fd2+usHeflvBazedQEYzuOm4RA/IpjJzgxSWhMCyFr7zp2sHddrwNOQW0wBgWUSmkAtVQRLW2ggVYoDVVVVW1BUFD7o23aAgXU",
  "RikSErRUMlGEQlG8/c65s+vrdWzv2pGaBM/qu3dm7pyZM3POzJx57Kk/5Z55+qcF/6QkdyPZaCjmJqclTgHz4wEvkaHjhmKxWDw6Nu2uKHdBv1mG",
  "dsjPAbDMMwAX4AYygSygAPAAOcAMUwUoF8gDZgL5wCxgNjAHmAvM0/rBWKD90+7ycdsogl8v+WgDhfHuof2UjpsNjbHmlwrNUIrpUnXT5U++fGXp",
  "nxP1/+xJ9v8CPW9w/18ILAIWAz7gGqAQuBbwA0uApcAyYDnwBaAIuA5YAVwPFAM3ACVAKVAGrATKgVVABfBFYDWwRtfvRrzXATcBNwPrgUqgSn+v",
  "wbsW2ADU6bj6z8F4pVBDW6apQ063ITrxsqkadSy/xo7Wnkg00tbr2xnpCV5fG7l7X1co3Cs60bid42ojraIJ7C9GQL4Xr6Zza05+dWJdVKYZMWmX",
  "B03KRC5fEY003S6o5scxg9/Q5S0Y33qoiwLUqfW41E9FflXlZ62pLqKtm2x0K1CzaS511bvtUWBzvUFNm+wUrre7eoFd8Afw/a76NXbonfIqlFwi",
  "/aOeQsg7SB0YP/dAp0ulpyjKXEpZdYoql4qmGqAoHIOiTCgMUCiTQo1d3wq6zXs29rHouIcaZMwOoX5hPHkUv0VyvVtyrC5yd7cTHaCbi1QFDS0+",
  "G1OqQvpqnR71w/IMga6G2sFTD9Cqc4xKeWW0FOXlqjLp86PpquBvBS23McFmrC9SqGURaK5RJTJW8LwSnICiXLgrVeUi0WSKsXirA5WibapOxquR",
  "rcqtk08zjw1S/rE+cvoVRqOtmxwQtAOCXiDCNYW6AKVXezmfcpHODuTTJ21ZDQ6CMh96Ma7lBfOVQo4Y544dktHsBu+tqkXxqGaXdo+CitV5tow1",
  "hcizR60T3mrAWTe+diDHsPA2Bzn1CW/Z4C1HlK/CpVjH7nSpQqlZvyqUEblB2oO54tBcoWBN4DRHRKK51IRWCVFbQtd7paWCqEW8PszZPBnlmO4H",
  "qlbo4q3GreqDLyw0cTmHREZejOCe111k/DXv2SXKkOL9tNj7tDqp/NLHrLkwj/M1j37yIdUrOtXIXB1oQTPVOlqItvqLtJVrlI4xlwtp18AOdecA",
  "0e6BnwwxlQstlg/p5et2eE/aIQe1DVALerqpNxHdP/gZldwXce+XYnmGeFiZM+Dw/JUJKqaOiPx7hBf0pqJXN47sh09q6vFnZbLMnOyOKNYVmRAp",
  "ldnao7FIz5aFepbkqbkwy5yp2f9fTNOVGJJbgAHAiW/+rLFn8VjMEL28TcYKbul78cxEjbmtfNSo5cnxDUjZDdwPbAH/M5vzY7MOGNJujNiM5J85",
  "pBtjfFMJu0Pc8OiPSWSXSBhWxOsOTuE0ZLbXFLZUKGyaQjgbbshxaWg69Rip05eTPUU52TWFSQVtsjlSoHImqIxhvRjdbYTSlbF74DtDQunKAIe2",
  "CSm6XQmKbhco7BNSvO1OULztBoVjQorKrARFZRYonBNSHM9OUBzPBkXGhBTenASFNwcULmmv0emNMdcR1i9HNJnhtUQ0meOKDEAbZx9WqZhqOzD9",
  "dWFgiWKA2YL3vXjz8rNLph2Y7sgnFVtwO6bkLgzyETHoVi5NrfQqDOYd2gjsQEkqd2IantRbZLoKJCZvH8oPSV5tKdRpvRMlpcBdLWj3guZLtE9K",
  "YGqesLajdso7eU7j+VhrX8id9OA3Yd2/huZuF/YOZL76o9N6kjP5ZW+xTI8F0q0fPFwwKrZAl77MJrOTzG3TbgqLmZJLn2dSj/KlKKS0OTkwOfZ+",
  "qNfdU3Knfv+v/Z/+8o+5h/rpedr8XJYhCwuiM0nxvIhpF9O4G71iLd2AHxvHAfTXbjH7isWA3oN47k0hc6Fxs2Ieg7RKdhdGukX4HX/s+GMTsTiD",
  "7IM8YJy0Zw7yyKnspkn2ImUNVsP7gKTql+eD8hwwe1QVd0en9Mn18nxAseH4oPhfwtjgJSziZTT2DmrRHmihjEGmdzoHz655hqPKn2zeWLUvigJ2",
  "J88E4UWDzXglp4w90rRloyezgO1GT0N97TatTIYM/Dv/se08G9wNtVU7+o62Hv8g0HzCQc5+4/aTPx+Q1mjYsKX2herd/RPtRTE3xsX2BejMQ987",
  "++nWdu+Pv+Wi65a9+A7r5HltyfL3Zs3Rbj3y3K/3rw5rq/e4tnx/pWl+py3gN7QVfEZb1x/pfD68YFravBaoDoWivkibr7c95Lsn0NkZ2m9+43yq",
  "ggFfXUeoM6gtc86jBelXJFKa8VmST9jXGAoEI/eacYbuW5WWuo7ynxpa/dLd7yrxd96ybzD8rkq3/URSb/7hzaPF872PfRvtt+LTF7ifOZLiPnpG",
  "qUafG813Pu8la9d3mSsIrEwDkc5AePVFBgS3fTZtKBgO8+ogX+/lkWXVM2xfzBCDQWl/hjYg2J/sDspzrVZofjO49WvtZs59dnOn8Ckdft5ulj6R",
  "+43d3Bn8RNMZDnPnMO6+AZX5GVhscZg7mZN1u9yTo1uJVm+xCHSv29xVTXZN9qnxN1lX4TB3Yq8U1wd+1/Jusvvy4HuH29Rjq55k/x/4MOidcb+3",
  "2c2d/SvVYU2paNpNu2k3jtsJgzgke8c+mMXs3w9fJxaL98DvkR1Bc3kbj/PJDrtPdvA78YvIordX8jBTxneRg3Ka7JN98RBM7Cj65Ar53ivnJCVU",
  "hneXnFz0CC1/nQnU0+3URBuwlL6FGrCw3oy4wrRN90JYGvlIERWe+Tm81zkL6T1Yvg/XPqDfbXoZby7hmf8I4uKt0yV7PLWyPxzWJ+fdsrgOi59T",
  "cVmc+045tzBjOX2LTrcH36qEnmvu0flH8a0THHpQeofkwzz5JA9uz06RB9PtgZ9rFUW4FdT7dNk3ASVJcT66TuJLEV+TiGfKJsmlFblm0PZEHfZI",
  "aB/q2SUtk4HfVrxb9RlMEOFSyC0DNtNq+VotrdAu9QvIfnIUsWuAlUiZIT9TYwKiL1zTkPAfkc0J/q4SsvDJDnRQ2s+A9d6IVKw/nRZJhBAyzxo4",
  "lYfqkL8Z50ucGkTlyxYtIfNcxCcS7tSlhyTF8M8BrYuMkPx6/eWqdrDz1wJ1wB1ACxAGuoGvAweAI8DjwGngDPAecJ5PHYA8WC8FgB8oA8qBCuDL",
  "wMMwcw4CR4GngExYttmAL8s8vaAL9Bmdo7M0SB8Mvj9Ip/8G35t0il6jwV9cpc09d3M9UVd9zBYFwkAvcBdAs2x7OcFtLlWyyZs4lHYjbNt7jDc0",
  "1rmUR7mUvV6Ro72y8NVlHnKpVoSCErKXbMIyaoaZi9OlQGiAlunri5THknsu2SoQu8qlsCSFDH3AEMsfMusDBoDHgRPAy8AbwEdu85Tp39bKvD9m",
  "4M/WwK+tgeesgSesgQesgfvGDOwZr3lnJs7dbX4K+MljHhzIQcKd+jChyk/Oefo7XwLAcl9ojPFpzHTqEqdLpdzEzYDx60TWOqXWDpTFMnWib+YD",
  "hYAfKAfWZponiuesrfuhNXDaGmi1BpqtgUZroPriUkM5s/2qoY05HK5DGrH3SeSceLy9XLnequMtwEPZ8+Y9u2QqHTb/E+PgTPdb+h5s3luL9CGa",
  "eZA2ytc95QTlKEvxIZp4jLjHHve44GkrJ1v5JWg3ymAZVwPNwB36BPkha/2/Zg1ErIHgZTWwTr0t9o9Uos+FBtlZ3kGgTd8cSFH2V4q7VPLffZXK",
  "38YyZzvtUW2nvQL8Fvg7cBoY0tdGDMCeZd4s+b61dt8dM3DIGnjUGugf8+Cozxq4xxrotQZ6rIHucVtfJSFjgRZ5tnkFUOLmj47zLNRxSTePkmfa",
  "XclaU8J774eyn13iS08/7KZ25F9c5OlEpyH/bJanK8u0zeN2Oe/7X7By+Jk18Ik1MMI8+M/0dsrl5Eaoqb6cw/5V/uHe4KihdSVU2QQjoMmgxSf6",
  "i30nXq+65kTYXgjMAa49/IhjLt5+vMuQrvRws1HSzb12JULLyyinZLqpr1x3B5n39OMK4aXhs9Cx4qfd1eMu5f9/5KZC0n8ILkbDVzMq8+LTc41c",
  "l+qmrdRCe9PmPw9aySXyuX8sjf/V7E2YB1tlR3DyBqYh5drSKJ/5jZ9Ul1puLE/G5ZAhdx/S+f8P8/qE3taslR3qwJTrn075fBr7nj6bcyR2mwOi",
  "e3zX3XqLPX5jfiy3nIzE/5VSLZ93IZar+PlHRHa1eUe/VTgxb4un6gomUX8+7Y3fm3CMKjm99lg9ifI3Wszp/wE=",
];
