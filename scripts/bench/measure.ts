/** One line of the table. A ratio and its floor come from the same run on the same machine. */
export interface Figure {
  what: string;
  /** As measured, with its unit. */
  ours: string;
  /** What it is held against, where there is something. */
  floor?: string;
  ratio?: number;
  bar: string;
  met: boolean;
}

export interface Measure {
  name: string;
  /** About so many minutes on two cores. */
  minutes: number;
  run(tools: Tools): Promise<Figure[]>;
}

export interface Tools {
  say(line: string): void;
  /** Shorter and smaller, to try the benchmark itself; its figures mean nothing. */
  quick: boolean;
}

export const perSecond = (count: number) => `${Math.round(count).toLocaleString('en-US')}/s`;
export const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`;
export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
