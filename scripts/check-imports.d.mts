interface Result {
  violations: { rule: string; reason: string; from: string; to: string }[];
  modules: number;
  onDisk: number;
}

export function checkImports(where?: { root?: string }): Promise<Result>;
export function enoughModules(result: Pick<Result, 'modules' | 'onDisk'>): boolean;
