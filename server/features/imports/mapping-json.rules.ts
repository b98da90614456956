/** A mapping as JSON; only what the editor changes is looked at, the rest stays as it is. */
export type MappingJson = Record<string, unknown>;

export const record = (value: unknown): MappingJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as MappingJson) : {};
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const without = (value: MappingJson, ...keys: string[]): MappingJson =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
export const listOf = (value: unknown): MappingJson[] => (Array.isArray(value) ? value.map(record) : []);
