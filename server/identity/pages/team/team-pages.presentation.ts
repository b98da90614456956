import { isInternal, type Actor } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import type { Context } from '../../../platform/http/define-route';
import { covers, internalRoles } from '../../../platform/permissions.rules';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import { instantOf, isLocalDate, localDateOf } from '../../../platform/time';
import { waitsForLink } from '../../core/members/team.service';
import { listGivenRoles, listTeam, type TeamMember, type TeamQuery } from '../../core/members/team.store';
import { listTenantRoles, type TenantRole } from '../../core/roles/role.store';
import { ownAlone } from '../../core/tenants/family';
import { boxOf } from './team-forms.contract';
import type { OfferedRole, TeamRow, TeamState } from './team-rows.contract';

type Reading = Pick<Context, 'db' | 'actor' | 'now' | 't'>;

function stateOf(member: TeamMember, now: Date): TeamState {
  if (member.endsAt !== null && member.endsAt <= now) return 'ended';
  if (waitsForLink(member)) return 'invited';
  if (member.disabled) return 'deactivated';
  return member.isLocked ? 'locked' : 'active';
}

export const rolesHere = ({ db, actor }: Pick<Reading, 'db' | 'actor'>): Promise<TenantRole[]> =>
  listTenantRoles(db, actor.organisation.id);

/** A page of the team with what its list shows. */
export async function teamRows(
  { db, actor, now, t }: Reading,
  query: Omit<TeamQuery, 'family' | 'now'>,
): Promise<{ rows: TeamRow[]; members: TeamMember[]; total: number }> {
  const family = ownAlone(actor);
  const { members, total } = await listTeam(db, { ...query, family, now });
  const given = await listGivenRoles(db, { users: members.map(({ userId }) => userId), family });
  const names = new Map((await rolesHere({ db, actor })).map((role) => [role.id, nameOfRole(t, role)]));
  const rows = members.map((member): TeamRow => {
    const { id, name, email, userId, mfaEnrolled, awaitsAnswer, createdAt, lastLogin, endsAt } = member;
    return {
      id,
      name,
      email,
      roles: given.filter((one) => one.userId === userId).flatMap(({ roleId }) => names.get(roleId) ?? []),
      state: stateOf(member, now),
      secondFactor: awaitsAnswer ? null : mfaEnrolled,
      lastLogin: lastLogin?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      lockedUntil: member.lockedUntil?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    };
  });
  return { rows, members, total };
}

/** Internal staff's own roles are for internal staff. */
export const givenHere = (actor: Actor, roles: readonly TenantRole[]): TenantRole[] =>
  roles.filter((role) => isInternal(actor) || !role.builtIn || !internalRoles.includes(role.key));

/** Nobody gives or takes away what they may not do themselves. */
export function offered(
  { actor, t }: Pick<Reading, 'actor' | 't'>,
  roles: readonly TenantRole[],
  { held, ticked }: { held: (role: TenantRole) => boolean; ticked: (role: TenantRole) => boolean },
): OfferedRole[] {
  const here = givenHere(actor, roles);
  const mine = (role: TenantRole) => role.permissions.every((key) => covers(actor.permissions, key));
  return offeredRoles([...new Set([...here, ...roles.filter(held)])], held)
    .filter((role) => held(role) || mine(role))
    .map((role) => ({
      id: role.id,
      name: nameOfRole(t, role),
      box: boxOf(role.id),
      held: ticked(role),
      yours: mine(role),
    }));
}

/** Ten years, as the calls take it. */
const mostSeconds = 315_360_000;

/** @returns in how many seconds a moment is that was typed in the organization's time; undefined where none was. @throws Failure 422 pastEnd */
export function secondsUntil(
  { endDay, endTime }: { endDay: string; endTime: string },
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): number | undefined {
  if (endDay === '') return undefined;
  const time = /^\d\d:\d\d$/.test(endTime) ? `${endTime}:00` : endTime || '23:59:59';
  const at =
    isLocalDate(endDay) && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
      ? instantOf(endDay, time, actor.organisation.timeZone).getTime()
      : NaN;
  const seconds = (at - now.getTime()) / 1000;
  if (seconds > 0 && seconds <= mostSeconds) return seconds;
  throw fail.unprocessable('team.pastEnd', { fields: [{ field: 'endDay', code: 'team.pastEnd' }] });
}

/** The moment at which access ends, as its two fields hold it. */
export function endTyped(endsAt: string | null, { actor }: Pick<Context, 'actor'>) {
  if (endsAt === null) return {};
  const { timeZone } = actor.organisation;
  const instant = new Date(endsAt);
  return {
    endDay: localDateOf(instant, timeZone),
    endTime: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(instant),
  };
}
