import { domainOf } from '../email-domains/email-domain.rules';

/** The domain of an e-mail address, in the form in which domains are proved; null for what is no address. */
export const addressDomain = (text: string): string | null =>
  /^[^\s@<>]+@[^\s@<>]+$/.test(text.trim()) ? domainOf(text) : null;

export type Domains = { domains: readonly { domain: string; validatedAt: Date | null }[] };

/** Whether a provider may speak for an address: it is of a domain that it has proved. */
export function speaksFor({ domains }: Domains, email: string): boolean {
  const domain = addressDomain(email);
  return domains.some((one) => one.validatedAt !== null && one.domain === domain);
}
