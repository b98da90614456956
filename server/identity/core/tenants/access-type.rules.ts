/**
 * Whether members go on into the tenants below theirs. `defaultOff`: where it is said of them; `defaultOn`: where it is not said otherwise;
 * `alwaysOn`: all of them.
 */
export const accessTypes = ['defaultOff', 'defaultOn', 'alwaysOn'] as const;
export type AccessType = (typeof accessTypes)[number];
