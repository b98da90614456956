export const OWNERS: Record<string, string[]>;
export const STILL_NAMED: string[];
export function ownerOfTable(table: string): string | undefined;
export function foreignTables(
  file: string,
  source: string,
): { table: string; owner: string; writes: boolean; index: number }[];
