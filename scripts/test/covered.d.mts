interface Proof {
  kind: string;
  what: string;
  file: string;
}

export function covered(root: string): Proof[];
