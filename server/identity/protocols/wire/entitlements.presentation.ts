import { covers } from '../../../platform/permissions.rules';

/** Entitlements are permissions here: there are no plans, and features of the product are switched for whole organisations. */
export const entitlementsOf = (held: ReadonlySet<string>) => ({
  features: {},
  plans: {},
  permissions: Object.fromEntries([...held].sort().map((key) => [key, true])),
});

/** The form before: each permission that there is, with the reason where it is missing. */
export const entitlementsV1 = (permissions: readonly { key: string }[], held: ReadonlySet<string>) => ({
  features: {},
  permissions: Object.fromEntries(
    permissions.map(({ key }) => [
      key,
      covers(held, key) ? { isEntitled: true } : { isEntitled: false, justification: 'MISSING_PERMISSION' },
    ]),
  ),
});
