import { historyMark } from "./html-body.ts";

/** Lines that mail programs write before the messages that a reply quotes or forwards. */
const historyLine =
  /^(?:-{2,} ?(?:Original Message|Original Appointment|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original) ?-{2,}|Begin forwarded message:|_{20,})\s*$/i;

/** A header block that Outlook writes in place of such a line. */
const outlookHeader = /^(?:From|Von|De):\s.+\n(?:Sent|Date|Gesendet|Envoyé|Enviado)[^\n]*:\s/m;

/** Marks the start of the quoted messages in a plain text body. Lines with `>` are left as they are. */
export function textBody(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trimEnd().split("\n");
  const at = lines.findIndex((line, index) => startsHistory(lines, line, index));
  return at === -1 ? lines.join("\n") : [...lines.slice(0, at), historyMark, ...lines.slice(at)].join("\n");
}

function startsHistory(lines: readonly string[], line: string, index: number): boolean {
  const isRule = /^_{20,}\s*$/.test(line);
  if (!isRule && historyLine.test(line)) return true;
  const next = lines.slice(isRule ? index + 1 : index, index + 4).join("\n");
  return (isRule || /^(?:From|Von|De):\s/.test(line)) && outlookHeader.test(next) && next.startsWith(next.trimStart());
}
