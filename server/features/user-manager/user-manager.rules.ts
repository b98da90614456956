/** Each role, site and location has a box of its own, so that a form that is shown again knows which were ticked. */
export const boxes = { roleIds: 'role', siteIds: 'site', locationIds: 'location', userIds: 'user' } as const;
export type BoxField = keyof typeof boxes;
export const boxOf = (field: BoxField, of: number): string => `${boxes[field]}-${of}`;

/** The ids whose boxes are ticked in what a form sent. */
export const tickedIn = (form: Record<string, string>, field: BoxField): number[] =>
  Object.keys(form)
    .filter((name) => name.startsWith(`${boxes[field]}-`))
    .map((name) => Number(name.slice(boxes[field].length + 1)))
    .filter((one) => Number.isSafeInteger(one) && one > 0);

/** Alerts that the page of a person lists. */
export const mostAlerts = 200;

/** Days without a sign-in after which an account is worth a look. NIST SP 800-53 AC-2(3) leaves the number to the organization. */
export const quietDays = 90;
