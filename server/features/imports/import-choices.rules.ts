import type { ImportChoices } from './import.contract';
import type { ImportMapping } from './mapping.contract';

/** What a mapping says of zero weights and totals. It may be older than those entries. */
export function choicesOf({ measures, totalLines }: Pick<ImportMapping, 'measures'> & Partial<Pick<ImportMapping, 'totalLines'>>): Required<Omit<ImportChoices, 'outliers'>> {
  const keepsZero = measures.every(({ skipZero }) => skipZero === false);
  return { zeroWeights: keepsZero ? 'keep' : 'leaveOut', totalLines: totalLines ?? 'leaveOut' };
}

/** The mapping with what somebody said of its lines. */
export function withChoices(mapping: ImportMapping, { zeroWeights, totalLines }: ImportChoices): ImportMapping {
  const measures = mapping.measures.map((measure) => (zeroWeights === undefined ? measure : { ...measure, skipZero: zeroWeights === 'leaveOut' }));
  return { ...mapping, measures, totalLines: totalLines ?? mapping.totalLines };
}
