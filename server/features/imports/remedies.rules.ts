import type { ImportMapping } from './mapping.contract';
import type { Answer, Question } from './question.contract';

/** What can be done about lines of one fault: said by a button, or asked on the next page; null: the sheet has to be corrected. */
export type Remedy =
  | { press: Answer; says: 'createSites' | 'fillDown' | 'skipEmpty' | 'take' | 'stageWords' }
  | { open: Question; says: 'dates' | 'year' | 'decimal' };

type Of = Pick<ImportMapping, 'dates' | 'site' | 'location' | 'stage' | 'measures' | 'fillDown'>;

export function remedyFor(
  { code, column, raws }: { code: string; column: string | null; raws: readonly string[] },
  mapping: Of,
): Remedy | null {
  switch (code) {
    case 'import.unknownSite':
    case 'wasteEvents.unknownLocation':
      return { press: { ask: 'newSites', value: 'create' }, says: 'createSites' };
    case 'import.missingValue':
      return remedyForGap(column, mapping);
    case 'import.partsDisagree':
      return { press: { ask: 'partsDisagree', value: 'take' }, says: 'take' };
    case 'import.unknownStage':
      return column !== null && column === mapping.stage?.column && raws.length > 0
        ? {
            press: { ask: 'stageWords', value: ['8', ...raws.map((raw) => raw.trim())].join('\n') },
            says: 'stageWords',
          }
        : null;
    case 'import.notADate':
    case 'import.noSuchDate':
      return column === mapping.dates.column ? { open: 'dateForm', says: 'dates' } : null;
    case 'import.yearMissing':
      return { open: 'year', says: 'year' };
    case 'import.ambiguousNumber':
      return { open: 'decimal', says: 'decimal' };
    default:
      return null;
  }
}

function remedyForGap(column: string | null, { dates, site, location, measures, fillDown = [] }: Of): Remedy | null {
  if (column === null) return null;
  if ([dates.column, site.column, location.column].includes(column) && !fillDown.includes(column))
    return { press: { ask: 'fillDown', value: column }, says: 'fillDown' };
  return measures.some((measure) => measure.column === column)
    ? { press: { ask: 'emptyWeight', value: 'skip' }, says: 'skipEmpty' }
    : null;
}
