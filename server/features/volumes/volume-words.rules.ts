import type { VolumeKind } from '../../domain/volumes/volumes.rules';

/** What a column of a sheet holds. */
export type VolumeRole = VolumeKind | 'date' | 'estimated';

const words: Record<VolumeRole, readonly string[]> = {
  date: ['date', 'day', 'datum', 'tag', 'fecha', 'dia', 'jour'],
  COVERS: [
    ...[
      'covers',
      'cover',
      'guests',
      'guest',
      'guest count',
      'meals',
      'meals served',
      'portions',
      'diners',
      'customers',
      'headcount',
      'served',
    ],
    ...['gaste', 'gastezahl', 'essen', 'mahlzeiten', 'portionen', 'essensgaste', 'verkaufte essen', 'kuverts'],
    ...['comensales', 'cubiertos', 'comidas', 'raciones', 'clientes'],
    ...['couverts', 'convives', 'repas', 'portions servies', 'repas servis'],
  ],
  TRANSACTIONS: [
    ...['transactions', 'transaction', 'receipts', 'checks', 'orders', 'tickets', 'transaction count'],
    ...['transaktionen', 'belege', 'bons', 'kassenbons', 'buchungen', 'bestellungen'],
    ...['transacciones', 'recibos', 'pedidos', 'operaciones'],
    ...['tickets de caisse', 'commandes', 'encaissements'],
  ],
  REVENUE: [
    ...['revenue', 'sales', 'net sales', 'turnover', 'income', 'takings'],
    ...['umsatz', 'erlos', 'erlose', 'einnahmen', 'nettoumsatz'],
    ...['ingresos', 'ventas', 'facturacion'],
    ...['chiffre d affaires', 'ca', 'ventes', 'recettes'],
  ],
  PURCHASES: [
    ...['purchases', 'food purchases', 'food cost', 'purchase cost', 'food spend', 'procurement'],
    ...['einkauf', 'einkaufe', 'wareneinkauf', 'wareneinsatz', 'lebensmitteleinkauf'],
    ...['compras', 'compras de alimentos', 'coste de alimentos'],
    ...['achats', 'achats alimentaires', 'cout matiere'],
  ],
  estimated: ['estimated', 'estimate', 'geschatzt', 'schatzung', 'estimado', 'estimacion', 'estime', 'estimation'],
};

/** Without case, accents, units in brackets and signs. */
const plainHead = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[([].*[)\]]/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const roles = new Map(
  (Object.entries(words) as [VolumeRole, readonly string[]][]).flatMap(([role, all]) =>
    all.map((word) => [word, role]),
  ),
);

/** What the heading of a column says that it holds; null where nobody knows. */
export const roleOfHead = (head: string): VolumeRole | null => roles.get(plainHead(head)) ?? null;

const yes = new Set(['1', 'x', 'yes', 'y', 'true', 'ja', 'j', 'wahr', 'si', 's', 'verdadero', 'oui', 'o', 'vrai']);
export const saysYes = (text: string): boolean => yes.has(plainHead(text));
