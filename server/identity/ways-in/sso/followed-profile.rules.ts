/** Why a profile did not follow its provider. `elsewhere`: they belong to further organizations, for which it does not speak. */
export const keptProfileBecause = ['elsewhere', 'taken', 'domainNotAllowed'] as const;
export type KeptProfileBecause = (typeof keptProfileBecause)[number];

/** What a provider says of somebody; null where it does not, or where that was never kept. */
export interface Said {
  email: string | null;
  name: string | null;
}

interface Following {
  /** As it stands here. */
  account: { email: string; name: string };
  /** What the provider said the last time. */
  before: Said;
  said: Said;
}

/**
 * What of a profile follows the provider: what it says anew. What is edited here stays until the provider says something else. Of somebody of
 * whom nothing was kept, the address follows, since it lets them in, and the name does not.
 */
export function followed({ account, before, said }: Following): { email?: string; name?: string } {
  const anew = said.email !== null && said.email !== before.email && said.email !== account.email.toLowerCase();
  const renamed = said.name !== null && before.name !== null && said.name !== before.name && said.name !== account.name;
  return { ...(anew ? { email: said.email! } : {}), ...(renamed ? { name: said.name! } : {}) };
}
