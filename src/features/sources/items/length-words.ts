/**
 * The words and signs around a number that decide whether it is the length of a race. `lengths.ts` applies them. The
 * languages are Swedish, Norwegian, Danish, German and English.
 */

const raw = String.raw;
const compile = (source: string, flags = 'iu') => new RegExp(source, flags);
const everywhere = (source: string) => compile(source, 'giu');
const oneOf = (...alternatives: string[]) => `(?:${alternatives.join('|')})`;
const words = (...alternatives: string[]) => raw`(?<!\p{L})${oneOf(...alternatives)}(?!\p{L})`;

// Numbers and units

const WITH_THOUSANDS = raw`[1-9]\d{0,2}(?: \d{3}){1,2}(?:,\d{1,2})?`;
const PLAIN = raw`(?:[1-9]\d{0,5}|0(?=[.,]))(?:[.,]\d{1,4})?`;
const NUMBER = oneOf(WITH_THOUSANDS, PLAIN);
const UNIT = '(?:km|kilometer|kilometers|kilometres?|k|mil|miles?|mi|m|meters?|metres?)';
const METRES = '(?: ?(?:m|meter|meters|metres))?';

/** All units begin so. Rules out most texts before anything slower. */
export const MAY_BE_LENGTH = /\d[ -]?[km]|mara/i;
/** A number with the unit that may follow it, in group 1. */
export const NUMBER_AND_UNIT = everywhere(
  raw`(?<![\p{L}\d.:#]|\d,)${NUMBER}(?![.,]?\d)(?:[ -]?(${UNIT})(?![\p{L}\d]))?`,
);

// Days, times and telephone numbers

const MONTH = raw`(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec|des)\p{L}{0,6}`;
const CLOCK_TIME = raw`\d{1,2}(?:[.:]\d\d)?`;
export const NO_LENGTHS = [
  // 2027-05-22
  raw`\d{4}-\d\d-\d\d`,
  // 22 maj 2027, 22–23 maj
  raw`\d{1,2}(?: ?[-–] ?\d{1,2})?\.? ${MONTH}\.?(?: \d{4}(?!\d))?`,
  // 22/5 before a number
  raw`\d{1,2}/\d{1,2}(?= \d)`,
  // kl 10.30, kl. 9–15
  raw`(?<!\p{L})kl\.? ?${CLOCK_TIME}(?: ?[-–] ?${CLOCK_TIME})?`,
  // 10:30, and a pace of 4:30/km
  raw`\d{1,2}:\d\d(?::\d\d)?(?: ?/ ?km)?`,
  // 070-123 45 67, +46 (0) 70 123 45 67
  raw`(?:\+\d\d ?(?:\(0\) ?)?|0)\d{1,3}[ /-]{1,3}\d{2,3}(?:[ -]?\d{2,3}){1,3}`,
].map((source) => everywhere(raw`(?<![\d,.])${source}`));

// Climbs and heights

const CLIMB = [
  raw`höjd\p{L}{0,20}|h(?:øy|øj)de\p{L}{0,20}|höhen\p{L}{0,20}`,
  raw`hm|hmtr|altimeter|fallhöjd|vertikal\p{L}{0,10}|kuper\p{L}{0,10}`,
  raw`(?:total)?stigning\p{L}{0,10}|klätt?r\p{L}{0,10}|klatring\p{L}{0,10}|(?:upp|ned|ner)(?:för|åt)\p{L}{0,10}|nousu\p{L}{0,5}`,
  'elev|elevation|gain|loss|ascents?|descents?|climbs?|climbing|vertical|vert|altitudes?|altitud|uphill|downhill|dénivelé',
  raw`moh|möh|m\.? ?ö\.? ?h|asl|över havet|over havet|above sea level`,
  'd ?[+-]',
];
/** Only after a number: these words are in other sentences, too. */
const UP = 'upp(?! till)|up(?! to)';
const PEAKS =
  'topp(?:en|ar|arna)?|berg(?:et)?|fjäll(?:et)?|backe(?:n)?|högsta|högst|lägsta|peak|summit|highest';
/** Words and signs of heights. Their sentence has no lengths in metres. */
export const HEIGHTS = compile(`${words(...CLIMB, UP, PEAKS)}|[↑↓↗↘⬆⬇▲△⛰]`);

const TOTAL = '(?:(?:total|totalt|i|of|av|in|positive|positiv) ){0,2}';
const CLIMB_NUMBER = raw`${NUMBER}${METRES}(?![\p{L}\d]|[.,]\d)(?! ?(?:km|k|mil))`;
const CLIMB_SEPARATOR = raw`(?: ?(?:,|/|&|och|resp\.?|[-–]) ?)`;
export const CLIMBS = [
  // 2500 höjdmeter, 1200 m D+, 1200 m+
  raw`(?<![\d.,])(?=\d)${NUMBER}${METRES} {0,2}[(/]?${TOTAL}(?:${words(...CLIMB, UP)}|\+)(?! ?\d)`,
  // +640 m
  raw`(?<![\d\p{L}])\+${NUMBER}${METRES}(?![\p{L}\d])`,
  // Höjdmeter: ca 2500 m, D+ 1200 m / 600 m
  raw`${words(...CLIMB)}[^\d\n;()]{0,30}${CLIMB_NUMBER}(?:${CLIMB_SEPARATOR}${CLIMB_NUMBER}(?! ?x)){0,9}`,
].map(everywhere);

// What is measured instead of the race

const SERVICES = raw`(?:p-?plats|parkering|buss|tåg|hotell|vandrarhem|camping|boende|logi|hållplats|station|dusch|omkläd)\p{L}*|parking`;
const WALK = raw`(?:gång)?avstånd(?:et)?|promenad`;
const AID_STATIONS = raw`(?:vätsk|energi|dryck|depå|kontroll|serverings)\p{L}*|servering|(?:aid|drink|water|feed) stations?|water|checkpoints?|drop ?bags?`;
const CUT_OFF = raw`max ?tid\p{L}*|rep ?tid\p{L}*|spärr\p{L}*|cut ?-?off`;
const COURSE = 'sväng|fortsätt|varav|backyard';
const SIZE = 'djup(?:et)?|depth|bredd(?:en)?|bassäng(?:en)?|pool';
/** Before a number, anywhere in its sentence. */
export const OTHER_BEFORE = compile(words(SERVICES, WALK, AID_STATIONS, CUT_OFF, COURSE, SIZE));

const EACH = 'varje|var|every|each|hver|hvert';
const POINT = 'vid|efter|after|at|sista|första|last|first|(?:upp|fram) till|up to|mer än|minst';
const LAP = 'varv|varvet|varv på|varvet är|varv à|varven|varvbana|slinga på|lap|laps|laps of|loop of|runde';
const MULTIPLIED = '[x×*] ?';
const APIECE = raw`(?<![\p{L}:])[àáa]`;
/** Directly before a number: `vid 5 km`, `4 x 5 km`, `5 varv à 2 km`. */
export const OTHER_DIRECTLY_BEFORE = compile(
  raw`${oneOf(words(EACH, POINT, LAP), MULTIPLIED, APIECE)} ?[:(]? ?(?:ca |cirka |c:a |om |of |på |är )?$`,
);

const LAP_AFTER = 'varv|varvet|varvbana|lap|laps|loop';
const SIZE_AFTER = 'djup|djupt|deep|bred|brett|wide|hög|högt|high|bassäng|pool';
const DIRECTION =
  'bort|away|norr|söder|öster|väster|nordost|nordväst|sydost|sydväst|north|south|east|west|utanför|outside';
const SURFACE = raw`asfalt|grus\p{L}*|stig(?:ar)?|skogsväg\p{L}*`;
const FREQUENCY = 'varje|every|each|i timmen|i veckan|per (?:timme|dag|vecka|hour)';
const DESTINATION =
  'start|mål|starten|målet|finish|arenan?|parkering|parkeringen|stationen|station|centrum|hotellet|omklädning|dusch|duschar|skolan|stugan|bussen|tåget|vägen|havet|the start';
/** `500 m till start`, `2 km att gå till målet`. */
const WAY_TO = raw`(?:(?:gång|gångväg|promenad|walk|att gå|bilväg|med bil) )?(?:till|från|to|from|fra|til) (?:\p{L}+ )?(?:${DESTINATION})`;
/** `från Mora till Orsa` is the race. */
const WAY_FROM = raw`(?:från|fra|from)(?! \p{L}+ (?:till|to|til))`;
const COUNT = 'vätska|cut ?-?off|deltagare|löpare|participants|runners|kr|kronor|sek|kvar';
/** Directly after a number: `5 km x 4`, `10 km/h`, `5 km per varv`, `4 m djup`, `500 m till start`. */
export const OTHER_DIRECTLY_AFTER = compile(
  `^${oneOf(
    raw` ?[x×*] ?\d`,
    raw` ?/ ?(?:h|tim|t|min|varv|lap)(?!\p{L})`,
    ` ?(?:per|/) ?${words('varv', 'lap', 'timme', 'hour')}`,
    ` ?[(-]? ?${words(LAP_AFTER, SIZE_AFTER, DIRECTION, SURFACE, FREQUENCY, WAY_TO, WAY_FROM, COUNT)}`,
  )}`,
);
/** `400 m-bana`, on which a timed race is run. */
export const TRACK_AFTER = /^[- ]?(?:lång )?(?:löpar|rund)?(?:bana|banan|track)(?!\p{L})/iu;
export const TIMED_RACE = /tim(?:mar|me|lopp)/i;

// Races in several sports

/** The beginnings of the words of each sport. */
const SPORTS = [
  'sim(?!run)|swim(?!run)|svøm|svöm',
  'cykel|cykl|bike|sykkel|mtb|cycling',
  'löp|lauf|run|løp|løb|spring',
  'paddl|kajak|kayak|kanot',
  'skid|ski|rullskid',
];
/** Group n is the sport n. */
const SPORT = raw`(?<!\p{L})(?:${SPORTS.map((beginnings) => raw`((?:${beginnings})\p{L}{0,8})`).join('|')})`;
export const SPORT_BEFORE = compile(raw`${SPORT} ?(?:[:–-]|på|ca)? ?(?:ca )?$`);
export const SPORT_AFTER = compile(raw`^ ?[(:–-]? ?${SPORT}`);
export const SWIMMING = 1;

// Lists

const LIST_WORDS = raw`och|and|eller|el\.?|or|samt|og|resp\.?|respektive|alt\.?|alternativt`;
/** What is between two lengths of a list. */
export const LIST_SEPARATOR = compile(raw`^ ?(?:, ?(?:(?:${LIST_WORDS}) )?|[&+/;|•·]|${LIST_WORDS}) ?$`, 'i');
export const LIST_WORD = compile(raw`^ ?(?:, ?)?(?:${LIST_WORDS}) ?$`, 'i');
export const RANGE_SEPARATOR = /^ ?(?:[–—-]|till|to|til) ?$/i;
export const TIGHT_SEPARATOR = /^ ?[/+–-] ?$/;
/** In `Klass 2, 10 km` a comma makes no list. In `Distanser: 2, 10 km` it does. */
export const LIST_LABEL = /(?:^|[\n:(–]|distan\p{L}*|distances?|längd(?:er)?) ?$/iu;
export const NUMBER_LABEL = compile(
  `${words('klass|klasser|start|grupp|nr|nummer|etapp|stage|race|cup|del|deltävling|omgång|heat|lag|lopp|plats|pris|den|år|age|class|h|d|p|f|m|k|herrar|damer')} ?$`,
);
/** Not after an abbreviation, and not at a sign that separates the numbers of a list. */
export const SENTENCE_END =
  /(?<=\p{L}{2})(?<!(?<!\p{L})(?:el|alt|resp|ca|kl|nr))[.!?] |(?<!\d ?)[;|•]|[;|•](?! ?\d)/u;

// Words that say that metres are a race

export const RACE_BEFORE = compile(
  raw`${oneOf(
    raw`lopp(?:et)?|race|run|barn\p{L}*|knatte\p{L}*|mini\p{L}*|junior\p{L}*|ungdom\p{L}*`,
    'flickor|pojkar|damer|herrar|kvinnor|män|kids|children',
    raw`sprint\p{L}*|distan\p{L}*|längd(?:er)?|sträck(?:a|or|an)|klass|simning`,
  )}(?: \d{1,2}(?:-\d{1,2})? år)? ?[:(–-]? ?(?:ca )?$`,
);
export const RACE_AFTER = compile(
  raw`^[- ]?(?:lopp(?:et)?|häck|hinder|sprint|simning|fristil|barn|knatte|mini|race|run|dash|hurdles|steeplechase|för barn|for kids)(?!\p{L}{4})`,
);

// Marathons

export const HALF_MARATHON = /^(?:ca )?(?:halv|half)[ -]?mara(?:th?on)?$/i;
export const MARATHON = /^(?:ca )?(?:hel)?mara(?:th?on)?$/i;
export const ONLY_LENGTH = compile(`^(?:ca )?${NUMBER} ?(?:${UNIT})?$`);
export const LENGTHS_LABEL = /(?<!\p{L})(?:distan\p{L}{0,8}|sträck(?:a|or)|längd(?:er)?) ?:? ?/iu;
/** Splits a list, and keeps what separates its items. */
export const MARATHONS_SEPARATOR = compile(
  raw`((?:,(?!\d)| (?:${LIST_WORDS}) |[&+/|•·])(?: (?:${LIST_WORDS}) )?)`,
  'i',
);
