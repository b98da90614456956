/** Minutes that a step may take on two cores; together at most thirty, since two of the checks run at once. */
const budgets = {
  build: 0.5,
  'new screens by the template': 2.5,
  'types (tsc)': 2,
  'lint (eslint)': 2,
  'format (prettier)': 1,
  'unused code (knip)': 0.5,
  'import rules (dependency-cruiser)': 0.5,
  'unit and HTTP tests on PostgreSQL and Redis': 9,
  'tests of both databases on the embedded one': 2.5,
  'unit and HTTP tests on the embedded database': 15,
  'quick faults': 2,
  'browser tests': 11,
  'minutes of the whole': 0.1,
};

/** A run that takes longer fails where the project is judged: after ninety nothing lands. The same commit takes 20 to 40 on machines of two cores. */
export const wholeMinutes = 60;

/** @param {string} title @throws Error for a step without a budget */
export function budgetOf(title) {
  const minutes = budgets[title];
  if (minutes === undefined) throw new Error(`the step "${title}" has no budget in scripts/test/budgets.mjs`);
  return minutes;
}
