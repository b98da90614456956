import { createHash, randomBytes } from 'node:crypto';
import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { inviteActions } from '../../identity.audit';
import { changingRights, checkGrant } from '../roles/grants';
import { rolesOf } from '../roles/role.service';
import { findRoles } from '../roles/role.store';
import type { InstallationSecrets } from '../secrets/installation-secrets';
import type { InviteWish } from './invite.contract';
import {
  deleteInviteLink,
  findInvited,
  findInviteLink,
  replaceInviteLink,
  setInviteRoles,
  updateInviteLink,
  type Invited,
  type InviteLink,
} from './invite.store';

/** Thirty days. */
const usualMinutes = 43_200;
const purpose = 'invite link';

export const inviteHash = (token: string) => createHash('sha256').update(token).digest();
/** Of a token that may be missing. */
export const invitationOf = (token: string | undefined) => (token === undefined ? undefined : inviteHash(token));
export const sealedInvite = (secrets: InstallationSecrets, token: string) => secrets.seal(purpose, token);
export const tokenOf = (secrets: InstallationSecrets, { sealedToken }: InviteLink) =>
  secrets.open(purpose, sealedToken);

/** The same, or null where the link was sealed with another secret of the installation. It still lets people in. */
export function readableToken(secrets: InstallationSecrets, link: InviteLink): string | null {
  try {
    return tokenOf(secrets, link);
  } catch {
    return null;
  }
}

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);
const tenantOf = ({ scope }: Pick<ActingPersonally, 'scope'>) => scope.organisationId;

/** The link of the tenant that is acted in, while it is good. @throws Failure 404 noInviteLink */
async function selectInviteLink(
  acting: Pick<ActingPersonally, 'scope' | 'now' | 'db'>,
  db: Parameters<typeof findInviteLink>[0] = acting.db,
): Promise<InviteLink> {
  const link = await findInviteLink(db, { tenantNumber: tenantOf(acting), now: acting.now });
  if (!link) throw fail.notFound('identity.noInviteLink');
  return link;
}

/** The same for whoever wants to hand it on: nobody gives by a link what they lack. @throws Failure 403 beyondYours, 404 noInviteLink */
export async function showInviteLink(acting: ActingPersonally): Promise<InviteLink> {
  const link = await selectInviteLink(acting);
  const given = await findRoles(acting.db, { tenantNumber: tenantOf(acting), ids: link.roleIds });
  checkGrant(
    acting,
    given.flatMap(({ permissions }) => permissions),
  );
  return link;
}

/** Makes a link in the place of the one before. @throws Failure 403 limitedToSites, beyondYours, 404 unknownRole */
export function makeInviteLink(
  acting: ActingPersonally,
  secrets: InstallationSecrets,
  { expiresInMinutes = usualMinutes, shouldSendEmail = false, roleIds = [], maxUses }: InviteWish,
): Promise<InviteLink> {
  const {
    now,
    actor: { userId },
  } = acting;
  const tenantNumber = tenantOf(acting);
  return changingRights(acting, async (trx) => {
    const roles = await rolesOf(trx, tenantNumber, roleIds);
    checkGrant(
      acting,
      roles.flatMap(({ permissions }) => permissions),
    );
    const token = randomBytes(32).toString('base64url');
    const expiresAt = inMinutes(now, expiresInMinutes);
    await replaceInviteLink(trx, {
      tenantNumber,
      userId,
      tokenHash: inviteHash(token),
      sealedToken: sealedInvite(secrets, token),
      shouldSendEmail,
      expiresAt,
      maxUses,
    });
    await setInviteRoles(
      trx,
      tenantNumber,
      roles.map(({ number }) => number),
    );
    await acting.audit(trx, { action: inviteActions.make, entity: 'invite', after: { expiresAt, roleIds, maxUses } });
    return selectInviteLink(acting, trx);
  });
}

/** @throws Failure 403 limitedToSites, beyondYours, 404 noInviteLink, unknownRole */
export function changeInviteLink(
  acting: ActingPersonally,
  { expiresInMinutes, shouldSendEmail, roleIds, maxUses }: InviteWish,
): Promise<InviteLink> {
  const tenantNumber = tenantOf(acting);
  return changingRights(acting, async (trx) => {
    const before = await selectInviteLink(acting, trx);
    const expiresAt = expiresInMinutes === undefined ? before.expiresAt : inMinutes(acting.now, expiresInMinutes);
    // A link that lives longer gives its roles to more people.
    const roles = await rolesOf(trx, tenantNumber, roleIds ?? before.roleIds);
    checkGrant(
      acting,
      roles.flatMap(({ permissions }) => permissions),
    );
    await updateInviteLink(trx, tenantNumber, {
      expiresAt,
      shouldSendEmail: shouldSendEmail ?? before.shouldSendEmail,
      maxUses: maxUses ?? before.maxUses,
    });
    await setInviteRoles(
      trx,
      tenantNumber,
      roles.map(({ number }) => number),
    );
    await acting.audit(trx, {
      action: inviteActions.change,
      entity: 'invite',
      before: { expiresAt: before.expiresAt, roleIds: before.roleIds },
      after: { expiresAt, roleIds: roleIds ?? before.roleIds },
    });
    return selectInviteLink(acting, trx);
  });
}

/** @throws Failure 403 limitedToSites, 404 noInviteLink */
export function revokeInviteLink(acting: ActingPersonally): Promise<void> {
  return changingRights(acting, async (trx) => {
    const { id } = await selectInviteLink(acting, trx);
    await deleteInviteLink(trx, tenantOf(acting));
    await acting.audit(trx, { action: inviteActions.revoke, entity: 'invite', before: { id } });
  });
}

/** The tenant that a link leads into for whoever is new to it. @throws Failure 404 noInviteLink for one that is unknown, over, revoked or used up alike */
export async function readInvite(
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  token: string,
): Promise<Pick<Invited, 'tenantNumber' | 'tenantName'>> {
  const invited = await findInvited(db, { tokenHash: inviteHash(token), now });
  if (!invited || invited.locked || invited.usedUp) throw fail.notFound('identity.noInviteLink');
  return invited;
}
