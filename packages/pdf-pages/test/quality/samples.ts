/** Texts written by people, by what makes them unlike English prose. */
export const soundTexts: Readonly<Record<string, string>> = {
  "a table of codes": ["MCM", "MH", "XX", "EOD", "MSD", "DOG", "QJ", "LC", "YFT", "MSU", "CBRN", "MLRS"]
    .map((code) => `${code} `.repeat(5))
    .join(""),
  "a log of changes":
    "scrtime 284 typearea 50 v3.06 scrartcl 93 scrbook 93 scrlttr2 237 scrreprt 93 tocbasic 406 v3.07 scrartcl 61 scrbook 61 scrlttr2 182 scrreprt 61 v3.08 scrartcl 77 scrbase 343 scrbook 77 scrlfile 367 scrlttr2 157 scrreprt 77 v3.09 scrartcl 128 scrbook 128 scrlfile 362 scrlttr2 213 scrreprt 128 tocbasic 407",
  English:
    "The committee met on Tuesday to discuss the annual report and the plans for the coming year. Several members asked for more time to read the figures, which had been sent out late.",
  German:
    "Die Sitzung begann pünktlich um neun Uhr, obwohl mehrere Mitglieder wegen des Schneefalls später eintrafen. Der Vorstand erläuterte die wirtschaftliche Lage und beantwortete zahlreiche Fragen.",
  French:
    "La réunion a commencé à neuf heures, bien que plusieurs membres soient arrivés en retard à cause de la neige. Le président a présenté les résultats de l'exercice et répondu aux questions.",
  "a list of commands":
    "• \\PB ⇒ B\n• \\PBpm ⇒ B\n• \\PBmp ⇒ B\n• \\PBplus ⇒ B\n• \\PBminus ⇒ B\n• \\PBzero ⇒ B\n• \\PBstar ⇒ B\n• \\PBd ⇒ B\n• \\PBu ⇒ B\n• \\PBc ⇒ B\n• \\APB ⇒ B\n• \\APBzero ⇒ B\n• \\APBd ⇒ B\n• \\PKpm ⇒ K\n• \\PKmp ⇒ K\n• \\PKplus ⇒ K\n• \\PKshort ⇒ K",
  "a word that is repeated": "gsxqwzz-xkldd ".repeat(60),
  "a table of marks": "Wall ✓ ✓ ✗ ✓\nRoof ✓ ✗ ✗ ✓\nDoor ✓ ✓ ✓ ✓\nStairs ✗ ✗ ✓ ✓\n".repeat(5),
  "French with the apostrophes of print":
    "L’été s’était achevé à l’étang. Il n’était pas encore l’époque où l’école d’Évreux s’était mise à l’étude; l’élève qu’elle n’écoutait pas, c’était l’évêque. L’église n’était qu’à l’état d’ébauche.",
  "Russian with quotes and dashes of print":
    "“Председатель” — “Иванов” — “Петров”: “Я” — “Ты” — “Он” — “Мы” — “Вы”. “Да”, “Нет”, “Ещё”, “Уже”.",
  Finnish:
    "Kokous alkoi kello yhdeksän, vaikka useat jäsenet saapuivat myöhässä lumisateen vuoksi. Puheenjohtaja esitteli tilinpäätöksen ja vastasi kysymyksiin yhdessä hallituksen jäsenten kanssa.",
  Polish:
    "Zebranie rozpoczęło się o godzinie dziewiątej, chociaż kilku członków spóźniło się z powodu śnieżycy. Przewodniczący przedstawił sprawozdanie finansowe i odpowiedział na liczne pytania.",
  Czech:
    "Schůze začala v devět hodin, přestože několik členů dorazilo později kvůli sněhové bouři. Předseda přednesl zprávu o hospodaření a odpověděl na četné otázky přítomných členů.",
  Hungarian:
    "Az ülés kilenc órakor kezdődött, bár több tag késve érkezett a havazás miatt. Az elnök ismertette az éves beszámolót, és válaszolt a jelenlévők kérdéseire a következő évről.",
  Turkish:
    "Toplantı saat dokuzda başladı, ancak birkaç üye kar yağışı nedeniyle geç geldi. Başkan yıllık raporu sundu ve katılımcıların gelecek yılla ilgili sorularını yanıtladı.",
  Vietnamese:
    "Cuộc họp bắt đầu lúc chín giờ sáng mặc dù một số thành viên đến muộn vì tuyết rơi. Chủ tịch đã trình bày báo cáo thường niên và trả lời nhiều câu hỏi của các thành viên.",
  Indonesian:
    "Rapat dimulai pada pukul sembilan meskipun beberapa anggota datang terlambat karena hujan lebat. Ketua menyampaikan laporan tahunan dan menjawab banyak pertanyaan dari para anggota.",
  Welsh:
    "Dechreuodd y cyfarfod am naw o'r gloch er bod nifer o aelodau wedi cyrraedd yn hwyr oherwydd yr eira. Cyflwynodd y cadeirydd yr adroddiad blynyddol ac atebodd lawer o gwestiynau.",
  Hawaiian:
    "Ua hoʻomaka ka hālāwai i ka hola ʻeiwa, akā ua hiki mai kekahi mau lālā me ka lohi no ka ua nui. Ua hōʻike ka luna hoʻomalu i ka hōʻike makahiki a pane i nā nīnau he nui.",
  Russian:
    "Собрание началось в девять часов, хотя несколько членов опоздали из-за снегопада. Председатель представил годовой отчёт и ответил на многочисленные вопросы присутствующих.",
  Greek:
    "Η συνεδρίαση άρχισε στις εννέα, αν και αρκετά μέλη έφτασαν αργά λόγω της χιονόπτωσης. Ο πρόεδρος παρουσίασε την ετήσια έκθεση και απάντησε σε πολλές ερωτήσεις.",
  Arabic:
    "بدأ الاجتماع في الساعة التاسعة رغم أن عددا من الأعضاء وصلوا متأخرين بسبب الثلوج. عرض الرئيس التقرير السنوي وأجاب عن الأسئلة.",
  Hebrew: "הישיבה החלה בשעה תשע אף על פי שכמה חברים איחרו בגלל השלג. היושב ראש הציג את הדוח השנתי והשיב על שאלות רבות.",
  Hindi:
    "बैठक नौ बजे शुरू हुई, हालाँकि कई सदस्य बर्फ़बारी के कारण देर से पहुँचे। अध्यक्ष ने वार्षिक रिपोर्ट प्रस्तुत की और कई प्रश्नों के उत्तर दिए।",
  Thai: "การประชุมเริ่มเวลาเก้าโมงเช้าแม้ว่าสมาชิกหลายคนจะมาสายเพราะฝนตกหนัก ประธานได้นำเสนอรายงานประจำปีและตอบคำถามจำนวนมาก",
  "Chinese, simplified":
    "会议于九点开始，虽然几位成员因为下雪而迟到。主席介绍了年度报告，并回答了与会者关于明年计划的许多问题。大家都认为这是一次成功的会议。",
  "Chinese, traditional":
    "會議於九點開始，雖然幾位成員因為下雪而遲到。主席介紹了年度報告，並回答了與會者關於明年計劃的許多問題。大家都認為這是一次成功的會議。",
  "a heading of Chinese characters in Japanese": "連結株主資本等変動計算書 株主持分残高",
  "a name in traditional Chinese": "財團法人臺灣糖業研究所附屬圖書館",
  "Chinese names and addresses":
    "北京市朝阳区建国路八十八号 王小明 电话\n上海市浦东新区世纪大道一百号 李华 电话\n广州市天河区体育西路三号 张伟 电话\n深圳市南山区科技园 陈芳",
  Japanese:
    "会議は九時に始まりましたが、雪のために数名の委員が遅れて到着しました。議長は年次報告書を説明し、多くの質問に答えました。",
  Korean:
    "회의는 아홉 시에 시작되었지만 눈 때문에 여러 위원이 늦게 도착했습니다. 의장은 연례 보고서를 발표하고 많은 질문에 답했습니다.",
  "Japanese with English":
    "PDFファイルをMarkdownに変換するAPIは、JSONでresponseを返します。詳細はREADMEを参照してください。",
  "a table of numbers":
    "2019 1,204.50 (55.2%) $12.00\n2020 1,318.75 (57.1%) $12.50\n2021 998.00 (49.9%) $11.75\n2022 1,402.25 (61.0%) $13.10\n".repeat(
      6,
    ),
  "a financial table":
    "Revenue | $ 1,204 | +4.5% | #1 | & | [a] | 3/4 | 12:30 | <5 | >9 | 'n/a' | \"-\" | a@b | 5*3 | x=1\n".repeat(4),
  "a program":
    'export function sum(values: readonly number[]): number {\n  let total = 0;\n  for (const value of values) { total += value ?? 0; }\n  return total > 0 ? total : -1; // never NaN\n}\nif (x !== y && !(a || b)) { console.log(`${x}: "${y}" <${z}>`); }',
  "a shell script":
    'for f in "$@"; do [[ -f "$f" ]] && grep -E "^[A-Z]{2,}" "$f" | sed -e "s/[^a-z]//g" > "${f%.*}.out"; done; echo $? $((i+1)) `date` && exit 0',
  assembly:
    "movq %rax, %rbx\npushq %rbp\nmovq %rsp, %rbp\nsubq $16, %rsp\nmovl %edi, -4(%rbp)\ncmpl $1, -4(%rbp)\njle .L2\nmovq -16(%rbp), %rax\naddq $8, %rax\ncall puts@PLT\njmp .L3\nleave\nret\n".repeat(
      3,
    ),
  "a hex dump":
    "00000000 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00\n00000010 03 00 3e 00 01 00 00 00 c0 1d 00 00 fa de ca fe\n".repeat(
      8,
    ),
  base64:
    "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBieSB0aGlzIHNpbmd1bGFyIHBhc3Npb24gZnJvbSBvdGhlciBhbmltYWxzLCB3aGljaCBpcyBhIGx1c3Qgb2YgdGhlIG1pbmQ=".repeat(
      3,
    ),
  DNA: "ACGTTGCAACGGTACCATGGCATTAGGCTAACCGATTACGGATCCAAGCTTGCATGCCTGCAGGTCGACTCTAGAGGATCCCCGGGTACCG\n".repeat(4),
  "a protein":
    "MKTAYIAKQR QISFVKSHFS RQLEERLGLI EVQAPILSRV GDGTQDNLSG AEKAVQVKVK ALPDAQFEVV HSLAKWKRQT LGQHDFSAGE GLYTHMKALR\n".repeat(
      3,
    ),
  mathematics:
    "∀ε > 0 ∃δ > 0 : |x − a| < δ ⇒ |f(x) − f(a)| < ε\n∫₀^∞ e^{−x²} dx = √π/2\n∑_{n=1}^∞ 1/n² = π²/6\n∇·E = ρ/ε₀, ∂B/∂t = −∇×E\n".repeat(
      3,
    ),
  "variables alone": "x n k i j y z m p q r s t u v w a b c d\n".repeat(8),
  TeX: "\\begin{equation}\\frac{\\partial u}{\\partial t} + u\\cdot\\nabla u = -\\nabla p + \\nu\\Delta u\\end{equation}\n".repeat(
    4,
  ),
  "a table of contents":
    "1 Introduction ........................................ 3\n2 Methods ............................................. 7\n2.1 Data .............................................. 9\n".repeat(
      5,
    ),
  "a form":
    "Name: ______________________ Date: __________\n[ ] yes [ ] no [ ] maybe\nSignature: ________________________\n".repeat(
      5,
    ),
  "a short page": "Page 3",
  "one letter": "A",
  "a number": "42",
  "symbols only": "★ ☆ ✓ ✗ → ← ↑ ↓ ♠ ♥ ♦ ♣ ☎ ✉ ☀ ☁ ☂",
  emoji: "👍 🎉 ❤️ 👩‍👩‍👧 🇩🇪 🏳️‍🌈 😀😃😄😁😆😅",
  "fillers of a sample": "XXXXX XXXX XXXXXXX XX XXXXXXXX XXXX\n".repeat(6),
  "a list of addresses":
    "https://www.example.org/a/b?c=d&e=f#g\nhttp://example.com/~user/index.html?q=1&lang=en\nmailto:someone@example.net\n".repeat(
      4,
    ),
  abbreviations:
    "AAPL MSFT NVDA AMZN GOOGL META TSLA BRKB JPM UNH XOM LLY JNJ PG MA HD MRK CVX ABBV PEP COST KO\n".repeat(4),
  "licence keys": "XQJ7-KPLM-9ZT4-WRVB\nHHF3-QQNT-7YCK-MMZD\nB5PK-DXGJ-W2TR-LLSN\n".repeat(6),
  "chemical formulas": "C6H12O6 NaCl H2SO4 KMnO4 CH3COOH Ca(OH)2 Fe2O3 NH4NO3 Al2(SO4)3 CuSO4·5H2O\n".repeat(5),
  phonetics: "/ˈdɪkʃənəri/ /prəˌnʌnsiˈeɪʃən/ /ˈlæŋɡwɪdʒ/ /ˈθʌrə/ /ˌjuːnɪˈvɜːsəti/ /ˈtʃɒklət/ /ɪkˈsplɔː/\n".repeat(3),
  chess:
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7\n".repeat(
      4,
    ),
  "Greek letters in a text":
    "The angle α between β and γ is 30°, where μ = 0.5 and σ² = 1.2; the Δ of λ is Ω(n log n) for ε → 0.\n".repeat(3),
};

const prose = [soundTexts["English"], soundTexts["German"], soundTexts["French"]].join("\n");

function mapped(text: string, change: (code: number) => number): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 10 ? "\n" : String.fromCodePoint(change(code));
  }).join("");
}

function rotated(text: string, by: number): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter < "a" ? 65 : 97;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + by) % 26));
  });
}

/** Each character as its glyph number, in the order of first use, starting at `first`. */
function numbered(text: string, first: number): string {
  const numbers = new Map<string, number>();
  return Array.from(text.replaceAll(/[\s\d]/g, " "), (character) => {
    if (character === " ") return character;
    const number = numbers.get(character) ?? first + numbers.size;
    numbers.set(character, number);
    return String.fromCodePoint(number);
  }).join("");
}

/** Replaces every character by another one of the text, including the space. */
function exchanged(text: string): string {
  const characters = [...new Set(text)];
  return Array.from(text, (one) => characters[(characters.indexOf(one) + 5) % characters.length] ?? one).join("");
}

const minutes =
  "The committee met in the town hall on Tuesday and agreed on the plan for the coming year, which the treasurer had prepared with care. Costs are expected to rise by four per cent, mostly because of the new roof of the library. Members asked why the work cannot wait, and were told that rain comes in.";

/** Garbled text layers by cause, with a word of the reason. */
export const garbledTexts: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
  "nothing but replacement characters": ["\ufffd\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd", /mapped to nothing/],
  "replacement characters between digits": ["\ufffd\ufffd1\ufffd \ufffd\ufffd2\ufffd\ufffd", /mapped to nothing/],
  "one glyph without a meaning": ["\ufffd", /mapped to nothing/],
  "lines in place of one letter and nothing in place of others": [
    `${"\ufffd".repeat(40)} ${"\u05D4\u05EA\u05D5\u05DE\u05E2\u05D4 \u05DC\u05E9 ".repeat(15)}`.repeat(2),
    /Whole words .* mapped to nothing/,
  ],
  "private use": [mapped(prose, (code) => 0xf000 + code), /mapped to nothing/],
  "dingbats for glyphs, as PostScript that is made of a TrueType font gives": [
    "✁✂ ✄☎✆✝ ✞✟✁✂ ✠✄✁ ✡☛☞✁ ✌✍✎ ✏✑✒✒✍✓✓✍✑✔ ✕✖✗ ✖✒ ✌✍✎✔✓✗✖✘ ✍✔ ✙✚✛✓✓✎✜ ✎✍✔✎✔ ✙✎✚✍✢✕✗ ✛✣✎✚ ✤✍✎ ✥✖✘✎",
    /stars and signs/,
  ],
  controls: [mapped("Some words of a page", (code) => (code % 8) + 1), /mapped to nothing/],
  "glyph numbers of a TrueType font": [
    mapped(prose.replaceAll(/[^ -~\n]/g, "e"), (code) => Math.max(3, code - 29)),
    /.+/,
  ],
  "letters shifted by three": [rotated(prose, 3), /no language/],
  "letters shifted by nineteen": [rotated(prose, 19), /no language/],
  "a sentence with shifted letters, again and again": [
    rotated("Payment is due within thirty days. ", 3).repeat(9),
    /no language/,
  ],
  "letters shifted by twenty": [rotated(prose, 20), /no language/],
  "glyphs numbered from ! on": [numbered(prose, 33), /punctuation/],
  "glyphs numbered from À on": [numbered(prose, 0xc0), /accented/],
  "Cyrillic bytes read as Western": [
    mapped(soundTexts["Russian"] ?? "", (code) => (code > 0x400 ? code - 0x350 : code)),
    /accented/,
  ],
  "a few Chinese characters that are rare everywhere": ["\ufffd\ufffd糫Ǎ蒭鍍伴俘緌鍍伴俘u勢渡袱糫", /Chinese/],
  "glyph numbers as Chinese characters": [mapped(prose, (code) => (code === 32 ? 32 : 0x7a00 + code * 37)), /Chinese/],
  "glyph numbers over many scripts": [
    mapped(prose, (code) => (code === 32 ? 32 : ([0x400, 0x5d0, 0xac00, 0xe00][code % 4] ?? 0)) + (code % 20)),
    /mixes scripts/,
  ],
  "letters and spaces in each other's place": [exchanged(minutes), /in place of spaces/],
  "the same glyph again and again": ["m".repeat(300), /repeats one character/],
};
