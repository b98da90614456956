/** What headings call things in English, German, Spanish, French, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish and, the commonest, Finnish: small letters, as `wordsOf` spells them. */
const WORDS = {
  date: 'date timestamp when day datum tag fecha dia jour dag dato data giorno week woche kw kalenderwoche semana semaine settimana vecka uke uge month monat mes mois mese maand manad maned dzien dnia tydzien tydz miesiac paiva paivamaara pvm',
  year: 'year jahr ano annee anno jaar ar rok',
  time: 'time uhrzeit zeit hora heure ora tijd tid klockslag tidspunkt klokkeslaet godzina godz',
  site: 'site kitchen business company facility hospital restaurant school canteen cafeteria outlet branch venue customer betrieb kuche schule kantine mensa kita einrichtung filiale centro cocina escuela comedor cantina colegio cuisine etablissement ecole cantine kok skola forskola restaurang anlaggning dining building outlet kjokken kokken skole keuken locatie vestiging cucina scuola plesso sede struttura ristorante cozinha escola refeitorio stolowka kuchnia szkola przedszkole restauracja placowka obiekt zaklad szpital jadlodajnia zlobek kostenstelle koulu keittio paivakoti ravintola toimipaikka',
  location:
    'location place ward floor station bereich abteilung standort ort planta ubicacion lugar lieu emplacement plats avdelning avdeling seccion seccao sezione departamento afdeling afsnit zaal reparto sala local area zone zona miejsce oddzial lokalizacja',
  stage: 'stage stufe etapa etape fase steg etap',
  item: 'item food product dish subcategory what artikel was speise speisen lebensmittel produkt gericht alimento producto plato que aliment produit plat quoi livsmedel ratt vara vad fodevare ret product gerecht wat prodotto piatto cosa produto prato potrawa danie artykul zywnosc',
  reason:
    'reason cause why grund ursache warum motivo razon causa cause motif raison pourquoi orsak varfor arsag hvorfor reden oorzaak waarom perche przyczyna powod dlaczego',
  daypart: 'daypart meal mahlzeit tageszeit comida franja repas maltid maaltijd pasto refeicao posilek',
  source: 'source herkunft origen origine kalla kilde herkomst zrodlo pochodzenie',
  sink: 'destination sink verbleib destino destinazione bestemming disposition przeznaczenie',
  container: 'container behalter recipiente contenant behallare beholder bak contenitore pojemnik',
  note: 'note notes comment comments remark remarks kommentar bemerkung bemerkungen anmerkung notiz nota comentario observaciones commentaire remarque anteckning opmerking bemaerkning annotazioni osservazioni observacoes uwagi uwaga notatka notatki komentarz huomautus huomio',
  weight: 'weight gewicht masse peso poids vikt vaegt vekt waga ciezar paino',
  servings: 'servings portions portionen raciones porciones portioner porzioni porties porcoes porcje porcji',
  unit: 'unit uom einheit unidad unite enhet enhed eenheid unita unidade jednostka jm',
  guests:
    'guests guest covers cover diners eaters children pupils students people patients residents gaste gast besucher kinder schuler personen patienten bewohner comensales comensal ninos alumnos personas convives couverts enfants eleves personnes gaster gaester gjester matgaster elever barn personer coperti bambini alunni ospiti commensali gasten bewoners leerlingen kinderen utentes criancas alunos clientes presenze presenti presentes presencas presents anwesende aanwezigen narvarande goscie gosci osoby osob dzieci uczniowie uczniow pacjenci pacjentow konsumenci konsumentow ruokailijat ruokailijoita oppilaat',
  /** Says a weight only where no other column does: a quantity may be a number of pieces. */
  amount:
    'amount quantity qty menge cantidad quantite quantita quantidade hoeveelheid mangd maengde waste abfall abfalle reste rest residuos desperdicio merma dechets gaspillage avfall svinn matsvinn madspild spild afval verspilling scarti scarto spreco ilosc odpady odpadow resztki resztek straty strat marnotrawstwo',
  cost: 'cost price value kosten preis wert coste precio valor cout prix valeur kostnad pris vaerdi costo prezzo valore prijs waarde preco custo charge betrag importe montant koszt koszty wartosc kwota bedrag belop belob importo warenwert einkaufswert hinta',
} as const;

export type GuessedRole = keyof typeof WORDS;

const ROLE_OF = new Map(
  Object.entries(WORDS).flatMap(([role, words]) =>
    words.split(' ').map((word) => [word, role as GuessedRole] as const),
  ),
);
/** Of compounds, such as Abfallgewicht: shorter words end in these letters by chance. */
const SHORTEST_END = 5;
/** What ends a compound that names its first part, such as Artikelbezeichnung; a number or a group of it is something else. */
const NAMING = /(bezeichnung|name|namn|naam|navn|benamning|omschrijving|beskrivning)$/;

/** Weights of the same food beside its net weight. */
const GROSS = /^(gross|brutto|bruto|brut|lordo|vollgewicht)/;
const TARE = /^(tare|tara|tarra|leergewicht)/;
/** What is left of a gross weight, or between two readings of a scale. */
const NET = /^(net|netto|neto|nettogewicht|nettovikt|delta|difference|differenz|diff)$/;
/** Sums of other columns: taken as well, they would count the same waste twice. */
const SUMS = new Set(
  'subtotal zwischensumme delsumma total totals totaal sum gesamt summe gesamtgewicht suma totale totali somma somme summa totalt razem lacznie ogolem yhteensa'.split(
    ' ',
  ),
);
/** Letters that are no letters with an accent. */
const LETTERS: Record<string, string> = { ø: 'o', æ: 'ae', å: 'a', ß: 'ss', œ: 'oe', ł: 'l' };

/** The words of a heading, in small letters and without accents. */
export const wordsOf = (heading: string): string[] =>
  heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[øæåßœł]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** The roles that the words of a heading speak of, the first first, each with that word. */
export function rolesNamed(heading: string): { role: GuessedRole; word: string }[] {
  return wordsOf(heading).flatMap((word) => {
    const own = ROLE_OF.get(word) ?? ROLE_OF.get(word.replace(NAMING, ''));
    const end = own ? undefined : [...ROLE_OF].find(([known]) => known.length >= SHORTEST_END && word.endsWith(known));
    const role = own ?? end?.[1];
    return role ? [{ role, word }] : [];
  });
}

/** Meals, as headings side by side and cells call them. */
const MEALS = new Set(
  'breakfast lunch dinner supper brunch snack snacks tea fruhstuck mittag mittagessen abendessen abend abendbrot zwischenmahlzeit desayuno almuerzo cena merienda petit dejeuner diner gouter midi soir matin frukost middag kvall kvallsmat mellanmal morgenmad frokost aftensmad mellemmaltid colazione pranzo merenda ontbijt avondeten middageten almoco jantar lanche pequeno sniadanie sniadania obiad obiady kolacja kolacje podwieczorek'.split(
    ' ',
  ),
);
/** Kinds of food, the commonest only. */
const FOODS = new Set(
  (
    'rice reis arroz riz ris bread brot pan pain brod meat fleisch carne viande kott vegetable vegetables gemuse verduras verdura legumes gronsaker fruit fruits obst fruta frutas frukt ' +
    'aardappelen pesce pane frutta verdura carne riso brood groente vlees vis fruit peixe pao sopa arroz salada brod kod gront fisk kartofler ' +
    'primo secondo contorno potatoes kartoffeln patatas potatis pasta nudeln pates fish fisch pescado poisson fisk soup suppe sopa soupe soppa salad salat ensalada salade sallad dairy milch leche lait mjolk mejeri cheese kase queso fromage ost dessert postre ' +
    'chleb pieczywo ryz mieso warzywa owoce ziemniaki makaron ryba ryby zupa zupy salatka surowka nabial mleko ser sery deser desery'
  ).split(' '),
);
/**
 * What a kitchen's own stages are called, where the word leaves no doubt; a longer word may begin with one of five letters or
 * more, as Tellerreste and Serveringssvinn do.
 */
const STAGES: [8 | 9 | 23, Set<string>][] = [
  [
    8,
    'kitchen kuche kuchen kuchenabfall cocina cuisine kok koks kokssvinn koksavfall kjokken kokken kokkenspild keuken cucina cozinha preparation prep pre production produktion produktions produktionsspild produktionssvinn produccion producao productie produzione zubereitung preparacion preparazione bereiding beredning tillagning tilberedning spoilage spoiled expired verderb lager lagring lagerspild storage stock magazzino opslag voorraad overproduction uberproduktion overproduktion surproduction stockage epluchures epluchage kuchnia kuchni kuchenne przygotowanie przygotowania obrobka produkcja produkcji magazyn magazynu przechowywanie zepsute przeterminowane obierki nadprodukcja',
  ],
  [
    9,
    'serving servering serveringsspild buffet buffe buffetspild ausgabe essensausgabe speisenausgabe theke service servicio distribution distribucion distribuzione post uitgifte servizio wydawanie wydawania wydawka wydawki bufet bufetu serwowanie',
  ],
  [
    23,
    'plate plates teller plato platos assiette assiettes plateau plateaux tray trays tablett bandeja bandejas vassoio vassoi tallrik tallriks tallerken tallerkenspild tallriksspild tallerkensvinn tallerken tallerkner piatto piatti prato pratos bord borden bordresten talerz talerze talerza talerzy talerzu taca tace tacy',
  ],
].map(([stage, words]) => [stage as 8 | 9 | 23, new Set((words as string).split(' '))]);

export const isMeal = (heading: string): boolean => wordsOf(heading).some((word) => MEALS.has(word));
export const isFood = (heading: string): boolean => wordsOf(heading).some((word) => FOODS.has(word));

/** Whoever eats, beside those whom headings count as guests. */
const EATERS = new Set(
  `${WORDS.guests} customer customers consumer consumers client clients cliente clientes clienti kunde kunden klant klanten kunder kund klient klienta klienci klientow convive comensal commensale besokare`.split(
    ' ',
  ),
);
/** What stays on plates, or comes back on them. */
const LEFT_WORDS = new Set(
  'left leave leaves leaving leftover leftovers returned returns uneaten remains reste rest resten essensreste speisereste ubrig gelassen zuruckgelassen stehengelassen rucklauf rucklaufer sobras sobrado dejado dejada dejados dejadas devuelto devueltos restes laisse laisses laissee retour retours lamnat lamnade rester efterladt levnet overgelaten achtergelaten restjes avanzi lasciato lasciati lasciata deixado deixados restos pozostawione pozostawiony resztki zostawione zwroty'.split(
    ' ',
  ),
);
/** `Gästereste`, `Kundenrücklauf` in one word. */
const LEFT_IN_ONE = /^(gaste|kunden|besucher|patienten|schuler|kinder|gast|elev)(reste|rester|rucklauf|rucklaufer)$/;

/** What those who eat leave: `Left by customer`, `Sobras del cliente`; the word is theirs. Undefined where a heading says nothing of the kind. */
export function leftByEaters(heading: string): string | undefined {
  const words = wordsOf(heading);
  // The published names of two stages are no people.
  if (words.some((word) => word === 'pre' || word === 'post')) return undefined;
  const eater = words.find((word) => EATERS.has(word));
  return eater !== undefined && words.some((word) => LEFT_WORDS.has(word))
    ? eater
    : words.find((word) => LEFT_IN_ONE.test(word));
}

/**
 * The stage that a heading of a weight names, with the word; undefined where it names none. What eaters leave is plate waste,
 * whether it came from a plate or a tray.
 */
export function stageNamed(heading: string): { stage: 8 | 9 | 23; word: string } | undefined {
  const words = wordsOf(heading);
  const left = leftByEaters(heading);
  if (left !== undefined) return { stage: 23, word: left };
  for (const fits of [
    (word: string, stem: string) => word === stem,
    (word: string, stem: string) => stem.length >= SHORTEST_END && word.startsWith(stem),
  ]) {
    for (const [stage, stems] of STAGES) {
      const word = words.find((one) => [...stems].some((stem) => fits(one, stem)));
      if (word !== undefined) return { stage, word };
    }
  }
  return undefined;
}

const PLACES =
  /^(school|primary|academy|college|hotel|hospital|campus|restaurant|canteen|cafeteria|cafe|hall|house|nursery|kita|haus|wohnheim|heim|schule|grundschule|gymnasium|klinik|krankenhaus|mensa|betriebsrestaurant|kantine|ecole|lycee|maternelle|cantine|colegio|escuela|residencia|comedor|scuola|asilo|skola|forskola|skole|bornehave|kjokken|basisschool|locatie|escola|szkola|przedszkole|stolowka|szpital|liceum|zlobek|koulu|koulun|paivakoti|lukio|sairaala)$/;
/** A name such as `Grundschule Süd` or `Hotel Brighton`. */
export const namesPlace = (text: string): boolean => wordsOf(text).some((word) => PLACES.test(word));

/** A cell that calls its line a sum of others. */
export const isSumWord = (cell: string): boolean =>
  /^(kw|week|wk|woche|uge|vecka|semaine|semana|tydzien) (gesamt|total|summe|sum|summa)$/.test(
    wordsOf(cell.slice(0, LONGEST_SUM)).join(' '),
  ) ||
  (cell.length > 2 &&
    cell.length < 40 &&
    /\p{L}/u.test(cell) &&
    /^(sub|sous|zwischen|gesamt|del|grand|wochen|tages|monats|vecko|manads|uge|week|dag|ugens|dagens|manedens|veckans|manadens|ukens|viikon|paivan)? ?(totals?|sum|totaal|totali|summe|suma|summa|somma|somme|totale|totalt|gesamt|i alt|insgesamt|average|mean|durchschnitt|mittelwert|moyenne|promedio|gemiddelde|gemiddeld|genomsnitt|gennemsnit|media|razem|lacznie|ogolem|yhteensa|srednia|srednio)( (total|general|generale|geral|parcial|parziale|de|del|della|do|da|du|des|la|le|per|pro|of|for|the|waste|wasted|abfall|desperdicio|dechets|svinn|madspild|scarti|dia|day|tag|jour|giorno|dag|daily|diario|semana|week|weekly|woche|semaine|settimana|vecka|uge|uke|mes|month|monthly|monat|mois|mese|maand|manad|maned|kw|wk|no|nr|w|za|dzien|tydzien|miesiac|odpady|odpadow))*$/.test(
      wordsOf(cell).join(' '),
    ));
const LONGEST_SUM = 40;

export const isGross = (heading: string): boolean => wordsOf(heading).some((word) => GROSS.test(word));
export const isTare = (heading: string): boolean => wordsOf(heading).some((word) => TARE.test(word));
export const isNet = (heading: string): boolean => wordsOf(heading).some((word) => NET.test(word));
export const isSum = (heading: string): boolean => wordsOf(heading).some((word) => SUMS.has(word));
export const countsTwice = (heading: string): boolean => isGross(heading) || isTare(heading) || isSum(heading);

/** Numbers of meals are no weights, where a word says that they are counted: `Meals served`, `N. pasti`, `Anzahl Essen`. */
const COUNTED =
  /\b(no|nr|n|num|number|count|anzahl|anz|zahl|antal|aantal|numero|nombre|nbre|quanti|served|servis|servidas|servidos|servite|serviti|serverte|serverade|serverede|geserveerd|ausgegeben|ausgegebene|liczba|wydanych|wydane)\b/;
const MEAL_NOUNS =
  /\b(meals?|essen|mahlzeiten|comidas?|menus?|repas|pasti|pasto|refeicoes|maaltijden|maltider|plates|posilki|posilkow|obiady|obiadow)\b/;
export function countsMeals(heading: string): boolean {
  const words = wordsOf(heading).join(' ');
  return COUNTED.test(words) && MEAL_NOUNS.test(words);
}

/** Of a name in a cell: a longer text is a remark. */
const LONGEST_LABEL = 40;

/** A cell or heading that is nothing but the number of guests or meals. */
export function countsPeople(text: string): boolean {
  if (text.length > LONGEST_LABEL) return false;
  const words = wordsOf(text);
  const named = rolesNamed(text);
  return (
    countsMeals(text) ||
    (named.some(({ role }) => role === 'guests') &&
      words.length <= 3 &&
      (words.length === 1 || COUNTED.test(words.join(' '))))
  );
}

/** What one piece or kilogram costs. */
export const isPrice = (heading: string): boolean =>
  wordsOf(heading).some((word) => /(price|preis|prix|precio|pris|prezzo|preco|prijs)$/.test(word));

/** Numbers by which something is known: `Artikel-Nr.`, `Receipt no`, `SKU`. */
export const isCode = (heading: string): boolean => {
  const words = wordsOf(heading);
  return words.length > 1
    ? /^(nr|no|number|nummer|numero|id|code|kode|codigo|codice)$/.test(words.at(-1) ?? '') &&
        !COUNTED_FIRST.test(words[0] ?? '')
    : /^(sku|plu|ean|gtin|barcode|strichcode|artikelnummer|belegnummer|bonnr|artnr|id)$/.test(words[0] ?? '');
};
const COUNTED_FIRST = /^(total|anzahl|antal|aantal|meals|guests)$/;

/** What a figure can be divided by: a guest, a portion, a bag, a kilogram. */
const DIVISORS =
  /^(head|capita|person|pers|persona|personne|persoon|kopf|kop|guest|gast|gaest|gast|gost|comensal|convive|commensale|coperto|couvert|cover|child|kind|nino|enfant|bambino|elev|elever|student|schuler|eleve|alumno|resident|bewohner|patient|meal|meals|essen|mahlzeit|repas|comida|pasto|refeicao|maaltijd|maltid|portion|portie|racion|porzione|porcao|bag|bags|bolsa|bolsas|beutel|sack|sac|sacs|zak|sacco|pose|container|box|bin|piece|stuck|pieza|einheit|enhet|enhed|eenheid|unidad|unidade|unite|unita|kg|kilo|lb|unit|osoba|osobe|ucznia|dziecko|gosc|goscia|porcje|posilek|worek|pojemnik)$/;
const PER = /^(per|pro|pr|por|par|je|a|al|na)$/;

/** A figure for each of something is no amount of waste: `g/guest`, `Waste per head`, `% of food`, `Average`. */
export function isRatio(heading: string): boolean {
  if (heading.includes('%')) return true;
  const parts = heading.split('/').map((part) => wordsOf(part)[0] ?? '');
  if (parts.slice(1).some((word) => DIVISORS.test(word))) return true;
  const words = wordsOf(heading);
  return words.some(
    (word, at) =>
      /^(average|avg|mean|durchschnitt|moyenne|promedio|gemiddeld|genomsnitt|gennemsnit|percent|percentage|prozent|anteil|share|quote|andel|aandeel|quota|srednia|srednio|procent|udzial)$/.test(
        word,
      ) ||
      (PER.test(word) && DIVISORS.test(words[at + 1] ?? '')),
  );
}

/** A figure for each bag or container of a line, whose number stands beside it. */
export function isPerContainer(heading: string): boolean {
  const words = wordsOf(heading).join(' ');
  return (
    /\b(per|pro|pr|por|par|je|each|every|jeder|jedes|chaque|cada|ogni|elke|varje|hver|kazdy|kazdego)\b/.test(words) &&
    CONTAINERS.test(words)
  );
}
const CONTAINERS =
  /\b(tub|tubs|bucket|buckets|pail|pails|caddy|caddies|crate|crates|basket|baskets|eimer|kiste|kisten|cubo|cubos|seau|seaux|emmer|emmers|hink|hinkar|spand|spande|secchio|secchi|balde|baldes|wiadro|wiadra|bag|bags|bolsa|bolsas|beutel|sack|sacke|sac|sacs|zak|zakken|sacco|sacchi|pose|poser|container|bin|bins|box|worek|worki|workow|pojemnik|pojemniki|pojemnikow)\b/;
/** How many bags or containers a line has. */
export const countsContainers = (heading: string): boolean => {
  const words = wordsOf(heading).join(' ');
  return (
    CONTAINERS.test(words) &&
    !isPerContainer(heading) &&
    (COUNTED.test(words) || /[#º°]/.test(heading) || words.split(' ').length === 1)
  );
};

/** A longer row of dashes is drawn below a heading. */
const LONGEST_BLANK = 10;

/** What people write in a cell that holds nothing. */
export const isBlankWord = (cell: string): boolean =>
  cell.length <= LONGEST_BLANK && /^([-–—./?]+|n\/?a\.?|n\.a\.?|k\.\s?a\.?|n\.?v\.?t\.?|nil|none)$/i.test(cell.trim());

/** A number that each record of a sheet has for itself: `record_id`, `Transaction ID`, `UUID`; of other things with a number none. */
export const numbersRecords = (heading: string): boolean =>
  /^((record|entry|event|transaction|weighing|waste|log|row|eintrag|vorgang|registro|pesee|enregistrement) (id|no|nr|number|nummer)|(record|entry|event|transaction) (uuid|guid)|id|uuid|guid)$/.test(
    wordsOf(heading).join(' '),
  );

/** Why nothing was weighed, in a cell of figures. */
export const isClosedWord = (cell: string): boolean =>
  cell.length < LONGEST_LABEL &&
  /^(closed|holiday|holidays|geschlossen|ferien|feiertag|cerrado|festivo|ferme|fermee|ferie|stangt|lov|lukket|gesloten|vakantie|chiuso|festa|fechado|feriado|zamkniete|swieto)$/.test(
    wordsOf(cell).join(' '),
  );

/** What says of a line that it was taken back. */
export const isVoidWord = (cell: string): boolean =>
  /^(void|voided|cancell?ed|deleted|reversed|storno|storniert|annule|annulee|anulado|anulada|annullato|makulerad|annulleret|geannuleerd|anulowano|anulowany|anulowane)$/.test(
    wordsOf(cell).join(' '),
  );
