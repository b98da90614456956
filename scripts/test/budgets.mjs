/** Minutes that a step may take on two cores, while checks and tests run beside each other; tests and build together at most thirty. */
const budgets = {
  build: 0.5,
  'types (tsc)': 3,
  'lint (eslint)': 2,
  'lint by types (oxlint)': 1,
  'format (prettier)': 1.5,
  'unused code (knip)': 0.5,
  'import rules (dependency-cruiser)': 0.5,
  'new screens by the template': 4,
  'unit and HTTP tests on PostgreSQL and Redis': 14,
  'tests of both databases on the embedded one': 2.5,
  'unit and HTTP tests on the embedded database': 15,
  'quick faults': 3,
  'all faults': 20,
  'browser tests': 13,
  'minutes of the whole': 0.1,
};

/** A run that takes longer fails where the project is judged: after ninety nothing lands. The same work has taken 25 to 64 on machines of two cores. */
export const wholeMinutes = 75;

/** @param {string} title @throws Error for a step without a budget */
export function budgetOf(title) {
  const minutes = budgets[title];
  if (minutes === undefined) throw new Error(`the step "${title}" has no budget in scripts/test/budgets.mjs`);
  return minutes;
}
