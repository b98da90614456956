/** One figure of a fault, as a line of the table. */
export interface Finding {
  what: string;
  /** With its unit: `0 rows`, `34 ms`. */
  figure: string;
  bar: string;
  held: boolean;
  /** The bar is a time, which a busy machine misses for no fault of the code: `npm test` tells it and fails for it only where the end never came. */
  timed?: boolean;
}

export interface Fault {
  name: string;
  /** Belongs to the half that `npm test` runs too: under half a minute, and nothing to install. */
  quick: boolean;
  /** Programs of the machine that it needs. */
  needs: ('postgres' | 'redis' | 'nginx' | 'faketime' | 'root')[];
  run(say: (line: string) => void): Promise<Finding[]>;
}
