/** A Word 97 document with one of each element: `fixtures/doc/report-libreoffice/input.doc`, compressed. */
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

/** A PowerPoint 97 presentation: `fixtures/ppt/one-slide/input.ppt`, compressed. */
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

/** The bytes of a valid Word 97 document. */
export function docBytes(): Uint8Array {
  return unpacked(packedDoc);
}

/** The bytes of a valid PowerPoint 97 presentation. */
export function pptBytes(): Uint8Array {
  return unpacked(packedPpt);
}

function unpacked(packed: readonly string[]): Uint8Array {
  // A static import would load Node's streams for every read of plain text.
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  return new Uint8Array(inflateRawSync(Buffer.from(packed.join(""), "base64")));
}
