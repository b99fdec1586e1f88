/** Real sentences of one language, and the encodings that it was written in, as iconv-lite names them. */
export interface Sample {
  readonly language: string;
  readonly encodings: readonly string[];
  /** A few words. */
  readonly short: string;
  /** Some sentences. */
  readonly long: string;
}

/** Sentences as people write them in many languages. */
export const samples: readonly Sample[] = [
  {
    language: "Chinese, simplified",
    encodings: ["gb18030"],
    short: "你好，世界！这是一个测试。",
    long: "今天天气很好，我们一起去公园散步吧。他说：“学习是一件快乐的事情。”程序在启动时读取配置文件，如果文件不存在，就会使用默认的设置。\n人人生而自由，在尊严和权利上一律平等。",
  },
  {
    language: "Chinese, traditional",
    encodings: ["big5"],
    short: "你好，世界！這是一個測試。",
    long: "今天天氣很好，我們一起去公園散步吧。他說：「學習是一件快樂的事情。」程式在啟動時讀取設定檔，如果檔案不存在，就會使用預設的值。\n人人生而自由，在尊嚴和權利上一律平等。",
  },
  {
    language: "Japanese",
    encodings: ["shift_jis", "euc-jp"],
    short: "こんにちは、世界。これはテストです。",
    long: "今日はとても天気がいいので、公園へ散歩に行きましょう。プログラムは起動時に設定ファイルを読み込みます。ファイルが見つからない場合は、既定の値を使います。\n吾輩は猫である。名前はまだ無い。",
  },
  {
    language: "Korean",
    encodings: ["euc-kr"],
    short: "안녕하세요, 세계! 이것은 시험입니다.",
    long: "오늘은 날씨가 아주 좋아서 공원으로 산책을 가려고 합니다. 프로그램은 시작할 때 설정 파일을 읽고, 파일이 없으면 기본값을 사용합니다.\n모든 사람은 태어날 때부터 자유롭고 존엄하며 평등하다.",
  },
  {
    language: "Russian",
    encodings: ["windows-1251", "koi8-r", "iso-8859-5", "cp866"],
    short: "Привет, мир! Это проверка.",
    long: "Сегодня прекрасная погода, и мы пойдём гулять в парк. При запуске программа читает файл настроек; если его нет, она использует значения по умолчанию.\nВсе счастливые семьи похожи друг на друга.",
  },
  {
    language: "Ukrainian",
    encodings: ["windows-1251", "koi8-u"],
    short: "Привіт, світе! Це перевірка.",
    long: "Сьогодні чудова погода, і ми підемо гуляти до парку. Під час запуску програма читає файл налаштувань, а якщо його немає, то використовує типові значення.",
  },
  {
    language: "Greek",
    encodings: ["windows-1253", "iso-8859-7"],
    short: "Γεια σου, κόσμε! Αυτό είναι μια δοκιμή.",
    long: "Σήμερα ο καιρός είναι πολύ καλός και θα πάμε μια βόλτα στο πάρκο. Το πρόγραμμα διαβάζει το αρχείο ρυθμίσεων όταν ξεκινά, και αν δεν υπάρχει, χρησιμοποιεί τις προεπιλογές.",
  },
  {
    language: "Turkish",
    encodings: ["windows-1254"],
    short: "Merhaba dünya! Bu bir sınama, nasılsınız?",
    long: "Bugün hava çok güzel, parkta yürüyüşe çıkacağız. Program başlarken ayar dosyasını okur; dosya yoksa öntanımlı değerleri kullanır. Teşekkür ederim, iyi günler.",
  },
  {
    language: "Hebrew",
    encodings: ["windows-1255", "iso-8859-8"],
    short: "שלום עולם! זאת בדיקה.",
    long: "היום מזג האוויר נעים מאוד ואנחנו הולכים לטייל בפארק. התוכנית קוראת את קובץ ההגדרות כשהיא מתחילה, ואם הוא לא קיים היא משתמשת בערכי ברירת המחדל.",
  },
  {
    language: "Arabic",
    encodings: ["windows-1256", "iso-8859-6"],
    short: "مرحبا بالعالم، هذا اختبار.",
    long: "الطقس جميل اليوم وسنذهب في نزهة إلى الحديقة. يقرأ البرنامج ملف الإعدادات عند بدء التشغيل، وإذا لم يكن الملف موجودا فإنه يستخدم القيم الافتراضية.",
  },
  {
    language: "Polish",
    encodings: ["windows-1250", "iso-8859-2"],
    short: "Cześć, świecie! To jest próba.",
    long: "Dziś jest piękna pogoda, więc pójdziemy na spacer do parku. Program czyta przy uruchomieniu plik ustawień, a jeśli go nie ma, używa wartości domyślnych. Zażółć gęślą jaźń.",
  },
  {
    language: "Czech",
    encodings: ["windows-1250", "iso-8859-2"],
    short: "Ahoj, světe! Toto je zkouška, že ano?",
    long: "Dnes je krásné počasí, a tak půjdeme na procházku do parku. Program při spuštění čte soubor s nastavením; když soubor neexistuje, použije výchozí hodnoty. Příliš žluťoučký kůň úpěl.",
  },
  {
    language: "Hungarian",
    encodings: ["windows-1250", "iso-8859-2"],
    short: "Szép napot, világ! Ez egy próba, nem több.",
    long: "Ma nagyon szép idő van, ezért sétálni megyünk a parkba. A program induláskor beolvassa a beállításokat, és ha a fájl nem létezik, az alapértékeket használja. Árvíztűrő tükörfúrógép.",
  },
  {
    language: "French",
    encodings: ["windows-1252", "macintosh"],
    short: "Bonjour à tous, voilà un essai très court.",
    long: "Aujourd’hui, il fait très beau et nous irons nous promener au parc. Au démarrage, le programme lit le fichier de réglages ; s’il n’existe pas, il utilise les valeurs par défaut. Où êtes-vous né ?",
  },
  {
    language: "German",
    encodings: ["windows-1252", "cp850"],
    short: "Schöne Grüße, das ist nur ein Test für dich.",
    long: "Heute ist das Wetter sehr schön, und wir gehen im Park spazieren. Beim Start liest das Programm die Datei mit den Einstellungen; wenn sie fehlt, gelten die üblichen Werte. Über die Straße müssen wir auch.",
  },
  {
    language: "Spanish",
    encodings: ["windows-1252"],
    short: "¡Buenos días, señor! ¿Cómo está usted?",
    long: "Hoy hace muy buen tiempo y vamos a pasear por el jardín. El programa lee la configuración al arrancar; si el archivo no existe, utiliza los valores por omisión. Mañana será otro día.",
  },
  {
    language: "Portuguese",
    encodings: ["windows-1252"],
    short: "Olá, mundo! Isto não é uma canção.",
    long: "Hoje está um dia muito bonito e nós vamos passear no jardim. O programa lê a configuração ao iniciar; se o ficheiro não existir, são usados os valores padrão. Até amanhã, João.",
  },
  {
    language: "Swedish",
    encodings: ["windows-1252"],
    short: "Hej på dig, det är bara ett försök.",
    long: "I dag är vädret mycket fint och vi går på promenad i parken. Programmet läser inställningarna när det startar; om filen saknas används förvalda värden. Räksmörgås är gott.",
  },
  {
    language: "Lithuanian",
    encodings: ["windows-1257"],
    short: "Labas, pasauli! Tai yra bandymas, ačiū už dėmesį.",
    long: "Šiandien labai gražus oras, todėl eisime pasivaikščioti į parką. Paleidžiama programa perskaito nuostatų failą, o jei jo nėra, naudoja numatytąsias reikšmes.",
  },
  {
    language: "Thai",
    encodings: ["windows-874"],
    short: "สวัสดีชาวโลก นี่คือการทดสอบ",
    long: "วันนี้อากาศดีมาก เราจะไปเดินเล่นในสวนสาธารณะกัน โปรแกรมจะอ่านแฟ้มการตั้งค่าเมื่อเริ่มทำงาน ถ้าไม่พบแฟ้มก็จะใช้ค่าเริ่มต้น",
  },
];

/** Vietnamese as windows-1258 has it: letters with their tone behind them. */
export const vietnamese =
  "Hôm nay thơ\u0300i tiê\u0301t râ\u0301t đe\u0323p va\u0300 chu\u0301ng ta se\u0303 đi da\u0323o trong công viên. Chương tri\u0300nh đo\u0323c tâ\u0323p tin khi kha\u0309o sa\u0301t.";
