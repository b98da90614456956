import { sql } from 'kysely';
import type { FormatSettings } from '../../../views/alerts/alert-mail';
import { visibleLocations } from '../../domain/places';
import type { ReachedPerson } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import type { Trx } from '../../platform/db/database';
import { translator, type Translate } from '../../platform/i18n/messages';
import type { Resources } from '../../platform/resources';
import type { Signer } from '../../platform/signer';
import { localDateOf } from '../../platform/time';
import { eventHref, eventsHref } from './event-href';
import { unsubscribePath, unsubscribeToken, type MailedAbout } from './unsubscribe-token';

/** Somebody who is told, as they read. */
export interface Recipient {
  userId: number;
  name: string;
  email: string;
  t: Translate;
  settings: FormatSettings;
  alertsUrl: string;
  /** What they see in the organisation. */
  scope: Scope;
  /** null where they may look at no single event. */
  eventUrl(eventId: number): string | null;
  /** All of the days and the place of these; null likewise. */
  eventsUrl(of: readonly { locationId: number; event: { occurredAt: Date; timeZone: string } }[]): string | null;
  /** Ends the mails about this, without a sign-in. */
  unsubscribeUrl(about: MailedAbout): string;
  sees(locationId: number): boolean;
}

interface RecipientQuery {
  organisationId: number;
  userIds: readonly number[];
  /** Those of the events that are told. */
  locationIds: readonly number[];
}

interface Known {
  userId: number;
  email: string;
  timeZone: string;
  isMember: boolean;
}

/** Those of the people who are in the organisation, or reach it, when they are told: nobody switched off, nobody who has left. */
export async function findRecipients(
  trx: Trx,
  resources: Pick<Resources, 'reach' | 'config' | 'signer'>,
  { organisationId, userIds, locationIds }: RecipientQuery,
): Promise<Map<number, Recipient>> {
  const { rows } = await sql<Known>`
    select p.id as "userId", p.email, o.time_zone as "timeZone", p.id in (select identity.active_members(${organisationId})) as "isMember"
    from identity.person p join organisation o on o.id = ${organisationId}
    where p.id = any(${[...new Set(userIds)]}::bigint[]) and p.status = 'A'`.execute(trx);
  const found = new Map<number, Recipient>();
  for (const known of rows) {
    const reached = await resources.reach.ofPerson(trx, { userId: known.userId, organisationId });
    if (!reached) continue;
    const seen = await listSeen(trx, reached.scope, locationIds);
    found.set(known.userId, {
      ...recipientOf(known, { ...reached, publicUrl: resources.config.publicUrl, signer: resources.signer }),
      sees: (locationId) => seen === null || seen.has(locationId),
    });
  }
  return found;
}

/** null: all of them. */
async function listSeen(trx: Trx, scope: Scope, locationIds: readonly number[]): Promise<ReadonlySet<number> | null> {
  if (scope.restriction === null) return null;
  const { rows } = await sql<{
    id: number;
  }>`select l.id from location l where l.id = any(${[...new Set(locationIds)]}::bigint[]) and ${visibleLocations(scope)}`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

function recipientOf(
  { userId, email, timeZone, isMember }: Known,
  { actor, scope, forms, publicUrl, signer }: ReachedPerson & { publicUrl: string; signer: Signer },
): Omit<Recipient, 'sees'> {
  const elsewhere = isMember ? '' : `organisationId=${scope.organisationId}`;
  const address = (path: string) => new URL(path, publicUrl).href;
  const addressIf = (href: string | null) => (href === null ? null : address(href));
  const looking = { permissions: actor.permissions, organisationId: isMember ? null : scope.organisationId };
  return {
    userId,
    email,
    scope,
    name: actor.fullName,
    t: translator(actor.locale),
    settings: { locale: actor.locale, unit: actor.unit, timeZone, forms },
    alertsUrl: address(`/alerts${elsewhere && `?${elsewhere}`}`),
    unsubscribeUrl: (about) =>
      address(
        `${unsubscribePath}/${unsubscribeToken(signer, { organisationId: scope.organisationId, userId, about })}`,
      ),
    eventUrl: (eventId) => addressIf(eventHref(looking, eventId)),
    eventsUrl(of) {
      const days = of.map(({ event }) => localDateOf(event.occurredAt, event.timeZone)).sort();
      const [from, to, locations] = [days[0], days.at(-1), new Set(of.map(({ locationId }) => locationId))];
      if (from === undefined || to === undefined) return null;
      return addressIf(
        eventsHref(looking, { from, to, locationId: locations.size === 1 ? (of[0]?.locationId ?? null) : null }),
      );
    },
  };
}
