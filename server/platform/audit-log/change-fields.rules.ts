/** A field of what was changed, as text; null where it was not there. */
export interface ChangedField {
  name: string;
  before: string | null;
  after: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What differs first, then what stayed; what is no record stands as one field without a name. */
export function fieldsOfChange(before: unknown, after: unknown): ChangedField[] {
  if (!isRecord(before) && !isRecord(after)) {
    const [was, is] = [text(before), text(after)];
    return was === null && is === null ? [] : [{ name: '', before: was, after: is }];
  }
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    name,
    before: text(was[name]),
    after: text(is[name]),
  }));
  const differs = (field: ChangedField) => Number(field.before === field.after);
  return fields.sort((one, other) => differs(one) - differs(other));
}

/** What was changed: its kind, and its number where it has one. */
export const subjectOf = ({ entity, entityId }: { entity: string; entityId: string | null }): string =>
  [entity, entityId].filter(Boolean).join(' ');
