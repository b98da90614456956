import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { SsoEnvironment } from '../../../platform/sso-environments.rules';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityParts } from '../../parts';
import { addressDomain } from '../../policies/providers/provider-domain.rules';
import { beginSso } from '../../ways-in/begin-sso';
import { perAddress, type BegunSso } from '../../ways-in/sso/sso-sign-in.service';
import { isOidc } from '../../ways-in/sso/sso.rules';
import { findSsoConfigOfDomain } from '../../ways-in/sso/sso.store';
import type { ArrivalParts, Coming } from '../../ways-in/ways-in';
import type { IdpType } from './sso-login.contract';

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits'>;

/**
 * The settings of the host by which Tare was reached.
 * @throws Failure 404 `login.ssoNotSetUp` where it has none
 */
function selectSsoEnvironment({ config }: Pick<Dependencies, 'config'>, host: string): SsoEnvironment {
  const environment = config.identity.ssoHosts.get(host);
  if (environment === undefined) throw fail.notFound('login.ssoNotSetUp');
  return environment;
}

/** Nothing but the domain of an address is looked at, so that people who are known and who are not get the same. */
async function findKind(db: Db, email: string): Promise<IdpType | null> {
  const domain = addressDomain(email);
  const provider = domain === null ? null : await findSsoConfigOfDomain(db, domain);
  return provider ? (isOidc(provider) ? 'oidc' : 'saml') : null;
}

interface Asked {
  email: string;
  /** Of the address by which Tare was reached. */
  host: string;
}

/**
 * Whether people of an address's domain sign in by their organization, and by which protocol. Nothing is begun.
 * @throws Failure 404 `login.ssoError` where they do not, or `login.ssoNotSetUp`; 429 after too many
 */
export async function lookUpSso(
  { db, ip }: Visitor,
  { email, host }: Asked,
  needs: Dependencies,
): Promise<{ idpType: IdpType; environment: SsoEnvironment }> {
  await needs.rateLimits.take(perAddress, ip);
  const environment = selectSsoEnvironment(needs, host);
  const idpType = await findKind(db, email);
  if (idpType === null) throw fail.notFound('login.ssoError');
  return { idpType, environment };
}

/**
 * Begins a sign-in at the organization's provider, for the browser that keeps the secret.
 * @throws Failure as `lookUpSso`
 */
export async function beginSsoLogin(
  context: Coming,
  { email, host, browserSecret }: Asked & { browserSecret: string | null },
  parts: ArrivalParts,
): Promise<BegunSso> {
  selectSsoEnvironment(parts, host);
  const begun = await beginSso(context, { email, browserSecret }, parts);
  if (begun === null) throw fail.notFound('login.ssoError');
  return begun;
}
