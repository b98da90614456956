/** What headings call things in English, German, Spanish, French and Swedish: small letters, without accents. */
const WORDS = {
  date: 'date day datum tag fecha dia jour dag week woche kw kalenderwoche semana semaine vecka month monat mes mois manad',
  year: 'year jahr ano annee ar',
  time: 'time uhrzeit zeit hora heure tid klockslag',
  site: 'site kitchen restaurant school betrieb kuche schule kantine centro cocina escuela cuisine etablissement ecole cantine kok skola restaurang anlaggning',
  location: 'location place standort ort ubicacion lugar lieu emplacement plats',
  stage: 'stage stufe etapa etape steg',
  item: 'item food product dish artikel speise lebensmittel produkt gericht alimento producto plato aliment produit plat livsmedel ratt vara',
  reason: 'reason cause grund ursache motivo razon causa motif raison orsak',
  daypart: 'daypart meal mahlzeit tageszeit comida franja repas maltid',
  source: 'source herkunft origen origine kalla',
  sink: 'destination sink verbleib destino disposition',
  container: 'container behalter recipiente contenant behallare',
  note: 'note notes comment comments remark kommentar bemerkung notiz nota comentario observaciones commentaire remarque anteckning',
  weight: 'weight gewicht masse peso poids vikt',
  servings: 'servings portions portionen raciones porciones portioner',
  unit: 'unit einheit unidad unite enhet',
  guests:
    'guests guest covers cover gaste gast besucher comensales comensal convives couverts gaster eaters matgaster diners',
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
/** What a kitchen's own stages are called, where the word leaves no doubt. */
const STAGES: Record<string, 8 | 23> = Object.fromEntries([
  ...'kitchen kuche kuchenabfall cocina cuisine kok koksavfall preparation prep zubereitung preparacion beredning spoilage verderb'
    .split(' ')
    .map((word) => [word, 8]),
  ...'plate plates teller tellerreste tellerrest tellerabfall plato platos assiette assiettes tallrik tallrikssvinn'
    .split(' ')
    .map((word) => [word, 23]),
]);

export const isMeal = (heading: string): boolean => wordsOf(heading).some((word) => MEALS.has(word));
export const isFood = (heading: string): boolean => wordsOf(heading).some((word) => FOODS.has(word));

/** The stage that a heading of a weight names, with the word; undefined where it names none. */
export function stageNamed(heading: string): { stage: 8 | 23; word: string } | undefined {
  const word = wordsOf(heading).find((one) => Object.hasOwn(STAGES, one));
  return word === undefined ? undefined : { stage: STAGES[word]!, word };
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
