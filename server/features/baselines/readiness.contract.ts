/** Why a week can not be part of a baseline, as the specification names them and in its order. */
export const readinessIssues = [
  'NOT_ENOUGH_WEEKS_ELAPSED',
  'NOT_ENOUGH_TRANSACTIONS',
  'TOO_MUCH_WEIGHT_FLUCTUATION',
  'TOO_MUCH_COST_FLUCTUATION',
] as const;

export type ReadinessIssue = (typeof readinessIssues)[number];

/** Readiness criteria of the specification, section 9. */
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
