export const ssoTypes = ['saml', 'okta', 'azure', 'google', 'oidc'] as const;
export type SsoType = (typeof ssoTypes)[number];

/** In an address, or by a form alone (SAML V2.0 Bindings, OASIS 2005, sections 3.4 and 3.5). */
export type SsoBinding = 'redirect' | 'post';

/** What both kinds of providers are set up with; what a kind does not know stays empty. */
export interface SsoFields {
  type: SsoType;
  enabled: boolean;
  /** Of SAML, where people are sent; of OpenID Connect, the issuer. */
  ssoEndpoint: string;
  /** How a SAML provider takes requests there. */
  ssoBinding: SsoBinding;
  /** Who a SAML provider says that it is; empty where only the endpoint is known. */
  idpEntityId: string;
  /** PEM; several below each other while a provider changes its key. */
  publicCertificate: string;
  signRequest: boolean;
  /** Where a SAML provider is told that somebody leaves, and where it is answered; empty where its metadata names no such address. */
  sloEndpoint: string;
  sloAnswerEndpoint: string;
  oidcClientId: string;
}

export const isOidc = ({ type }: Pick<SsoFields, 'type'>) => type === 'oidc';

/** What is still missing before people can be sent there. */
export function missingOf(
  fields: SsoFields,
  { hasSecret }: { hasSecret: boolean },
): ('ssoEndpoint' | 'publicCertificate' | 'oidcClientId' | 'oidcSecret')[] {
  const empty = (
    ['ssoEndpoint', ...(isOidc(fields) ? (['oidcClientId'] as const) : (['publicCertificate'] as const))] as const
  ).filter((name) => fields[name] === '');
  return isOidc(fields) && !hasSecret ? [...empty, 'oidcSecret'] : empty;
}

/** What a provider that serves another domain is not trusted with any more (specification, section 5). */
export const clearedByNewDomain = {
  ssoEndpoint: '',
  ssoBinding: 'redirect',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  sloEndpoint: '',
  sloAnswerEndpoint: '',
  enabled: false,
} satisfies Partial<SsoFields>;

const day = 86_400_000;
/** A record may be away for so long: zones are moved. */
export const graceDays = 7;

export interface ProvenDomain {
  validatedAt: Date | null;
  missingSince: Date | null;
}

/** What a look at the records of a domain makes of it. An answer that could not be had changes nothing. */
export function afterLook(before: ProvenDomain, found: 'found' | 'missing' | 'unknown', now: Date): ProvenDomain {
  if (found === 'unknown') return before;
  if (found === 'found') return { validatedAt: before.validatedAt ?? now, missingSince: null };
  if (before.validatedAt === null) return before;
  const missingSince = before.missingSince ?? now;
  return now.getTime() - missingSince.getTime() >= graceDays * day
    ? { validatedAt: null, missingSince: null }
    : { validatedAt: before.validatedAt, missingSince };
}

/** From so many days before a certificate ends, those who look after the provider are told. */
const certificateWarningDays = 30;

/** @returns whole days that are left, begun ones among them; 0 where it has ended */
export function certificateState(notAfter: Date, now: Date): { state: 'good' | 'ending' | 'ended'; days: number } {
  const left = notAfter.getTime() - now.getTime();
  if (left <= 0) return { state: 'ended', days: 0 };
  return { state: left <= certificateWarningDays * day ? 'ending' : 'good', days: Math.ceil(left / day) };
}
