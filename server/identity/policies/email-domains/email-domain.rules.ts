import { spelledDomain } from '../../../platform/email-address.rules';

export const domainOf = (email: string) => spelledDomain(email.slice(email.lastIndexOf('@') + 1));

export interface DomainPolicy {
  active: boolean;
  listType: 'ALLOW' | 'BLOCK';
  blockPublicDomains: boolean;
}

interface Judged extends DomainPolicy {
  /** The list of the chosen type. */
  listed: readonly string[];
  /** Whether anybody can get an address there. */
  isPublic: boolean;
}

/** Whether people may have their address at a domain. A blocked domain blocks those below it too; an allowed one allows no other. */
export function allowsDomain(
  { active, listType, blockPublicDomains, listed, isPublic }: Judged,
  domain: string | null,
): boolean {
  if (!active) return true;
  if (domain === null || (blockPublicDomains && isPublic)) return false;
  return listType === 'ALLOW'
    ? listed.includes(domain)
    : !listed.some((one) => domain === one || domain.endsWith(`.${one}`));
}
