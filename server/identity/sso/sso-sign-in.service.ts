import { randomBytes } from 'node:crypto';
import { internalOrganisation } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Limit } from '../../platform/http/rate-limits';
import type { Visitor } from '../../platform/visitor';
import { isSecret, newSecret, secretHash } from '../api-tokens/token-secret';
import { sessionActions, ssoActions } from '../identity.audit';
import type { IdentityParts } from '../parts';
import { checkEmailDomain } from '../restrictions/email-domain-check';
import { admit } from '../sign-in/admission';
import type { Admission } from '../sign-in/arrival';
import { counted } from '../sign-in/sign-in.service';
import { insertMembership, noteBeginning } from '../team/team.store';
import { askingUrl } from './saml-request';
import { keepSamlName, samlNameOf } from './saml-session.store';
import { readSamlResponse, SamlRefused } from './saml-response';
import type { SamlFault } from './saml-response.rules';
import { spSigning } from './sp-keys';
import { serviceProvider } from './sso.presentation';
import {
  changeHeldRoles, deleteRequest, findByAddress, findByIdentity, findRequest, findRoute, insertRequest, insertSsoUser, keepAnswer, keepIdentity, lockNewcomers, type OpenRequest,
} from './sso-sign-in.store';
import { findSsoConfig, type SsoConfig } from './sso.store';
import { addressDomain, rolesFor, speaksFor, vouchedBySaml, type Vouched } from './vouched.rules';

/** How long somebody may take at their provider. */
export const requestSeconds = 600;

const perAddress: Limit = { name: 'sso-ip', points: 300, seconds: 600 };
/** Answers to nothing that was asked leave a row of audit each. */
const unaskedPerAddress: Limit = { name: 'sso-unasked-ip', points: 30, seconds: 600 };

type Needs = Pick<IdentityParts, 'config' | 'secret' | 'rateLimits' | 'metrics'>;

/** Why a sign-in by a provider opens nothing. */
type SsoFault = SamlFault | 'otherBrowser' | 'answeredBefore' | 'noAddress' | 'outsideDomains' | 'accountElsewhere' | 'notOpen' | 'providerGone';

class SsoRefused extends Error {
  override readonly name = 'SsoRefused';
  constructor(readonly fault: SsoFault) {
    super(`sign-in by a provider refused: ${fault}`);
  }
}

export interface BegunSso {
  /** Where the browser goes. */
  address: string;
  /** What it keeps meanwhile. */
  browserSecret: string;
}

/**
 * Begins the sign-in of whoever has an address of a domain that an organization has proved: the same for addresses that are known and that are not.
 * @param browserSecret what the browser keeps of an earlier beginning, so that several tabs may be under way at once
 * @returns null where nobody is sent anywhere by this address
 * @throws Failure 429 after too many
 */
export async function beginSso(visitor: Visitor, { email, tenantId, browserSecret }: { email: string; tenantId?: string | undefined; browserSecret: string | null }, { config, rateLimits, secret }: Needs): Promise<BegunSso | null> {
  await rateLimits.take(perAddress, visitor.ip);
  const domain = addressDomain(email);
  const route = domain === null ? null : await findRoute(visitor.db, domain);
  if (!route || (tenantId !== undefined && route.tenantId !== tenantId.toLowerCase())) return null;
  const provider = await findSsoConfig(visitor.db, { tenantNumber: route.tenantNumber, id: route.configId });
  if (!provider) return null;
  const [relayState, requestId] = [newSecret(), `_${randomBytes(20).toString('hex')}`];
  const kept = browserSecret !== null && /^[\w-]{43}$/.test(browserSecret) ? browserSecret : newSecret();
  await visitor.db.transaction().execute((trx) => insertRequest(trx, { relayHash: secretHash(relayState), configNumber: provider.number, requestId, browserHash: secretHash(kept), now: visitor.now, seconds: requestSeconds }));
  const signing = provider.signRequest ? await spSigning({ db: visitor.db, secret, now: visitor.now }) : null;
  return { address: await askingUrl({ config: provider, provider: serviceProvider(config.publicUrl), requestId, relayState, signing }), browserSecret: kept };
}

interface Brought {
  relayState: string;
  samlResponse: string;
}

/**
 * Takes what a provider has sent by somebody's browser. Each request is answered once; who comes in by it is asked of the browser that made it.
 * @throws Failure 401 `login.ssoError`, whatever the reason, which stands in the audit log of the provider's tenant; 429 after too many that nobody asked for
 */
export function takeSamlAnswer(visitor: Visitor, brought: Brought, needs: Needs): Promise<void> {
  return refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => {
    const answer = await readAnswer(visitor, { request, brought }, needs);
    if (!(await keepAnswer(visitor.db, secretHash(brought.relayState), answer))) throw new SsoRefused('answeredBefore');
  });
}

/**
 * Lets in whom a taken answer vouches for, in the browser that asked.
 * @throws Failure 401 `login.ssoError`, 403 and 422 as `admit` and the tenant's rules about e-mail domains
 */
export function enterBySso(visitor: Visitor, { relayState, browserSecret }: { relayState: string; browserSecret: string | null }, needs: Needs): Promise<Admission> {
  return counted(needs.metrics, () => refusing(visitor, { ...needs, relayState }, async (request) => {
    if (request.answer === null) throw new SsoRefused('unknownRequest');
    checkBrowser(request, browserSecret);
    return settle(visitor, relayState);
  }));
}

/** Both at once, for front ends to which the answer comes. @throws as `takeSamlAnswer` and `enterBySso` */
export async function enterBySamlAnswer(visitor: Visitor, brought: Brought & { browserSecret: string | null }, needs: Needs): Promise<Admission> {
  await refusing(visitor, { ...needs, relayState: brought.relayState }, async (request) => checkBrowser(request, brought.browserSecret));
  await takeSamlAnswer(visitor, brought, needs);
  return enterBySso(visitor, brought, needs);
}

function checkBrowser({ browserHash }: OpenRequest, browserSecret: string | null): void {
  if (browserSecret === null || !isSecret(browserHash, browserSecret)) throw new SsoRefused('otherBrowser');
}

async function readAnswer({ db, now }: Visitor, { request, brought }: { request: OpenRequest; brought: Brought }, { config }: Needs): Promise<Vouched> {
  const provider = await findSsoConfig(db, { tenantNumber: request.tenantNumber, id: request.configId });
  if (!provider) throw new SsoRefused('providerGone');
  const { idpEntityId } = provider;
  const subject = await readSamlResponse(brought.samlResponse, { provider, expected: { ...serviceProvider(config.publicUrl), idpEntityId, requestId: request.requestId, now } });
  const vouched = vouchedBySaml(subject);
  if (!vouched) throw new SsoRefused('noAddress');
  if (!speaksFor(provider, vouched.email)) throw new SsoRefused('outsideDomains');
  return { ...vouched, saml: samlNameOf(subject) };
}

function settle(visitor: Visitor, relayState: string): Promise<Admission> {
  const { db, now } = visitor;
  return db.transaction().execute(async (trx) => {
    const relayHash = secretHash(relayState);
    const request = await findRequest(trx, relayHash, { now, lock: true });
    if (!request || request.answer === null) throw new SsoRefused('unknownRequest');
    await deleteRequest(trx, relayHash);
    const { tenantNumber, answer } = request;
    const provider = await findSsoConfig(trx, { tenantNumber, id: request.configId });
    if (!provider || !speaksFor(provider, answer.email)) throw new SsoRefused('outsideDomains');
    const { userId, login } = await personOf(trx, visitor, { provider, answer });
    await keepIdentity(trx, { ...answer, tenantNumber, userId, now });
    const roles = rolesFor(provider, answer.groups);
    if (await changeHeldRoles(trx, { tenantNumber, userId }, roles)) await visitor.audit(trx, { action: ssoActions.giveRoles, entity: 'user', entityId: userId, organisationId: tenantNumber, after: roles });
    const admission = await admit(trx, visitor, { userId, login, tenantNumber, way: 'sso', amr: ['sso'] });
    if (answer.saml) await keepSamlName(trx, { admission, configNumber: provider.number, name: answer.saml });
    return admission;
  });
}

/**
 * Who it is: somebody whom the tenant knows by this issuer and subject; a member of this tenant alone who has the address; or somebody new.
 * An account that belongs to another tenant too is nobody's to hand over.
 */
async function personOf(trx: Trx, visitor: Visitor, { provider, answer }: { provider: SsoConfig; answer: Vouched }): Promise<{ userId: number; login: string }> {
  const { now } = visitor;
  const { tenantNumber } = provider;
  const { email } = answer;
  await lockNewcomers(trx, answer);
  const known = await findByIdentity(trx, { ...answer, tenantNumber, now });
  if (known) return open(known);
  const sameAddress = await findByAddress(trx, { tenantNumber, now, email });
  const audited = { entity: 'user', organisationId: tenantNumber } as const;
  if (sameAddress) {
    if (!sameAddress.theirs) throw new SsoRefused('accountElsewhere');
    open(sameAddress);
    await visitor.audit(trx, { ...audited, action: ssoActions.link, entityId: sameAddress.userId, after: { email, issuer: answer.issuer, subject: answer.subject } });
    return sameAddress;
  }
  await checkEmailDomain(trx, { tenantNumber, email });
  const userId = await insertSsoUser(trx, { ...answer, now });
  await insertMembership(trx, { tenantNumber, userId, asked: false });
  await noteBeginning(trx, { tenantNumber, userId }, { now, endsAt: null, reachesBelow: true });
  await visitor.audit(trx, { ...audited, action: ssoActions.makeUser, entityId: userId, after: { email, issuer: answer.issuer, subject: answer.subject } });
  return { userId, login: email };
}

function open<Person extends { open: boolean }>(person: Person): Person {
  if (!person.open) throw new SsoRefused('notOpen');
  return person;
}

/** Does something with the request that a provider's answer names; what is refused leaves its reason in the audit log and nothing else. */
async function refusing<Done>(visitor: Visitor, { relayState, rateLimits }: { relayState: string } & Pick<Needs, 'rateLimits'>, work: (request: OpenRequest) => Promise<Done>): Promise<Done> {
  const request = await findRequest(visitor.db, secretHash(relayState), { now: visitor.now });
  if (!request) await rateLimits.take(unaskedPerAddress, visitor.ip);
  try {
    if (!request) throw new SsoRefused('unknownRequest');
    return await work(request);
  } catch (error) {
    if (!(error instanceof SsoRefused || error instanceof SamlRefused)) throw error;
    const { fault } = error;
    visitor.log.warn({ fault, ip: visitor.ip, cause: error.cause }, 'sign-in by a provider refused');
    await visitor.db.transaction().execute((trx) => visitor.audit(trx, {
      action: sessionActions.refuse, entity: 'ssoConfig', ...(request ? { entityId: request.configId } : {}), organisationId: request?.tenantNumber ?? internalOrganisation, after: { way: 'sso', fault },
    }));
    throw fail.signedOut('login.ssoError', { cause: error });
  }
}
