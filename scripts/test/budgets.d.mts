/** Minutes. @throws Error for a step without a budget */
export function budgetOf(title: string): number;
export const wholeMinutes: number;
