import { randomBytes } from 'node:crypto';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail, type Failure } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { changeMappedRoles } from '../../core/memberships/mapped-roles';
import { insertMembership, noteBeginning } from '../../core/memberships/membership.store';
import { noteRefusal } from '../../core/refusals/refusals';
import { isSecret, keptSecret, newSecret, secretHash } from '../../core/secrets/token-secret';
import { reachOfNew } from '../../core/tenants/access-type.store';
import { ssoActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import type { Admission } from '../../policies/entry/arrival';
import { addressDomain, speaksFor } from '../../policies/providers/provider-domain.rules';
import { admit } from '../admission/admission';
import { counted } from '../password/sign-in.service';
import { isAfresh } from './afresh.rules';
import { makeClaimsGiveWay } from './domain-claims';
import type { Said } from './followed-profile.rules';
import { followProfile } from './followed-profile.service';
import { OidcRefused, type OidcFault } from './oidc-fault';
import { keepProviderName } from './provider-session.store';
import { isNamedOtherwise, keepRefusedSubject, type Reassigned } from './refused-subject.store';
import { SamlRefused } from './saml-response';
import type { SamlFault } from './saml-response.rules';
import { askingAddress, type AskingDependencies } from './sso-asking';
import {
  deleteRequest,
  findByAddress,
  findByIdentity,
  findRequest,
  insertRequest,
  insertSsoUser,
  keepAnswer,
  keepIdentity,
  lockMapped,
  lockNewcomers,
  takeRequest,
  type KnownPerson,
  type NamedBy,
  type NamedPerson,
  type OpenRequest,
} from './sso-sign-in.store';
import { isOidc } from './sso.rules';
import { findSsoConfigOfDomain, noteGroupsIssuer, type SsoConfig } from './sso.store';
import { rolesFor, whyUnknown } from './vouched-groups.rules';
import { issuerNames, provenAddress, type Described, type Vouched } from './vouched.rules';

/** How long somebody may take at their provider. */
export const requestSeconds = 600;

export const perAddress: Limit = { name: 'sso-ip', points: 300, seconds: 600 };
/** Answers to nothing that was asked. */
const unaskedPerAddress: Limit = { name: 'sso-unasked-ip', points: 30, seconds: 600 };

export type SsoDependencies = Pick<
  IdentityParts,
  'config' | 'secret' | 'rateLimits' | 'metrics' | 'tokens' | 'oidcProviders'
>;
type Dependencies = SsoDependencies;

/** Why a sign-in by a provider opens nothing. */
type SsoFault =
  | SamlFault
  | OidcFault
  | 'otherBrowser'
  | 'otherAddress'
  | 'answeredBefore'
  | 'noAddress'
  | 'severalAddresses'
  | 'outsideDomains'
  | 'accountElsewhere'
  | 'reassigned'
  | 'notOpen'
  | 'notAfresh'
  | 'providerGone';

export class SsoRefused extends Error {
  override readonly name = 'SsoRefused';
  /** @param reassigned whom the provider names anew; it is kept for an administrator to look at */
  constructor(
    readonly fault: SsoFault,
    readonly reassigned?: Reassigned,
  ) {
    super(`sign-in by a provider refused: ${fault}`);
  }
}

export interface BegunSso {
  /** Where the browser goes. */
  address: string;
  /** Of the provider: the way there may lead over a page of ours. */
  host: string;
  idpType: 'saml' | 'oidc';
  /** What it keeps meanwhile. */
  browserSecret: string;
}

export interface SsoWish {
  email: string;
  /** The public id of the only tenant whose provider is wanted. */
  tenantId?: string | undefined;
  /** What the browser keeps of an earlier beginning, so that several tabs may be under way at once. */
  browserSecret: string | null;
  /** The provider is to ask, and an answer for a session of its own is none. */
  afresh?: boolean;
}

/**
 * The provider of whoever has an address of a domain that an organization has proved: the same for addresses that are known and that are not.
 * @returns null where nobody is sent anywhere by this address
 * @throws Failure 429 after too many
 */
export async function findProviderOf(
  { db, ip }: Visitor,
  { email, tenantId }: SsoWish,
  { rateLimits }: Pick<Dependencies, 'rateLimits'>,
): Promise<SsoConfig | null> {
  await rateLimits.take(perAddress, ip);
  const domain = addressDomain(email);
  const provider = domain === null ? null : await findSsoConfigOfDomain(db, domain);
  return provider && (tenantId === undefined || provider.tenantId === tenantId.toLowerCase()) ? provider : null;
}

export type Beginning = Omit<SsoWish, 'tenantId'> & { provider: SsoConfig };

/**
 * Begins the sign-in at that provider.
 * @throws Failure 401 `login.ssoError` where it cannot be asked, which stands in the audit log of its tenant; 429 after too many
 */
export async function beginAt(
  visitor: Visitor,
  { provider, email, browserSecret, afresh = false }: Beginning,
  needs: Dependencies & AskingDependencies,
): Promise<BegunSso> {
  const [relayState, requestId] = [newSecret(), `_${randomBytes(20).toString('hex')}`];
  const kept = keptSecret(browserSecret);
  const address = await asking(visitor, { provider, requestId, relayState, email, afresh }, needs);
  await insertRequest(visitor.db, {
    relayHash: secretHash(relayState),
    configNumber: provider.number,
    requestId,
    browserHash: secretHash(kept),
    now: visitor.now,
    seconds: requestSeconds,
    afresh,
  });
  return { address, host: hostOf(provider, address), idpType: isOidc(provider) ? 'oidc' : 'saml', browserSecret: kept };
}

export const hostOf = (provider: Pick<SsoConfig, 'type' | 'ssoEndpoint'>, address: string): string =>
  new URL(isOidc(provider) ? address : provider.ssoEndpoint).host;

/** The address at which a provider is asked. @throws Failure 401, 429 as `beginAt` */
async function asking(
  visitor: Visitor,
  { email, ...asked }: { provider: SsoConfig; requestId: string; relayState: string; email: string; afresh: boolean },
  needs: Dependencies & AskingDependencies,
): Promise<string> {
  try {
    return await askingAddress(visitor, { ...asked, loginHint: email }, needs);
  } catch (error) {
    await needs.rateLimits.take(unaskedPerAddress, visitor.ip);
    throw await refusal(visitor, error, asked.provider);
  }
}

interface Answered {
  relayState: string;
  request: OpenRequest;
  /** What the browser is handed that brought the answer. */
  secret: string;
  /** The protocol in which the answer came. */
  by: BegunSso['idpType'];
}

/**
 * Keeps whom the answer to a request vouches for, until the browser comes that made it and has the secret. Each request is answered once; the same answer
 * that comes once more while it waits is not read again.
 * @param read makes out of the answer, and of the provider that was asked, who it is
 * @throws SsoRefused, and as `read`
 */
export async function takeAnswer(
  { db }: Pick<Visitor, 'db'>,
  { relayState, request, secret, by }: Answered,
  read: (provider: SsoConfig) => Promise<Described & Pick<Vouched, 'knownAs' | 'provenAt'>>,
): Promise<void> {
  if (request.answer !== null) {
    if (isSecret(request.broughtHash, secret)) return;
    throw new SsoRefused('answeredBefore');
  }
  const { provider } = request;
  if (isOidc(provider) !== (by === 'oidc')) throw new SsoRefused('providerGone');
  const vouched = provenAddress(provider, await read(provider));
  if (!vouched) throw new SsoRefused('outsideDomains');
  if (request.afresh && !isAfresh(vouched.provenAt, request)) throw new SsoRefused('notAfresh');
  if (!(await keepAnswer(db, { relayHash: secretHash(relayState), broughtHash: secretHash(secret) }, vouched)))
    throw new SsoRefused('answeredBefore');
}

/** How a browser shows that it asked, and that it brought the answer. */
export interface Redeeming {
  relayState: string;
  /** What it keeps since it asked. */
  browserSecret: string | null;
  /** What it was handed for the answer; empty where it has brought none. */
  secret: string;
}

/**
 * Lets in whom a taken answer vouches for, in the browser that asked and that brought it; another that tries ends it.
 * @throws Failure 401 `login.ssoError`, 403 and 422 as `admit` and the tenant's rules about e-mail domains
 */
export function enterBySso(visitor: Visitor, redeeming: Redeeming, needs: Dependencies): Promise<Admission> {
  const { relayState, secret } = redeeming;
  return counted(needs.metrics, () =>
    refusing(visitor, { ...needs, relayState }, async (request) => {
      if (request.answer === null) throw new SsoRefused('unknownRequest');
      await checkBrowser(visitor, request, { ...redeeming, brought: isSecret(request.broughtHash, secret) });
      return settle(visitor, { relayState, asked: request });
    }),
  );
}

/**
 * Ends a request that another browser comes with: whoever holds what names it, and did not ask, shall get nothing out of it, nor shall whoever asked and had another
 * bring the answer. Somebody whose request is ended so begins anew.
 * @param brought whether the answer was handed to this browser, where one waits
 * @throws SsoRefused otherBrowser
 */
export async function checkBrowser(
  { db }: Pick<Visitor, 'db'>,
  { browserHash }: OpenRequest,
  {
    relayState,
    browserSecret,
    brought = true,
  }: Pick<Redeeming, 'relayState' | 'browserSecret'> & { brought?: boolean },
): Promise<void> {
  if (brought && browserSecret !== null && isSecret(browserHash, browserSecret)) return;
  await deleteRequest(db, secretHash(relayState));
  throw new SsoRefused('otherBrowser');
}

function settle(
  visitor: Visitor,
  { relayState, asked }: { relayState: string; asked: OpenRequest },
): Promise<Admission> {
  const { db, now } = visitor;
  return db.transaction().execute(async (trx) => {
    const relayHash = secretHash(relayState);
    await lockMapped(trx, asked.provider);
    const request = await takeRequest(trx, relayHash, now);
    if (!request || request.answer === null) throw new SsoRefused('unknownRequest');
    const { provider, answer } = request;
    const { tenantNumber } = provider;
    if (!speaksFor(provider, answer.email)) throw new SsoRefused('outsideDomains');
    const { userId, login, said } = await personOf(trx, visitor, { provider, answer });
    const [issuer] = issuerNames(provider, answer.issuer);
    await keepIdentity(trx, { ...answer, issuer, tenantNumber, userId, said, now });
    await giveRoles(trx, visitor, { provider, answer, userId, login });
    const admission = await admit(trx, visitor, {
      userId,
      login,
      tenantNumber,
      way: 'sso',
      amr: ['sso'],
      provenAt: answer.provenAt ? new Date(answer.provenAt) : null,
    });
    if (answer.knownAs) await keepProviderName(trx, { admission, configNumber: provider.number, name: answer.knownAs });
    return admission;
  });
}

interface Arriving {
  provider: SsoConfig;
  answer: Vouched;
}

interface Arrived {
  userId: number;
  login: string;
  /** What the provider is kept to have said of them. */
  said: Said;
}

/**
 * Who it is: somebody whom the tenant knows by this issuer and subject; a member of this tenant alone who has the address, and whom the issuer
 * has not named otherwise; or somebody new. An account that belongs to another tenant too is nobody's to hand over.
 */
async function personOf(trx: Trx, visitor: Visitor, { provider, answer }: Arriving): Promise<Arrived> {
  const { now } = visitor;
  const { tenantNumber } = provider;
  const addresses = addressesOf(answer);
  const named = { ...answer, issuers: issuerNames(provider, answer.issuer), tenantNumber, now };
  const known = (await findByIdentity(trx, named)) ?? (await asNewcomer(trx, addresses, named));
  if (known) {
    const email =
      addresses.find((address) => address === known.email) ?? (addresses.length === 1 ? answer.email : null);
    return followProfile(trx, visitor, { tenantNumber, person: open(known), said: { email, name: answer.name } });
  }
  const found = await accountOfOneAddress(trx, { tenantNumber, now, addresses });
  if (!found) throw new SsoRefused('severalAddresses');
  const { email } = found;
  await makeClaimsGiveWay(trx, visitor, { tenantNumber, email, name: answer.name ?? email });
  const sameAddress = await findByAddress(trx, { tenantNumber, now, email });
  const said = { email, name: answer.name };
  const audited = { entity: 'user', organisationId: tenantNumber } as const;
  if (sameAddress) {
    if (!sameAddress.theirs) throw new SsoRefused('accountElsewhere');
    if (await isNamedOtherwise(trx, { ...answer, tenantNumber, userId: sameAddress.userId }))
      throw new SsoRefused('reassigned', {
        userId: sameAddress.userId,
        configNumber: provider.number,
        ...answer,
        email,
      });
    open(sameAddress);
    await visitor.audit(trx, {
      ...audited,
      action: ssoActions.link,
      entityId: sameAddress.userId,
      after: { email, issuer: answer.issuer, subject: answer.subject },
    });
    return { ...sameAddress, said };
  }
  await checkEmailDomain(trx, { tenantNumber, email });
  const userId = await insertSsoUser(trx, { ...answer, email, now });
  await insertMembership(trx, { tenantNumber, userId, asked: false });
  const reachesBelow = await reachOfNew(trx, tenantNumber, true);
  await noteBeginning(trx, { tenantNumber, userId }, { now, endsAt: null, reachesBelow });
  await visitor.audit(trx, {
    ...audited,
    action: ssoActions.makeUser,
    entityId: userId,
    after: { email, issuer: answer.issuer, subject: answer.subject },
  });
  await visitor.touchPerson(trx, userId);
  return { userId, login: email, said };
}

/** Looks once more when those who come for the first time with the same subject or address, and came before, are through. */
async function asNewcomer(trx: Trx, addresses: readonly string[], named: NamedBy): Promise<NamedPerson | null> {
  await lockNewcomers(trx, addresses);
  return findByIdentity(trx, named);
}

/** Answers that were kept by the version before have one address. */
export const addressesOf = ({
  email,
  otherEmails,
}: Pick<Vouched, 'email'> & Partial<Pick<Vouched, 'otherEmails'>>): string[] => [email, ...(otherEmails ?? [])];

/**
 * Of several addresses that the provider may speak for, the one of the only account that there is.
 * @returns null where the accounts do not settle it
 */
export async function accountOfOneAddress(
  trx: Trx,
  { addresses, ...asked }: { tenantNumber: number; now: Date; addresses: readonly string[] },
): Promise<{ email: string; sameAddress: KnownPerson | null } | null> {
  const found: { email: string; sameAddress: KnownPerson | null }[] = [];
  for (const email of addresses) found.push({ email, sameAddress: await findByAddress(trx, { ...asked, email }) });
  const settled = found.length === 1 ? found : found.filter(({ sameAddress }) => sameAddress !== null);
  return settled.length === 1 ? settled[0]! : null;
}

/** By the default roles and the groups; where those are not known, roles stay, and the history says why. */
async function giveRoles(
  trx: Trx,
  visitor: Visitor,
  { provider, answer, userId, login }: Arriving & Pick<Arrived, 'userId' | 'login'>,
): Promise<void> {
  const { tenantNumber } = provider;
  const stated = { groups: answer.groups, groupsUnknown: answer.groupsUnknown ?? null };
  const why = whyUnknown(stated, { issuer: answer.issuer, groupsIssuer: provider.groupsIssuer });
  const roles = rolesFor(provider, { ...stated, groupsUnknown: why });
  const { changed, kept } = await changeMappedRoles(trx, { tenantNumber, userId, now: visitor.now }, roles);
  const audited = { entity: 'user', entityId: userId, organisationId: tenantNumber } as const;
  if (changed) {
    await visitor.audit(trx, {
      ...audited,
      action: ssoActions.giveRoles,
      after: { ...roles, taken: roles.taken.filter((id) => !kept.includes(id)) },
    });
    await visitor.touch(trx, tenantNumber);
  }
  if (kept.length > 0)
    await visitor.audit(trx, { ...audited, action: ssoActions.keepAdministrator, after: { login, roleIds: kept } });
  if (why === null) await noteGroupsIssuer(trx, provider, answer.issuer);
  else if (provider.groups.length > 0)
    await visitor.audit(trx, { ...audited, action: ssoActions.keepRoles, after: { email: answer.email, why } });
}

function open<Person extends { open: boolean }>(person: Person): Person {
  if (!person.open) throw new SsoRefused('notOpen');
  return person;
}

/** Does something with the request that a provider's answer names; what is refused leaves its reason in the audit log and nothing else. */
export async function refusing<Done>(
  visitor: Visitor,
  { relayState, rateLimits, found }: { relayState: string; found?: OpenRequest } & Pick<Dependencies, 'rateLimits'>,
  work: (request: OpenRequest) => Promise<Done>,
): Promise<Done> {
  const request = found ?? (await findRequest(visitor.db, secretHash(relayState), visitor.now));
  if (!request) await rateLimits.take(unaskedPerAddress, visitor.ip);
  try {
    if (!request) throw new SsoRefused('unknownRequest');
    return await work(request);
  } catch (error) {
    throw await refusal(visitor, error, request?.provider ?? null);
  }
}

/** What somebody is told whose sign-in was refused; the reason goes into the audit log. @throws whatever is no refusal */
async function refusal(
  visitor: Visitor,
  error: unknown,
  of: Pick<SsoConfig, 'tenantNumber' | 'id'> | null,
): Promise<Failure> {
  if (!(error instanceof SsoRefused || error instanceof SamlRefused || error instanceof OidcRefused)) throw error;
  const { fault } = error;
  visitor.log.warn({ fault, ip: visitor.ip, cause: error.cause }, 'sign-in by a provider refused');
  const reassigned = error instanceof SsoRefused ? error.reassigned : undefined;
  if (reassigned) await visitor.db.transaction().execute((trx) => keepRefusedSubject(trx, reassigned, visitor.now));
  await noteRefusal(visitor, {
    organisationId: of?.tenantNumber ?? internalOrganisation,
    way: 'sso',
    entity: 'ssoConfig',
    ...(of ? { entityId: of.id } : {}),
    fault,
    ...(reassigned ? { email: reassigned.email, subject: reassigned.subject } : {}),
  });
  return fail.signedOut('login.ssoError', { cause: error });
}
