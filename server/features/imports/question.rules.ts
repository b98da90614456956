import { FIRST_YEAR, LAST_YEAR } from '../../platform/sheet/dates.rules';
import { isLocalDate } from '../../platform/time';
import type { Answer, Question } from './question.contract';
import { sheetUnits } from './units.rules';

const among =
  (...values: readonly string[]) =>
  (value: string) =>
    values.includes(value);
const largestServing = 100_000;

const accepts: Partial<Record<Question, (value: string) => boolean>> = {
  day: isLocalDate,
  dateForm: among('yearFirst', 'dayFirst', 'monthFirst', 'named', 'dayMonth', 'monthDay', 'month', 'week', 'excel'),
  swapped: among('yes', 'no'),
  year: (value) => /^\d{4}$/.test(value) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR,
  decimal: among(',', '.'),
  monthTotals: among('spread', 'lastOpenDay', 'firstDay'),
  servingGrams: (value) => Number(value) > 0 && Number(value) <= largestServing,
  stage: among('8', '9', '23'),
  stageWords: (value) => /^(8|9|23)\n[^]+/.test(value),
  unit: among(...sheetUnits),
  newSites: among('create', 'refuse'),
};

/** Whether an answer is one to its question. */
export const answersIt = ({ ask, value }: Answer): boolean => accepts[ask]?.(value) ?? value.trim() !== '';
