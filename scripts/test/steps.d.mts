import type { Counts } from './counts.mjs';

export interface Row {
  title: string;
  seconds: number;
  counts: Counts;
}

export function createSteps(print?: (line: string) => void): {
  step(title: string, work: () => Promise<Counts> | Counts): Promise<Counts>;
  total(): Counts;
  close(): void;
};
export function tableOf(rows: Row[]): string[];
