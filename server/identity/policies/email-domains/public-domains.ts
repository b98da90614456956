let known: Promise<ReadonlySet<string>> | undefined;

const read = async () => new Set((await import('./public-domains.json')).default);

/**
 * Whether anybody can get an e-mail address at a domain, for nothing or for a moment. The list, which most processes never need, is that
 * of the package free-email-domains 1.12.6 by Kiko Beats (MIT, https://github.com/Kikobeats/free-email-domains); its licence lies beside it.
 */
export async function isPublicDomain(domain: string): Promise<boolean> {
  known ??= read();
  const all = await known;
  // Some give everybody a subdomain.
  const labels = domain.split('.');
  return labels.some((_, at) => at < labels.length - 1 && all.has(labels.slice(at).join('.')));
}
