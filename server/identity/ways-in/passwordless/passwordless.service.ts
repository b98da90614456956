import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { invitationOf } from '../../core/invitations/invite.service';
import { sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Admission } from '../../policies/entry/arrival';
import { codeTries } from '../../policies/lockout/code-tries.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import type { IdentityPorts } from '../../ports';
import { admit } from '../admission/admission';
import { codeDigest, digest, sendEntryJob } from './entry-mail';
import { stillOpens, type EntryKind } from './passwordless.rules';
import { addEntry, countTries, endEntry, findArrival, findLink, forgetTries, lockEntry } from './passwordless.store';

const perAddress: Limit = { name: 'entry-ip', points: 30, seconds: 3600 };
const perName: Limit = { name: 'entry-name', points: 5, seconds: 3600 };
/** As many as passwords. */
const triesPerAddress: Limit = { name: 'entry-try-ip', points: 100, seconds: 600 };

type Dependencies = Pick<IdentityPorts, 'config' | 'rateLimits' | 'metrics'>;

const wayOf = { LINK: 'magicLink', CODE: 'emailCode' } as const satisfies Record<EntryKind, string>;

function checkOpen({ config }: Pick<Dependencies, 'config'>, kind: EntryKind): void {
  if (!isWayOpen(config.identity.authStrategy, wayOf[kind])) throw fail.forbidden('identity.wayClosed');
}

const refused = () => fail.signedOut('identity.entryRefused');

/**
 * Has a link or a code mailed that signs somebody in. The same work for every name, known or not: whose it is, is looked up by the job.
 * @returns what the browser keeps: it brings it together with a code, which opens nothing elsewhere; a link works in any browser, since mail is often read in another,
 * and is told apart by it alone
 * @throws Failure 403 where this way is switched off, 422 and 503 of the captcha, 429 after too many requests
 */
export async function requestEntry(
  visitor: Visitor,
  { kind, askedFor, recaptchaToken }: { kind: EntryKind; askedFor: string; recaptchaToken?: string | undefined },
  needs: Dependencies & Pick<IdentityParts, 'captcha'>,
): Promise<string> {
  checkOpen(needs, kind);
  const { db, jobs, now } = visitor;
  await needs.rateLimits.take(perAddress, visitor.ip);
  await needs.captcha.check(visitor, recaptchaToken);
  await needs.rateLimits.take(perName, askedFor);
  const flow = randomBytes(32).toString('base64url');
  await db.transaction().execute(async (trx) => {
    const id = await addEntry(trx, { kind, askedFor, flowHash: digest(flow), now });
    await jobs.send(trx, sendEntryJob, { id });
  });
  return flow;
}

export interface ShownLink {
  /** Whose account it opens. */
  email: string;
  /** It was asked for in this browser. */
  here: boolean;
}

/** What the page of a link says before anybody is signed in by it: a link that somebody else sent would sign them in to another's account. @returns null for one that is not good */
export async function showLink(
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  { token, flow }: { token: string; flow: string | null },
): Promise<ShownLink | null> {
  const entry = await findLink(db, digest(token));
  if (!entry || entry.email === null || !stillOpens(entry, now)) return null;
  return {
    email: entry.email,
    here: flow !== null && entry.flowHash !== null && timingSafeEqual(entry.flowHash, digest(flow)),
  };
}

/** Lets in whoever brings a mailed link. @throws Failure 401 for one that is not good, 403 where this way is switched off, 422 for an invite link that is not good */
export function enterByMagicLink(
  visitor: Visitor,
  { token, invitationToken }: { token: string; invitationToken?: string | undefined },
  needs: Dependencies,
): Promise<Admission> {
  return entering(visitor, needs, {
    kind: 'LINK',
    invitationToken,
    async find(trx) {
      const entry = await lockEntry(trx, 'LINK', digest(token));
      if (!entry || entry.userId === null || !stillOpens(entry, visitor.now)) return null;
      return { id: entry.id, userId: entry.userId, subjects: [] };
    },
  });
}

interface GivenCode {
  code: string;
  /** What this browser was given when it asked. */
  flow: string | null;
  /** Of a link by which they join a tenant on the way in. */
  invitationToken?: string | undefined;
}

/**
 * Lets in whoever brings a mailed code in the browser that asked for it. Tries are counted on the account and on the name that was asked
 * with, so that beginning anew gives no further ones, and known and unknown names are told alike.
 * @throws Failure 401 for one that is not right, 403 where this way is switched off, 429 after too many wrong ones
 */
export function enterByCode(
  visitor: Visitor,
  { code, flow, invitationToken }: GivenCode,
  needs: Dependencies,
): Promise<Admission> {
  const { now } = visitor;
  return entering(visitor, needs, {
    kind: 'CODE',
    invitationToken,
    async find(trx) {
      const entry = flow === null ? null : await lockEntry(trx, 'CODE', digest(flow));
      if (!entry) return null;
      const subjects = [`name ${entry.askedFor}`, ...(entry.userId === null ? [] : [`user ${entry.userId}`])];
      if ((await countTries(trx, subjects, now)) > codeTries.most)
        throw fail.tooMany('errors.tooMany', { params: { seconds: codeTries.seconds } });
      const right = entry.secretHash !== null && timingSafeEqual(entry.secretHash, codeDigest(entry.id, code));
      return right && entry.userId !== null && stillOpens(entry, now)
        ? { id: entry.id, userId: entry.userId, subjects }
        : null;
    },
  });
}

interface Finding {
  kind: EntryKind;
  invitationToken: string | undefined;
  /** What is counted there stays counted where nothing is found. */
  find(trx: Trx): Promise<{ id: string; userId: number; subjects: readonly string[] } | null>;
}

async function entering(
  visitor: Visitor,
  { config, rateLimits, metrics }: Dependencies,
  { kind, invitationToken, find }: Finding,
): Promise<Admission> {
  checkOpen({ config }, kind);
  await rateLimits.take(triesPerAddress, visitor.ip);
  const { db, now } = visitor;
  const admission = await db.transaction().execute(async (trx) => {
    const found = await find(trx);
    const arrival = found && (await findArrival(trx, found.userId, now));
    if (!found || !arrival) {
      await visitor.audit(trx, { action: sessionActions.refuse, entity: 'user', after: { way: wayOf[kind] } });
      return null;
    }
    await endEntry(trx, found.id, now);
    if (found.subjects.length > 0) await forgetTries(trx, found.subjects);
    return admit(trx, visitor, {
      ...arrival,
      way: wayOf[kind],
      amr: ['otp'],
      invitation: invitationOf(invitationToken),
    });
  });
  metrics.signIn(admission ? 'accepted' : 'refused');
  if (!admission) throw refused();
  return admission;
}
