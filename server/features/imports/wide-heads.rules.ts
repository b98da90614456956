/** What the names of columns side by side can say of the events below them. */
export const headRoles = [
  'item',
  'daypart',
  'reason',
  'source',
  'stage',
  'site',
  'location',
  'weekday',
  'month',
  'day',
] as const;
export type HeadRole = (typeof headRoles)[number];

/** As many columns as `wide` may have: a line gives an event for each. */
export const mostWideColumns = 400;

/** The values of roles that are not names: a stage's number, 1 Monday … 7 Sunday, `2026-03` or `03`, `2026-03-02`. */
const valueForms: Partial<Record<HeadRole, RegExp>> = {
  stage: /^(8|9|23)$/,
  weekday: /^[1-7]$/,
  month: /^(\d{4}-)?(0[1-9]|1[0-2])$/,
  day: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
};

export const isHeadValue = (role: HeadRole, value: string): boolean =>
  valueForms[role]?.test(value) ?? value.trim() !== '';
