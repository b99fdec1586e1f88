import { Buffer } from "node:buffer";

/** SubRip as players and editors write it: styles, two speakers, a missing empty line, no number, a comma or a point. */
const srt = `1
00:00:01,000 --> 00:00:03,500
<i>Good morning,</i>
<font color="#ffff00">everyone.</font>

2
00:00:04,000 --> 00:00:06,000
- Is 3 < 4?
- {\\an8}Yes & always.
3
00:00:06,500 --> 00:00:07,250
No empty line before.

00:01:02.5 --> 00:01:05
No number.

5
01:02:03,004 --> 01:02:05,000

6
01:02:06,000 --> 01:02:07,000
After one without words.

A block of text that is not a subtitle.
`;

/** WebVTT with everything that is not text. */
const vtt = `WEBVTT - A talk
Kind: captions
Language: en

NOTE
Written by hand.

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.000 align:start position:10%
<v Ada>Would you like <b>tea</b>?
<v.loud Grace>Yes, <c.loud>please</c> &amp; thank&nbsp;you.

00:03.500 --> 00:05.000
<00:03.500><c>word</c><00:04.000><c> by</c><00:04.500><c> word</c>

00:05.000 --> 00:06.000
<ruby>漢<rt>kan</rt>字</ruby> &#8211; &lt;b&gt;
`;

/** Captions that roll upwards, as video sites write them: each cue repeats the line before. */
const rolling = `WEBVTT

00:00:00.000 --> 00:00:02.000
we begin with

00:00:02.000 --> 00:00:02.010
we begin with

00:00:02.010 --> 00:00:04.000
we begin with
a second line

00:00:04.000 --> 00:00:04.010
a second line

00:00:04.010 --> 00:00:06.000
a second line
and a third

00:00:10.000 --> 00:00:11.000
and a third
`;

/** A calendar as servers write it: folded lines, time zones, repetitions with exceptions, whole days, people, alarms. */
const calendar = [
  "BEGIN:VCALENDAR",
  "PRODID:-//Example Corp.//Calendar 1.0//EN",
  "VERSION:2.0",
  "METHOD:PUBLISH",
  "X-WR-CALNAME:Team",
  "X-WR-TIMEZONE:Europe/Rome",
  "BEGIN:VTIMEZONE",
  "TZID:Company Time",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0500",
  "TZOFFSETTO:+0500",
  "END:STANDARD",
  "END:VTIMEZONE",
  "BEGIN:VEVENT",
  "UID:1@example.org",
  "SUMMARY:Stand-up",
  "DTSTART;TZID=Europe/Rome:20261130T091500",
  "DTEND;TZID=Europe/Rome:20261130T093000",
  "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20270101T000000Z",
  "EXDATE;TZID=Europe/Rome:20261211T091500,20261214T091500",
  "LOCATION:Room 4\\, second floor",
  'ORGANIZER;CN="Lovelace, Ada":mailto:ada@example.org',
  "ATTENDEE;CN=Grace Hopper;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:grac",
  " e@example.org",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION;ROLE=OPT-PARTICIPANT:mailto:alan@example.org",
  "ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@example.org",
  "DESCRIPTION:What was done.\\nWhat is next;\\n\\nhttps://example.org/board?a=1\\,2",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT15M",
  "DESCRIPTION:Reminder",
  "END:VALARM",
  "BEGIN:VALARM",
  "ACTION:AUDIO",
  "TRIGGER;VALUE=DATE-TIME:20261130T070000Z",
  "END:VALARM",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:1@example.org",
  "RECURRENCE-ID;TZID=Europe/Rome:20261228T091500",
  "SUMMARY:Stand-up (moved)",
  "DTSTART;TZID=Europe/Rome:20261228T100000",
  "DURATION:PT1H30M",
  "STATUS:TENTATIVE",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:2@example.org",
  "SUMMARY:Holidays",
  "DTSTART;VALUE=DATE:20261224",
  "DTEND;VALUE=DATE:20261227",
  "TRANSP:TRANSPARENT",
  "CATEGORIES:Away,Family",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:3@example.org",
  "SUMMARY:A day",
  "DTSTART;VALUE=DATE:20261225",
  "RRULE:FREQ=YEARLY;BYMONTH=12;BYDAY=-1FR",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:4@example.org",
  "SUMMARY:Call",
  "DTSTART:20261130T080000Z",
  "DTEND:20261130T083000Z",
  "RRULE:FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR",
  "URL:https://example.org/call",
  "ATTACH;FMTTYPE=application/pdf;FILENAME=plan.pdf:https://example.org/plan.pdf",
  "ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=text/plain:SGVsbG8gd29ybGQ=",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:5@example.org",
  "SUMMARY:East",
  "DTSTART;TZID=Company Time:20261130T120000",
  "DTEND;TZID=Company Time:20261201T010000",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:6@example.org",
  "SUMMARY:Lunch",
  "DTSTART:20261130T120000",
  "END:VEVENT",
  "BEGIN:VTODO",
  "UID:7@example.org",
  "SUMMARY:Write report",
  "DUE;VALUE=DATE:20261201",
  "PERCENT-COMPLETE:40",
  "PRIORITY:1",
  "END:VTODO",
  "BEGIN:VJOURNAL",
  "SUMMARY:Minutes",
  "DESCRIPTION:All agreed.",
  "END:VJOURNAL",
  "BEGIN:VFREEBUSY",
  "DTSTART:20261130T000000Z",
  "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261130T090000Z/PT1H",
  "END:VFREEBUSY",
  "END:VCALENDAR",
  "",
].join("\r\n");

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const contacts = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "N:Lovelace;Ada;King;Countess;",
  "FN:Ada Lovelace",
  "ORG:Analytical Engines\\, Ltd.;Programs",
  "TITLE:Programmer",
  "TEL;TYPE=CELL,VOICE;TYPE=pref:+44 20 7946 0000",
  "item1.TEL:+44 20 7946 0001",
  "item1.X-ABLabel:_$!<HomeFAX>!$_",
  "EMAIL;TYPE=INTERNET;TYPE=WORK:ada@example.org",
  "ADR;TYPE=HOME:;;12 St James's Square\\nFlat 2;London;;SW1Y 4JH;United Kingdom",
  "BDAY:1815-12-10",
  "NOTE:Likes tea\\; not coffee.\\nSecond line.",
  `PHOTO;ENCODING=b;TYPE=PNG:${pixel.slice(0, 60)}`,
  ` ${pixel.slice(60)}`,
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:2.1",
  "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96zt=C3=BCrk;Ay=C5=9Fe",
  "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ay=C5=9Fe =C3=96zt=C3=BC=",
  "rk",
  "TEL;CELL;PREF:5550100",
  "TEL;WORK;FAX:5550101",
  "ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;Main Street 1=0D=0ABack house;Town",
  "NOTE;ENCODING=QUOTED-PRINTABLE:a=3Db",
  "PHOTO;JPEG;ENCODING=BASE64:",
  " /9j/4AAQSkZJRgABAQAAAQABAAD",
  "",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  "KIND:org",
  "FN:Navy Yard",
  'TEL;VALUE=uri;TYPE="work,voice":tel:+1-555-0102;ext=5',
  "IMPP:xmpp:grace@example.org",
  "URL:https://example.org/",
  "ANNIVERSARY:19060101",
  `LOGO:data:image/png;base64,${pixel}`,
  "MEMBER:urn:uuid:03a0e51f",
  "REV:20261129T100000Z",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:3.0",
  "EMAIL:nameless@example.org",
  "PHOTO;VALUE=uri:https://example.org/photo.jpg",
  "END:VCARD",
  "",
].join("\r\n");

const document = '{ "view": "document" }\n';

/** Returns the request of a part. */
function part(fields: object): string {
  return `${JSON.stringify({ view: "document", ...fields })}\n`;
}

/** The files, by path in `fixtures`. */
export const fixtureFiles: Readonly<Record<string, string | Uint8Array>> = {
  "subtitles/srt/input.srt": srt,
  "subtitles/srt/request.json": document,
  "subtitles/lines/input.srt": srt,
  "subtitles/latin/input.srt": Buffer.from(
    "1\r\n00:00:01,000 --> 00:00:02,000\r\nÇa va très bien, l'été à Besançon\r\n",
    "latin1",
  ),
  "subtitles/latin/request.json": document,
  "subtitles/vtt/input.vtt": vtt,
  "subtitles/vtt/request.json": document,
  "subtitles/rolling/input.vtt": rolling,
  "subtitles/rolling/request.json": document,
  "subtitles/part/input.srt": srt,
  "subtitles/part/request.json": part({ select: "1:00-1:03" }),
  "subtitles/beyond/input.srt": srt,
  "subtitles/beyond/request.json": part({ select: "2:00:00-" }),
  "subtitles/nameless/input.srt": srt,
  "subtitles/nameless/request.json": part({ select: "the end" }),
  "subtitles/none/input.vtt": "WEBVTT\n\nNOTE nothing follows\n",
  "subtitles/none/request.json": document,
  "calendar/team/input.ics": calendar,
  "calendar/team/request.json": document,
  "calendar/lines/input.ics": calendar,
  "calendar/month/input.ics": calendar,
  "calendar/month/request.json": part({ select: "2026-12" }),
  "calendar/name/input.ics": calendar,
  "calendar/name/request.json": part({ select: "stand-up" }),
  "calendar/page/input.ics": calendar,
  "calendar/page/request.json": part({ pages: "2" }),
  "calendar/missing/input.ics": calendar,
  "calendar/missing/request.json": part({ select: "2031" }),
  "calendar/cut/input.ics": calendar.slice(0, 1500),
  "calendar/cut/request.json": document,
  "calendar/none/input.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
  "calendar/none/request.json": document,
  "contacts/cards/input.vcf": contacts,
  "contacts/cards/request.json": document,
  "contacts/lines/input.vcf": contacts,
  "contacts/name/input.vcf": contacts,
  "contacts/name/request.json": part({ select: "öztürk" }),
  "contacts/missing/input.vcf": contacts,
  "contacts/missing/request.json": part({ select: "turing" }),
  "contacts/no-photo/input.vcf": contacts,
  "contacts/no-photo/request.json": part({ select: "photo", pages: "4" }),
};
