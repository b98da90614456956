import { Resolver } from 'node:dns/promises';

export interface DomainProofs {
  /** Whether a TXT record of the domain is this very text; `unknown` where nobody answered. */
  look(domain: string, wanted: string): Promise<'found' | 'missing' | 'unknown'>;
}

const oneTryMs = 2_000;
const tries = 2;
/** The name, or the record, is not there; any other error says nothing of it. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

/** @param servers addresses, with ports where they are not 53; none: those of this machine */
export function createDomainProofs(servers: readonly string[]): DomainProofs {
  const resolver = new Resolver({ timeout: oneTryMs, tries });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    async look(domain, wanted) {
      try {
        // A long record comes in pieces that belong together (RFC 7208, 3.3, which others follow).
        const records = await resolver.resolveTxt(domain);
        return records.some((pieces) => pieces.join('').trim() === wanted) ? 'found' : 'missing';
      } catch (error) {
        return absent.has((error as { code?: string }).code ?? '') ? 'missing' : 'unknown';
      }
    },
  };
}
