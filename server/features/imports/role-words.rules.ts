/** What headings call things in English, German, Spanish, French and Swedish: small letters, without accents. */
const WORDS = {
  date: 'date day datum tag fecha dia jour dag',
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
  cost: 'cost price value kosten preis wert coste precio valor cout prix valeur kostnad pris',
} as const;

export type GuessedRole = keyof typeof WORDS;

const ROLE_OF = new Map(Object.entries(WORDS).flatMap(([role, words]) => words.split(' ').map((word) => [word, role as GuessedRole] as const)));
/** Of compounds, such as Abfallgewicht: shorter words end in these letters by chance. */
const SHORTEST_END = 5;

/** Weights of the same food beside its net weight, and sums of other columns: taken as well, they would count it twice. */
const TWICE = new Set('gross brutto bruto brut tare tara total totals sum gesamt summe gesamtgewicht suma totale somme summa totalt'.split(' '));

/** The words of a heading, in small letters and without accents. */
export const wordsOf = (heading: string): string[] =>
  heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').split(/[^\p{L}]+/u).filter((word) => word !== '');

/** The roles that the words of a heading speak of, the first first, each with that word. */
export function rolesNamed(heading: string): { role: GuessedRole; word: string }[] {
  return wordsOf(heading).flatMap((word) => {
    const own = ROLE_OF.get(word);
    const end = own ? undefined : [...ROLE_OF].find(([known]) => known.length >= SHORTEST_END && word.endsWith(known));
    const role = own ?? end?.[1];
    return role ? [{ role, word }] : [];
  });
}

export const countsTwice = (heading: string): boolean => wordsOf(heading).some((word) => TWICE.has(word));
