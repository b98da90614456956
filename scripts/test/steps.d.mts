import type { Counts } from './counts.mjs';

/** `said` is the end of what a failed step printed. */
export type Outcome = Counts & { said?: string[] };

export interface Row {
  title: string;
  /** Minutes. */
  budget: number;
  seconds: number;
  counts: Outcome;
}

export function createSteps(print?: (line: string) => void): {
  step(title: string, work: () => Promise<Outcome> | Outcome): Promise<Outcome>;
  total(): Counts;
  close(): void;
};
export function tableOf(rows: Row[]): string[];
