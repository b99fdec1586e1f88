/** Statistics of a language written in single-byte encodings. */
export interface Language {
  /** Its non-ASCII letters in lower case, the most frequent first. */
  readonly letters: string;
  /** Frequent short words, separated by spaces. They distinguish languages of the same script, even in ASCII. */
  readonly words: string;
  /** The share of letters among the non-ASCII characters, from 0 to 1. Default: 0.9. */
  readonly letterShare?: number;
  /** The encodings used for the language, as labels of `knownEncodings`, the most frequent first. */
  readonly encodings: readonly string[];
}

const western = ["windows-1252", "macintosh", "iso-8859-15", "ibm850", "ibm437"];
const central = ["windows-1250", "iso-8859-2", "ibm852"];
const baltic = ["windows-1257", "iso-8859-4"];
const cyrillic = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866", "x-mac-cyrillic"];

/**
 * The languages that the detector knows. Letter orders were counted in the Universal Declaration of Human Rights and in
 * manual pages and compiler messages of each language.
 */
export const languages: readonly Language[] = [
  {
    letters: "éñöüïèáç",
    words: "the of and to in is that for it as with on be are this by from or not was you have but an at which",
    letterShare: 0.4,
    encodings: western,
  },
  {
    letters: "éàèêîôùâçûœëïüÿ",
    words:
      "de la le et les à des un est une en ou dans ne pas que du qui au ce il sa par pour sur plus avec être même où très été déjà après voilà ça",
    encodings: western,
  },
  {
    letters: "üäöß",
    words:
      "die der und in das zu den von ist nicht für sie mit eine auf dem wird auch im ein sich des es an als aber über wir können müssen größe straße während schön ich",
    encodings: western,
  },
  {
    letters: "óáíéúñºüª",
    words:
      "de la el que y en los se no las un por con una su para es al lo como más del está también sí año años qué cómo aquí español señor día mañana",
    encodings: western,
  },
  {
    letters: "ãçáéíõóêàúâôºüª",
    words:
      "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele são está é você também já até informação ação coração às à",
    encodings: western,
  },
  {
    letters: "èàòéùìîºª",
    words:
      "di e il la che è in un a per non una sono da le si con i del alla più dei come lo anche perché così città può già sarà",
    encodings: western,
  },
  {
    letters: "ëéïóèü",
    words:
      "de het een van en in is dat op te zijn voor met die niet aan er om ook als maar naar wordt één geïnstalleerd",
    encodings: western,
  },
  {
    letters: "äöåéü",
    words:
      "och att det i en på som är för av med den till inte har om ett var jag från så när också år över får alla kan",
    encodings: western,
  },
  {
    letters: "øåæéüö",
    words:
      "og i det er at en å den til på for ikke som med af av de har fra være også når gør så må år få nå blå kan hvor ud",
    encodings: western,
  },
  {
    letters: "äöåé",
    words:
      "ja on ei se että oli hän joka mutta niin kun myös ovat tai olla sekä sitä voi jos hyvää päivää mitä tämä minä",
    encodings: western,
  },
  {
    letters: "ðíáþéóöæúý",
    words:
      "og að í er sem á til við ekki um það með fyrir en var af hann því þeir ég eru þú þetta halló íslenska maður",
    encodings: western,
  },
  {
    letters: "óéèàíúçòïü·",
    words: "de la i el que a en els les per amb un una del és no al com més però també són català això",
    encodings: western,
  },
  {
    letters: "łżąęśóćńź",
    words:
      "i w na z do nie się że to jest o jak po co tak za od ale czy jego przez już był być są może które który lub dla także ją cześć świat żółty",
    encodings: central,
  },
  {
    letters: "íáéžýřěčšůúňťóďü",
    words:
      "a se v na je že to s z do o i jsou za pro by ale jako podle který být může nebo také když při už více není kůň žluťoučký",
    encodings: central,
  },
  {
    letters: "áýžčéúťšíľôňďóäŕĺ",
    words: "a sa v na je že to s z do o aj za pre ako ktorý byť môže alebo tiež keď pri už viac nie sú podľa jeho však",
    encodings: central,
  },
  {
    letters: "éáóőöíüúű",
    words:
      "a az és hogy nem is egy van meg volt ez csak de ha már mint még kell után több között szép minden vagy így ő jó én árvíztűrő",
    encodings: central,
  },
  {
    letters: "čšžćđ",
    words:
      "i u je na da se su za od s o ne kao što koji iz ili biti može nije već će još dok in v ki pa so še tudi kot bi po",
    encodings: central,
  },
  {
    letters: "ăţşîâ",
    words:
      "de şi în a la o cu pe din nu că să care un este mai pentru sau au fi fost ce ale după către când până această",
    encodings: ["windows-1250", "iso-8859-2", "ibm852"],
  },
  {
    letters: "ışüçğöİâîû",
    words:
      "ve bir bu hakları hakkı için da de ile olarak çok daha ne gibi var olan ama kadar sonra değil mı mi her şey ya en türkçe güzel nasıl teşekkür ederim iyi günler",
    encodings: ["windows-1254", "ibm857"],
  },
  {
    letters: "āīēšņūļģķžčōŗ",
    words: "un ir ka no uz ar par kas tiek vai lai kā bet gan pie arī ja līdz šo viņa latviešu valoda tā nav",
    encodings: baltic,
  },
  {
    letters: "ėųąžšįęūč",
    words: "ir į kad iš su tai yra ne o bet kaip jo buvo už dėl per tik ar apie nuo lietuvių kalba jei šį taip",
    encodings: baltic,
  },
  {
    letters: "õäüöšž",
    words: "ja on ei et see oli ka kui mis ta oma aga siis või mida nad selle ning eesti keel kas üks õigus tere päev",
    encodings: ["windows-1257", "windows-1252"],
  },
  {
    letters: "êđôơưâă\u0301\u0323\u0300\u0309\u0303àáéíóúùèìòýãõ",
    words: "và là có của không người được cho các một đã trong với những khi này từ ca co thê nh tiêng việt nam tôi",
    encodings: ["windows-1258"],
  },
  {
    letters: "оеаинтсрвлкмдпуяыьзбгчйжхшюцщэфъё",
    words:
      "и в не на что с по как это но к из у за от то для так же или его мы вы он она они быть есть все при привет мир только если было",
    encodings: cyrillic,
  },
  {
    letters: "оаниівтресдкулмпяьзбгчйхжєїюшцщфґ",
    words:
      "і в на не що з у та до як за від для це або його але бути є ви ми він вона про ще так по чи привіт світ якщо",
    encodings: ["windows-1251", "koi8-u", "iso-8859-5", "x-mac-cyrillic"],
  },
  {
    letters: "анірыевсоялдктпмцузўбхгчйьжшюэёф",
    words: "і ў не на што з у да як за ад для гэта або яго але быць ёсць мы вы ён яна пра яшчэ так па ці",
    encodings: ["windows-1251", "iso-8859-5"],
  },
  {
    letters: "аоиентвсрдклпмзгъбчяужщцхйшюфь",
    words: "и на да се от за не в е с по като са или при което който може трябва има към това ще бъде след без",
    encodings: ["windows-1251", "iso-8859-5", "x-mac-cyrillic", "ibm855"],
  },
  {
    letters: "аоиенрстувдпкмљјзлбњгчцшжћхђфќѓѕџ",
    words:
      "и у је да на се за од су са као не што или може који које како али тако није све та то ова во ќе има според",
    encodings: ["windows-1251", "iso-8859-5", "ibm855"],
  },
  {
    letters: "αοιετνσρκπςυμλίηόδάωγέήθύχώφβξζψϊϋ",
    words: "και το να του η της με που την από για τα είναι τον θα στο δεν ο οι των στη μια αυτό ή καλημέρα κόσμε",
    encodings: ["windows-1253", "iso-8859-7", "ibm737"],
  },
  {
    letters: "יוהלאתרבשמנדעכחקםפסגטזצןךףץ",
    words: "של את לא על הוא זה אני עם כי גם אם או היא כל יש אך אבל בין רק שלום עולם מה להיות",
    encodings: ["windows-1255", "iso-8859-8", "ibm862"],
  },
  {
    letters: "اليمنوترةبعدسفهكحقجشصخطأإذىضغزثئءظآؤًَُِّ،؟ـ",
    words: "في من على أن إلى لا هذا ما عن مع التي الذي كان هو هي قد كل ذلك بين لم أو بعد مرحبا",
    encodings: ["windows-1256", "iso-8859-6"],
  },
  {
    letters: "اینرمدوهتبسشلکزفگعقحخجپآصطچضغظذثژئء،؟\u200c",
    words: "و در به از که این را با است برای آن تا یک خود بر هم شده می ها سلام",
    encodings: ["windows-1256"],
  },
  {
    letters:
      "ารนก\u0e31อง\u0e35\u0e48มเ\u0e34ลวท\u0e49ยตสคดะปบหแ\u0e37\u0e38จพช\u0e47ขใไ\u0e39ผโธถศ\u0e4cำ\u0e36ญณษซภฐฉฟฎฝฤๆฏ",
    words: "",
    encodings: ["windows-874"],
  },
];
