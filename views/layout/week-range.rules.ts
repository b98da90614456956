export { earliestRangeDate, rangeProblems, type RangeProblem, type RangeProblems } from '../../client/ui/week-range.rules';
