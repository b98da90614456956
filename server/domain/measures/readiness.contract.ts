/** Why a week cannot be part of a baseline, in the order in which they are listed. */
export const readinessIssues = [
  'NOT_ENOUGH_WEEKS_ELAPSED',
  'NOT_ENOUGH_TRANSACTIONS',
  'TOO_MUCH_WEIGHT_FLUCTUATION',
  'TOO_MUCH_COST_FLUCTUATION',
] as const;

export type ReadinessIssue = (typeof readinessIssues)[number];

/** The readiness criteria: constants of the product, in force for every organisation. */
export const readinessCriteria = {
  minTransactions: 10,
  /** Fractions of the prior week's figure per open day; reached is already too much. */
  maxIncrease: 1,
  maxDecrease: 0.5,
  consecutiveWeeks: 3,
  /** Whole weeks between the Monday of the first event and the evaluated Monday. */
  weeksSinceFirst: 3,
};

export type ReadinessCriteria = typeof readinessCriteria;
