import type { ImportChoices } from './import.contract';
import type { ImportMapping } from './mapping.contract';

/** What a mapping says of zero weights, totals, hidden lines and repeated records. It may be older than those entries. */
export function choicesOf({
  measures,
  wide,
  totalLines,
  hiddenLines,
  recordId,
}: Pick<ImportMapping, 'measures'> &
  Partial<Pick<ImportMapping, 'totalLines' | 'hiddenLines' | 'wide' | 'recordId'>>): Required<
  Omit<ImportChoices, 'corrections' | 'outliers'>
> {
  const keepsZero = [...measures, ...(wide ? [wide.measure] : [])].every(({ skipZero }) => skipZero === false);
  return {
    zeroWeights: keepsZero ? 'keep' : 'leaveOut',
    totalLines: totalLines ?? 'leaveOut',
    hiddenLines: hiddenLines ?? 'keep',
    repeatedRecords: recordId?.repeats ?? 'leaveOut',
  };
}

/** The mapping with what somebody said of its lines. */
export function withChoices(
  mapping: ImportMapping,
  { zeroWeights, totalLines, hiddenLines, repeatedRecords }: ImportChoices,
): ImportMapping {
  const skipZero = zeroWeights === undefined ? {} : { skipZero: zeroWeights === 'leaveOut' };
  const measures = mapping.measures.map((measure) => ({ ...measure, ...skipZero }));
  const wide = mapping.wide && { ...mapping.wide, measure: { ...mapping.wide.measure, ...skipZero } };
  return {
    ...mapping,
    measures,
    ...(wide && { wide }),
    totalLines: totalLines ?? mapping.totalLines,
    hiddenLines: hiddenLines ?? mapping.hiddenLines,
    ...(mapping.recordId && repeatedRecords && { recordId: { ...mapping.recordId, repeats: repeatedRecords } }),
  };
}
