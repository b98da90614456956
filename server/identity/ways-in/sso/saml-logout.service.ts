import { randomBytes } from 'node:crypto';
import { stringify } from 'node:querystring';
import type { SAML } from '@node-saml/passport-saml';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { noteRefusedLogout } from './logout-refusal';
import { endNamedSessions, type LeftSession } from './provider-session.store';
import { LogoutRefused, type LogoutMessage } from './saml-logout-message';
import { judgeLogoutRequest, judgeLogoutResponse, messageMs } from './saml-logout.rules';
import { listProvidersOf, noteMessage, takeOurMessage, type LeavingProvider } from './saml-logout.store';
import { skewMs } from './saml-response.rules';
import { SigningSaml } from './signing-saml';
import { spSigning } from './sp-keys';
import { logoutUrl, serviceProvider } from './sso.presentation';
import type { SsoConfig } from './sso.store';
import { certificatesOf } from './xml-signature';

type Dependencies = Pick<IdentityParts, 'config' | 'secret' | 'rateLimits'>;

/** Each signature is verified before it is known whose it is, in the thread in which sign-ins wait, too. */
export const readPerAddress: Limit = { name: 'saml-logout-read-ip', points: 300, seconds: 600 };
/** What is refused leaves a row of audit each. */
const refusedPerAddress: Limit = { name: 'saml-logout-ip', points: 30, seconds: 600 };

const newId = () => `_${randomBytes(20).toString('hex')}`;

/** How a provider answers a request of ours in time: somebody may have to say there that they mean it. */
const answerMs = 600_000;

interface Signer {
  provider: Pick<LeavingProvider, 'publicCertificate' | 'ssoEndpoint'>;
  to: string;
  id: string;
}

async function signer(
  { db, now }: Visitor,
  { provider, to, id }: Signer,
  { config, secret }: Dependencies,
): Promise<SAML> {
  const { acsUrl, spEntityId } = serviceProvider(config.publicUrl);
  const { privateKey } = await spSigning({ db, secret, now });
  return new SigningSaml({
    callbackUrl: acsUrl,
    issuer: spEntityId,
    idpCert: certificatesOf(provider.publicCertificate),
    entryPoint: provider.ssoEndpoint,
    logoutUrl: to,
    privateKey,
    signatureAlgorithm: 'sha256',
    generateUniqueId: () => id,
  });
}

/** In the encoding that was signed: the library signs one text and writes another into the address where a space or the like stands in what a provider wants back. */
function asSigned(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`;
}

/** A signed request in an address (SAML V2.0 Profiles, OASIS 2005, section 4.4). */
export async function samlLogoutAddress(
  visitor: Visitor,
  { provider, left }: { provider: SsoConfig; left: LeftSession },
  needs: Dependencies,
): Promise<string> {
  const { db, now } = visitor;
  const id = newId();
  const saml = await signer(visitor, { provider, to: provider.sloEndpoint, id }, needs);
  const { nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex } = left;
  const address = await saml.getLogoutUrlAsync(
    {
      issuer: provider.idpEntityId,
      nameID: nameId,
      nameIDFormat: nameIdFormat || 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ...(nameQualifier === null ? {} : { nameQualifier }),
      ...(spNameQualifier === null ? {} : { spNameQualifier }),
      ...(sessionIndex === null ? {} : { sessionIndex }),
    },
    '',
    {},
  );
  await db.transaction().execute((trx) =>
    noteMessage(trx, {
      configNumber: provider.number,
      messageId: id,
      ours: true,
      until: new Date(now.getTime() + answerMs),
    }),
  );
  return asSigned(address);
}

/** What has come of a message of a provider: `left` here and there, `leftHere` alone, `refused`; or where its answer goes. */
export type LogoutOutcome = { kind: 'left' | 'leftHere' | 'refused' } | { kind: 'answer'; address: string };

/**
 * Does what a provider says about leaving: a signed request of it ends the sessions that it began, whichever browser brings it, and is answered;
 * a signed answer says whether somebody who left here has left there.
 * @param message null for what is none; nothing is done then
 * @throws Failure 429 after too many from an address, and after fewer that were refused
 */
export async function takeLogoutMessage(
  visitor: Visitor,
  message: LogoutMessage | null,
  needs: Dependencies,
): Promise<LogoutOutcome> {
  if (!message) return { kind: 'refused' };
  await needs.rateLimits.take(readPerAddress, visitor.ip);
  const named = await listProvidersOf(visitor.db, message.issuer);
  try {
    const providers = await signers(message, named);
    return await (message.kind === 'LogoutRequest' ? obey : settle)(visitor, { message, providers }, needs);
  } catch (error) {
    if (!(error instanceof LogoutRefused)) throw error;
    await needs.rateLimits.take(refusedPerAddress, visitor.ip);
    await noteRefusedLogout(visitor, { providers: named, way: 'samlLogout', fault: error.fault });
    return { kind: message.kind === 'LogoutRequest' ? 'refused' : 'leftHere' };
  }
}

interface Signed {
  message: LogoutMessage;
  /** Those whose key signed it, at least one. */
  providers: readonly LeavingProvider[];
}

async function signers(message: LogoutMessage, named: readonly LeavingProvider[]): Promise<LeavingProvider[]> {
  if (named.length === 0) throw new LogoutRefused('wrongIssuer');
  const signs = new Map<string, boolean>();
  for (const { publicCertificate } of named)
    if (!signs.has(publicCertificate)) signs.set(publicCertificate, await message.isOf(publicCertificate));
  const signed = named.filter(({ publicCertificate }) => signs.get(publicCertificate));
  if (signed.length === 0) throw new LogoutRefused('badSignature');
  return signed;
}

async function obey(visitor: Visitor, { message, providers }: Signed, needs: Dependencies): Promise<LogoutOutcome> {
  const { now } = visitor;
  const person = judgeLogoutRequest(message.root, { logoutUrl: logoutUrl(needs.config.publicUrl), now });
  if (typeof person === 'string') throw new LogoutRefused(person);
  const { messageId, nameId: nameID, nameIdFormat: nameIDFormat } = person;
  await visitor.db.transaction().execute(async (trx) => {
    const until = new Date(now.getTime() + messageMs + skewMs);
    for (const { number: configNumber, tenantNumber } of providers) {
      if (!(await noteMessage(trx, { configNumber, messageId, ours: false, until })))
        throw new LogoutRefused('repeated');
      for (const { sessionId, userId } of await endNamedSessions(trx, { configNumber, person, now })) {
        await visitor.audit(trx, {
          action: sessionActions.end,
          entity: 'session',
          entityId: sessionId,
          organisationId: tenantNumber,
          after: { userId, way: 'samlLogout' },
        });
      }
    }
  });
  const answered = providers.find(({ sloAnswerEndpoint }) => sloAnswerEndpoint !== '');
  if (!answered) return { kind: 'left' };
  const saml = await signer(visitor, { provider: answered, to: answered.sloAnswerEndpoint, id: newId() }, needs);
  return {
    kind: 'answer',
    address: asSigned(
      await saml.getLogoutResponseUrlAsync(
        { ID: messageId, issuer: message.issuer, nameID, nameIDFormat },
        message.relayState ?? '',
        {},
        true,
      ),
    ),
  };
}

async function settle(
  visitor: Visitor,
  { message, providers }: Signed,
  { config }: Dependencies,
): Promise<LogoutOutcome> {
  const { now } = visitor;
  const answer = judgeLogoutResponse(message.root, { logoutUrl: logoutUrl(config.publicUrl), now });
  if (typeof answer === 'string') throw new LogoutRefused(answer);
  const taken = await visitor.db.transaction().execute(async (trx) => {
    for (const { number: configNumber } of providers)
      if (await takeOurMessage(trx, { configNumber, messageId: answer.inResponseTo, now })) return true;
    return false;
  });
  if (!taken) throw new LogoutRefused('unknownRequest');
  return { kind: answer.everywhere ? 'left' : 'leftHere' };
}
