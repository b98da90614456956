import type { FieldProblem } from '../errors';
import { earliestRangeDate, type RangeProblem, type RangeProblems } from './week-range.rules';

function asField(field: string, problem: RangeProblem | null): FieldProblem[] {
  if (problem === null) return [];
  return [
    problem === 'dateTooEarly'
      ? { field, code: 'errors.dateTooEarly', params: { min: earliestRangeDate } }
      : { field, code: `errors.${problem}` },
  ];
}

/** The problems of a range with the keys of their sentences, under the fields of `weekRange`. */
export function fieldProblems({ start, end }: RangeProblems): FieldProblem[] {
  return [...asField('startDate', start), ...asField('endDate', end)];
}
