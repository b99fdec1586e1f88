/** A text in an encoding that runtimes can read and not write. */
export interface LegacyText {
  readonly encoding: string;
  /** Words that are in it. */
  readonly has: string;
  readonly base64: string;
}

/** Texts of a line or two in ordinary language, as their bytes; written for this corpus. */
export const legacyTexts: readonly LegacyText[] = [
  {
    encoding: "shift_jis",
    has: "文字コードの試験",
    base64:
      "k/qWe4zqgsyDZYNMg1iDZ4LFgreBQoKxguqCzZW2jpqDUoFbg2iCzI6OjLGCxYFBg3SDQINDg4uC8JCzgrWCrZPHgt+C6YKpgseCpIKpgvCKbYKpgt+C3IK3gUIKk/GNc5bagsmCzYq/jpqCxoNKg16DSoNpgqqCoILogtyCt4FCCg==",
  },
  {
    encoding: "euc-jp",
    has: "文字コードの試験",
    base64:
      "xvzL3LjspM6lxqWtpbmlyKTHpLmho6SzpOykz8q4u/qls6G8pcmkzrvuuLOkx6GipdWloaWkpeuk8sC1pLekr8bJpOGk66SrpMmkpqSrpPKzzqSrpOGk3qS5oaMKxvO51MzcpMukz7TBu/qkyKWrpb+lq6XKpKykoqTqpN6kuaGjCg==",
  },
  {
    encoding: "iso-2022-jp",
    has: "文字コードの試験",
    base64:
      "GyRCRnxLXDhsJE4lRiUtJTklSCRHJDkhIyQzJGwkT0o4O3olMyE8JUkkTjtuODMkRyEiJVUlISUkJWskckA1JDckL0ZJJGEkayQrJEkkJiQrJHIzTiQrJGEkXiQ5ISMbKEIK",
  },
  {
    encoding: "gb18030",
    has: "测试编码识别",
    base64:
      "1eLKx9K7uPbW0M7EzsSxvs7EvP6jrNPDwLSy4srUseDC68q2sfDKx7fx1f3It6GjztLDx8+jzfu2wdXfxNy5u7+0tb3V/ci3tcS6utfWoaMKtdq2/tDQ0rLT0NK70Kmzo9PDtcS0ytPvus2x6rXjt/u6xaGjCg==",
  },
  {
    encoding: "big5",
    has: "測試編碼識別",
    base64:
      "s2+sT6RArdOkpKTlpOWmcsDJrtehQaXOqNO0+rjVvXO9WMPRp0+sT6dfpb+9VKFDp9qtzKfGsebFqqrMr+Cw96zdqOylv71Uqrq6fqZyoUMKssSkR6bmpF2ms6RAqMexYKXOqrq1/Lt5qU280MJJssW4uaFDCg==",
  },
  {
    encoding: "euc-kr",
    has: "문자 인코딩을",
    base64:
      "wMywzcC6IMfRsbm+7iDF2L26xq4gxsTAz8DUtM+02S4gua7A2iDAzsTatfnAuyC/w7nZuKOw1CDAzr3Ex8+0wsH2IL3Dx+jHz7HiIMCnx9EgsM3A1LTPtNkuCrXOILn4wrAgwdm/obW1ILHbwNqwoSDA1r3AtM+02S4K",
  },
  {
    encoding: "koi8-r",
    has: "в старой кодировке",
    base64:
      "/NTPINLV09PLycog1MXL09Qg1yDT1MHSz8ogy8/EydLP18vFLiDt2SDIz9TJzSDV18nExdTYLCDQ0sHXyczYzs8gzMkg3snUwcXU09Eg3NTP1CDGwcrMLgr31M/SwdEg09TSz8vBINTP1sUgzsEg0tXT08vPzSDR2tnLxS4K",
  },
  {
    encoding: "windows-1251",
    has: "в старой кодировке",
    base64:
      "3fLuIPDz8fHq6Okg8uXq8fIg4iDx8uDw7ukg6u7k6PDu4urlLiDM+yD17vLo7CDz4ujk5fL8LCDv8ODi6Ov87e4g6+gg9+jy4OXy8f8g/fLu8iD04OnrLgrC8u7w4P8g8fLw7urgIPLu5uUg7eAg8PPx8eru7CD/5/vq5S4K",
  },
  {
    encoding: "windows-1252",
    has: "Le café coûte 3 €",
    base64:
      "TGVzIOls6HZlcyBvbnQgcGFzc+kgbJJhcHLocy1taWRpIOAgbGEgYmlibGlvdGjocXVlIJYgY5LpdGFpdCB0cuhzIJNjYWxtZZQgZXQgZOlq4CBskul06S4KTGUgY2Fm6SBjb/t0ZSAzIIAsIGdhcudvbiAhCg==",
  },
  {
    encoding: "iso-8859-1",
    has: "schöne Grüße aus Köln",
    base64:
      "RGllIEdy9t9lIGRlciDcYnVuZyD8YmVycmFzY2h0OiBzY2j2bmUgR3L832UgYXVzIEv2bG4sIGb8ciBN5G5uZXIgdW5kIEZyYXVlbi4gQXXfZXJkZW0gaGVp33QgZXMgU3RyYd9lLgo=",
  },
  {
    encoding: "windows-1253",
    has: "ελληνικό κείμενο",
    base64:
      "wfX0/CDl3+3h6SDd7eEg5evr5+3p6vwg6uXf7OXt7yDz5SDw4evp3CDq+eTp6u/w79/n8+cuIMjd6+/17OUg7eEg5O/97OUg4e0g5Onh4tzm5fTh6SDz+fP03C4KxyDk5f305fHnIOPx4ezs3iDl3+3h6SDl8N/z5/Ig8/ThIOXr6+ft6ercLgo=",
  },
];
