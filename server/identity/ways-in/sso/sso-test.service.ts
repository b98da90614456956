import { randomBytes } from 'node:crypto';
import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { isSecret, keptSecret, newSecret, secretHash } from '../../core/secrets/token-secret';
import { ssoActions } from '../../identity.audit';
import { takesEmailDomain } from '../../policies/email-domains/email-domain-check';
import { countReading } from './answer-limits';
import { readOidcAnswer, type OidcAnswer } from './oidc-answer';
import { OidcRefused } from './oidc-fault';
import { isNamedOtherwise } from './refused-subject.store';
import { readSamlResponse, SamlRefused } from './saml-response';
import { askingAddress } from './sso-asking';
import { ownConfig } from './sso-config.service';
import { settingsHash } from './sso-lift';
import {
  accountOfOneAddress,
  addressesOf,
  hostOf,
  requestSeconds,
  type BegunSso,
  type SsoDependencies,
} from './sso-sign-in.service';
import { deleteRequest, findByIdentity, keepAnswer } from './sso-sign-in.store';
import { keepTest } from './sso-state.store';
import { attributesOf, type TestFault } from './sso-test.rules';
import {
  findTestRequest,
  insertTestRequest,
  markNoted,
  type ReceivedTest,
  type TestAnswer,
  type TestRequest,
} from './sso-test.store';
import { serviceProvider } from './sso.presentation';
import { missingOf } from './sso.rules';
import { findSsoConfig, type SsoConfig } from './sso.store';
import { whyUnknown } from './vouched-groups.rules';
import { vouchedByOidc } from './vouched-oidc.rules';
import { issuerNames, provenAddress, vouchedBySaml, type Described } from './vouched.rules';

const perPerson: Limit = { name: 'sso-test', points: 60, seconds: 600 };
/** Each answer that is read calls its provider. */
const readPerAddress: Limit = { name: 'sso-test-read-ip', points: 60, seconds: 600 };
/** Of each attribute and of all of them: what is shown is read by somebody. */
const most = { attributes: 100, values: 50, letters: 500 };

type Dependencies = Omit<SsoDependencies, 'metrics'>;

/** Where the browser goes with its answer, and with what it is handed for it. */
export const testResultPath = (
  { configId }: Pick<TestRequest, 'configId'>,
  { relayState, secret }: Pick<Answered, 'relayState' | 'secret'>,
): string => `/sso/${configId}/test/result?${new URLSearchParams({ RelayState: relayState, brought: secret })}`;

interface Begun extends Omit<BegunSso, 'idpType'> {
  /** Names the test to whoever comes back. */
  relayState: string;
}

interface Beginning {
  id: string;
  sessionId: string;
  /** What the browser keeps of an earlier beginning. */
  browserSecret: string | null;
}

/**
 * Sends an administrator to a provider as those would be who sign in by it, whether it is on or not and its domains proven or not. The answer signs nobody in.
 * @throws Failure 404 unknownProvider, 422 incomplete, and why the provider cannot be asked, 429 after too many
 */
export async function beginSsoTest(
  acting: ActingPersonally,
  { id, sessionId, browserSecret }: Beginning,
  needs: Dependencies,
): Promise<Begun> {
  const {
    db,
    now,
    actor: { userId },
  } = acting;
  await needs.rateLimits.take(perPerson, String(userId));
  const provider = await ownConfig(db, acting, id);
  if (missingOf(provider, { hasSecret: provider.sealedSecret !== null }).length > 0)
    throw fail.unprocessable('sso.incomplete');
  const [relayState, requestId] = [newSecret(), `_${randomBytes(20).toString('hex')}`];
  const kept = keptSecret(browserSecret);
  const address = await asking(acting, { provider, requestId, relayState }, needs);
  await db.transaction().execute((trx) =>
    insertTestRequest(trx, {
      relayHash: secretHash(relayState),
      configNumber: provider.number,
      requestId,
      browserHash: secretHash(kept),
      testedBy: userId,
      session: sessionId,
      settings: settingsHash(provider),
      now,
      seconds: requestSeconds,
    }),
  );
  return { address, host: hostOf(provider, address), browserSecret: kept, relayState };
}

/** @throws Failure 422 that says why an OpenID provider cannot be asked */
async function asking(
  acting: ActingPersonally,
  asked: { provider: SsoConfig; requestId: string; relayState: string },
  needs: Dependencies,
): Promise<string> {
  try {
    return await askingAddress(acting, asked, needs);
  } catch (error) {
    if (error instanceof OidcRefused) throw fail.unprocessable(`ssoFaults.${error.fault}`, { cause: error });
    throw error;
  }
}

/** What a protocol makes of an answer: whom it vouches for and all that was said of them. */
interface Vouching {
  issuer: string;
  subject: string;
  /** Why it vouches for nobody, where it does not. */
  vouched: Described | 'noAddress' | 'notVerified';
  attributes: Readonly<Record<string, readonly string[]>>;
}

interface Answered {
  relayState: string;
  /** What the browser is handed that brings the answer. */
  secret: string;
}

interface Bringing extends Answered {
  /** Of the browser that brings it; absent where it comes by a form of another site, with which browsers send no cookie. Any other than that which began the test ends it. */
  browserSecret?: string | null;
}

/**
 * Takes the answer to a test, of whatever protocol. The first is kept.
 * @param read what the protocol makes of the answer; throws an error with the fault for one that cannot be trusted
 * @returns null where no test is named, so that it may be a sign-in's
 */
async function takeTest(
  visitor: Visitor,
  { relayState, secret, browserSecret }: Bringing,
  read: (asked: { request: TestRequest; provider: SsoConfig }) => Promise<Vouching>,
): Promise<TestRequest | null> {
  const { db, now } = visitor;
  const relayHash = secretHash(relayState);
  const request = await findTestRequest(db, relayHash, { now });
  const provider = request && (await findSsoConfig(db, { tenantNumber: request.tenantNumber, id: request.configId }));
  if (!request || !provider) return null;
  if (request.answer !== null) return request;
  if (browserSecret !== undefined && !isSecret(request.browserHash, browserSecret ?? '')) {
    await deleteRequest(db, relayHash);
    return request;
  }
  const said = !settingsHash(provider).equals(request.settings)
    ? ('settingsChanged' as const)
    : await read({ request, provider }).catch((error: unknown) => {
        if (error instanceof SamlRefused || error instanceof OidcRefused) return error.fault;
        throw error;
      });
  await db.transaction().execute(async (trx) => {
    const answer: TestAnswer =
      typeof said === 'string'
        ? { fault: said, received: null, noted: false }
        : { fault: await faultOf(trx, { provider, said, now }), received: receivedOf(provider, said), noted: false };
    await keepAnswer(trx, { relayHash, broughtHash: secretHash(secret) }, answer);
  });
  return request;
}

/** The same of SAML. */
export const takeSamlTest = (
  visitor: Visitor,
  { samlResponse, ...answered }: Answered & { samlResponse: string },
  needs: Pick<Dependencies, 'config' | 'rateLimits'>,
): Promise<TestRequest | null> =>
  takeTest(visitor, answered, async ({ request: { requestId }, provider }) => {
    await countReading(answered.relayState, needs);
    const { idpEntityId } = provider;
    const subject = await readSamlResponse(samlResponse, {
      provider,
      expected: { ...serviceProvider(needs.config.publicUrl), idpEntityId, requestId, now: visitor.now },
    });
    return { ...subject, vouched: vouchedBySaml(subject) ?? 'noAddress' };
  });

/** The same of an OpenID provider. */
export const takeOidcTest = (
  visitor: Visitor,
  { answer, ...bringing }: Required<Bringing> & { answer: OidcAnswer },
  needs: Dependencies,
): Promise<TestRequest | null> =>
  takeTest(visitor, bringing, async ({ provider }) => {
    await needs.rateLimits.take(readPerAddress, visitor.ip);
    const subject = await readOidcAnswer(answer, { provider, state: bringing.relayState, now: visitor.now }, needs);
    return { ...subject, vouched: vouchedByOidc(subject), attributes: attributesOf(subject.claims) };
  });

/** Why a sign-in by this answer would open nothing, in the order in which a sign-in asks. */
async function faultOf(
  trx: Trx,
  { provider, said: { issuer, subject, vouched }, now }: { provider: SsoConfig; said: Vouching; now: Date },
): Promise<TestFault | null> {
  if (typeof vouched === 'string') return vouched;
  const proven = provenAddress(provider, vouched);
  if (!proven) return 'outsideDomains';
  const { tenantNumber } = provider;
  const known = await findByIdentity(trx, { tenantNumber, now, issuers: issuerNames(provider, issuer), subject });
  if (known) return known.open ? null : 'notOpen';
  const found = await accountOfOneAddress(trx, { tenantNumber, now, addresses: addressesOf(proven) });
  if (!found) return 'severalAddresses';
  const { email, sameAddress } = found;
  if (sameAddress) {
    if (!sameAddress.theirs) return 'accountElsewhere';
    return (await isNamedOtherwise(trx, { tenantNumber, userId: sameAddress.userId, issuer, subject }))
      ? 'reassigned'
      : sameAddress.open
        ? null
        : 'notOpen';
  }
  return (await takesEmailDomain(trx, { tenantNumber, email })) ? null : 'domainNotAllowed';
}

function receivedOf(provider: SsoConfig, { issuer, subject, vouched, attributes }: Vouching): ReceivedTest {
  const short = (text: string) => text.slice(0, most.letters);
  const said =
    typeof vouched === 'string'
      ? { issuer, subject, addresses: [], name: null, groups: [], groupsUnknown: null }
      : vouched;
  const { email, otherEmails } = provenAddress(provider, said) ?? {
    email: said.addresses[0]?.[0] ?? '',
    otherEmails: [],
  };
  return {
    issuer: short(issuer),
    subject: short(subject),
    email: [email, ...otherEmails].slice(0, most.values).join(', '),
    name: said.name ?? email,
    groups: said.groups.slice(0, most.values).map(short),
    groupsUnknown: whyUnknown(said, { issuer, groupsIssuer: provider.groupsIssuer }),
    attributes: Object.entries(attributes)
      .slice(0, most.attributes)
      .map(([key, values]) => [short(key), values.slice(0, most.values).map(short)]),
  };
}

type Asking = Beginning & Answered;

/**
 * What a test has shown, for whoever began it, in the session and the browser in which they did and that brought the answer; whoever else asks before them
 * ends it. The first look notes how it went, without what it said of anybody.
 * @returns null where there is no such test of theirs, or no answer yet
 */
export function readTest(
  acting: ActingPersonally,
  { id, sessionId, browserSecret, relayState, secret }: Asking,
): Promise<TestAnswer | null> {
  const {
    db,
    now,
    actor: { userId },
  } = acting;
  const relayHash = secretHash(relayState);
  return db.transaction().execute(async (trx) => {
    const request = await findTestRequest(trx, relayHash, { now, lock: true });
    const answer = request?.answer ?? null;
    if (!request || answer === null) return null;
    const asked =
      request.configId === id &&
      request.session === sessionId &&
      request.testedBy === userId &&
      isSecret(request.browserHash, browserSecret ?? '');
    if (!asked || !isSecret(request.broughtHash, secret)) {
      if (!answer.noted) await deleteRequest(trx, relayHash);
      return null;
    }
    if (answer.noted) return answer;
    const config = await ownConfig(trx, acting, id);
    await keepTest(trx, config, {
      userId,
      fault: answer.fault,
      settings: answer.fault === null ? request.settings : null,
      now,
    });
    await markNoted(trx, relayHash, answer);
    await acting.audit(trx, {
      action: ssoActions.test,
      entity: 'ssoConfig',
      entityId: id,
      after: { fault: answer.fault },
    });
    return answer;
  });
}
