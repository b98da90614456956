/** What headings call things in English, German, Spanish, French and Swedish: small letters, without accents. */
const WORDS = {
  date: 'date day datum tag fecha dia jour dag dato data giorno week woche kw kalenderwoche semana semaine vecka uke uge month monat mes mois manad',
  year: 'year jahr ano annee ar',
  time: 'time uhrzeit zeit hora heure tid klockslag',
  site: 'site kitchen restaurant school canteen cafeteria outlet branch venue betrieb kuche schule kantine mensa einrichtung filiale centro cocina escuela comedor cantina colegio cuisine etablissement ecole cantine kok skola forskola restaurang anlaggning kjokken kokken keuken cucina cozinha',
  location: 'location place ward station bereich abteilung standort ort ubicacion lugar lieu emplacement plats',
  stage: 'stage stufe etapa etape steg',
  item: 'item food product dish what artikel was speise speisen lebensmittel produkt gericht alimento producto plato que aliment produit plat quoi livsmedel ratt vara vad',
  reason: 'reason cause grund ursache motivo razon causa motif raison orsak',
  daypart: 'daypart meal mahlzeit tageszeit comida franja repas maltid',
  source: 'source herkunft origen origine kalla',
  sink: 'destination sink verbleib destino disposition',
  container: 'container behalter recipiente contenant behallare',
  note: 'note notes comment comments remark remarks kommentar bemerkung bemerkungen anmerkung notiz nota comentario observaciones commentaire remarque anteckning',
  weight: 'weight gewicht masse peso poids vikt',
  servings: 'servings portions portionen raciones porciones portioner',
  unit: 'unit einheit unidad unite enhet',
  guests:
    'guests guest covers cover diners eaters children pupils students people patients residents gaste gast besucher kinder schuler personen patienten bewohner comensales comensal ninos alumnos personas convives couverts enfants eleves personnes gaster matgaster elever barn personer',
  /** Says a weight only where no other column does: a quantity may be a number of pieces. */
  amount:
    'amount quantity qty menge cantidad quantite mangd waste abfall abfalle reste rest residuos desperdicio merma dechets gaspillage avfall svinn matsvinn spild',
  cost: 'cost price value kosten preis wert coste precio valor cout prix valeur kostnad pris',
} as const;

export type GuessedRole = keyof typeof WORDS;

const ROLE_OF = new Map(
  Object.entries(WORDS).flatMap(([role, words]) =>
    words.split(' ').map((word) => [word, role as GuessedRole] as const),
  ),
);
/** Of compounds, such as Abfallgewicht: shorter words end in these letters by chance. */
const SHORTEST_END = 5;

/** Weights of the same food beside its net weight, and sums of other columns: taken as well, they would count it twice. */
const TWICE = new Set(
  'subtotal zwischensumme delsumma gross brutto bruto brut tare tara total totals sum gesamt summe gesamtgewicht suma totale somme summa totalt'.split(
    ' ',
  ),
);

/** The words of a heading, in small letters and without accents. */
export const wordsOf = (heading: string): string[] =>
  heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** The roles that the words of a heading speak of, the first first, each with that word. */
export function rolesNamed(heading: string): { role: GuessedRole; word: string }[] {
  return wordsOf(heading).flatMap((word) => {
    const own = ROLE_OF.get(word);
    const end = own ? undefined : [...ROLE_OF].find(([known]) => known.length >= SHORTEST_END && word.endsWith(known));
    const role = own ?? end?.[1];
    return role ? [{ role, word }] : [];
  });
}

/** Meals, as headings side by side and cells call them. */
const MEALS = new Set(
  'breakfast lunch dinner supper brunch snack snacks tea fruhstuck mittag mittagessen abendessen abend abendbrot zwischenmahlzeit desayuno almuerzo cena merienda petit dejeuner diner gouter frukost middag kvall kvallsmat mellanmal'.split(
    ' ',
  ),
);
/** Kinds of food, the commonest only. */
const FOODS = new Set(
  (
    'rice reis arroz riz ris bread brot pan pain brod meat fleisch carne viande kott vegetable vegetables gemuse verduras verdura legumes gronsaker fruit fruits obst fruta frutas frukt ' +
    'potatoes kartoffeln patatas potatis pasta nudeln pates fish fisch pescado poisson fisk soup suppe sopa soupe soppa salad salat ensalada salade sallad dairy milch leche lait mjolk mejeri cheese kase queso fromage ost dessert postre'
  ).split(' '),
);
/**
 * What a kitchen's own stages are called, where the word leaves no doubt; a longer word may begin with one of five letters or
 * more, as Tellerreste and Serveringssvinn do.
 */
const STAGES: [8 | 9 | 23, Set<string>][] = [
  [
    8,
    'kitchen kuche kuchen kuchenabfall cocina cuisine kok koks kokssvinn koksavfall kjokken kokken keuken cucina cozinha preparation prep pre production produktion produktions produccion zubereitung preparacion beredning tillagning spoilage spoiled verderb lager storage stock overproduction uberproduktion',
  ],
  [
    9,
    'serving servering buffet buffe ausgabe essensausgabe speisenausgabe theke service servicio distribution distribucion post',
  ],
  [
    23,
    'plate plates teller plato platos assiette assiettes tallrik tallriks tallerken piatto piatti prato pratos bord',
  ],
].map(([stage, words]) => [stage as 8 | 9 | 23, new Set((words as string).split(' '))]);

export const isMeal = (heading: string): boolean => wordsOf(heading).some((word) => MEALS.has(word));
export const isFood = (heading: string): boolean => wordsOf(heading).some((word) => FOODS.has(word));

/** The stage that a heading of a weight names, with the word; undefined where it names none. */
export function stageNamed(heading: string): { stage: 8 | 9 | 23; word: string } | undefined {
  const words = wordsOf(heading);
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

/** A cell that calls its line a sum of others. */
export const isSumWord = (cell: string): boolean =>
  cell.length > 2 &&
  cell.length < 30 &&
  /\p{L}/u.test(cell) &&
  /^(sub|sous|zwischen|gesamt|del|grand)?[ -]?(total|summe|suma|summa|somme|totale|totalt)( general)?:?$/.test(
    wordsOf(cell).join(' '),
  );

export const countsTwice = (heading: string): boolean => wordsOf(heading).some((word) => TWICE.has(word));
