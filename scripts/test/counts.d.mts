export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Counts;
export function sum(one: Counts, other: Counts): Counts;
export function closingLine(counts: Counts): string;
export function countVitest(file: string, status: number | null): Counts;
export function countPlaywright(file: string, status: number | null): Counts;
