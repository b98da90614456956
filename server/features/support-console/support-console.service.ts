import type { Acting } from '../../platform/acting';
import { isInternal, type Actor } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import { fail, Failure } from '../../platform/errors';
import type { Translate } from '../../platform/i18n/messages';
import { describeLines, type Line, type LineLabel } from './lookup-description.rules';
import type { IdLookup, LookupAnswer, UserLookup } from './support-console.contract';
import {
  findDevice,
  findLocation,
  findOrganisation,
  findOwner,
  findPeople,
  findSite,
  type FoundOrganisation,
  type FoundPerson,
  type FoundPlace,
} from './support-console.store';

const { lookUp } = defineActions('person', { lookUp: {} });

/** A name that fits many people is to be said more exactly. */
const mostPeople = 10;

interface ConsoleRequest {
  t: Translate;
  actor: Actor;
  acting: Acting;
  actingIn(organisationId: number): Promise<Acting>;
}

type Lines = Partial<Record<LineLabel, string | number | null>>;

const linesFrom = (lines: Lines): Line[] =>
  (Object.entries(lines) as [LineLabel, string | number | null][]).map(([label, value]) => ({
    label,
    value: value === null ? '' : String(value),
  }));
const named = (name: string | null, id: number | null) => (name === null ? null : `${name} (${id})`);
const minute = (instant: Date | null) => instant && `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const statusIn = ({ t }: Pick<ConsoleRequest, 't'>, { active }: { active: boolean }) =>
  t(active ? 'supportConsole.active' : 'supportConsole.inactive');

const personLines = (asked: ConsoleRequest, person: FoundPerson): Lines => ({
  Organization: person.organisations.map(({ id, name }) => named(name, id)).join(', '),
  User: named(person.fullName, person.userId),
  Login: person.login,
  Email: person.email,
  Status: statusIn(asked, person),
  LastSignIn: minute(person.lastSignInAt),
  Created: minute(person.createdAt),
});

/**
 * Who a user field names: among everybody for internal staff, among the people of their own organisation for others. Who was looked
 * for, and found, is written down. @throws 404 where nobody fits
 */
export async function lookUpPeople(asked: ConsoleRequest, wanted: UserLookup): Promise<LookupAnswer> {
  const { acting, actor } = asked;
  const { people, total } = await acting.db.transaction().execute(async (trx) => {
    const found = await findPeople(trx, isInternal(actor) ? null : acting.scope, { wanted, most: mostPeople });
    const ids = found.people.map(({ userId }) => userId);
    await acting.audit(trx, {
      action: lookUp,
      entity: 'user',
      entityId: ids.length === 1 ? ids[0] : undefined,
      after: { field: wanted.userFieldType, asked: wanted.userField, found: ids },
    });
    return found;
  });
  if (people.length === 0) throw fail.notFound('supportConsole.nobody', { params: { value: wanted.userField } });
  const more: Line[] = total > people.length ? [{ label: 'More', value: String(total - people.length) }] : [];
  return {
    description: describeLines([...people.flatMap((person) => linesFrom(personLines(asked, person))), ...more]),
  };
}

const organisationLines = (asked: ConsoleRequest, found: FoundOrganisation): Lines => ({
  Organization: named(found.name, found.organisationId),
  Status: statusIn(asked, found),
  Country: found.countryCode,
  Currency: found.currencyCode,
  TimeZone: found.timeZone,
  Sites: found.sites,
  Locations: found.locations,
  Devices: found.devices,
});

function placeLines(asked: ConsoleRequest, found: FoundPlace): Lines {
  const { countryCode, currencyCode, timeZone, locations, devices, serial, lastSeenAt } = found;
  const above = {
    Organization: named(found.organisationName, found.organisationId),
    Site: named(found.siteName, found.siteId),
  };
  if (found.deviceId !== null)
    return {
      ...above,
      Location: named(found.locationName, found.locationId),
      Device: named(found.deviceName, found.deviceId),
      Status: statusIn(asked, found),
      Serial: serial,
      LastSeen: minute(lastSeenAt),
    };
  if (found.locationId !== null)
    return {
      ...above,
      Location: named(found.locationName, found.locationId),
      Status: statusIn(asked, found),
      TimeZone: timeZone,
      Devices: devices,
    };
  return {
    ...above,
    Status: statusIn(asked, found),
    Country: countryCode,
    Currency: currencyCode,
    TimeZone: timeZone,
    Locations: locations,
  };
}

/** What has an id, in whatever organisation the person reaches, as far as they see it there. @throws 404 for all that they do not see */
export async function lookUpId(asked: ConsoleRequest, { idType, id }: IdLookup): Promise<LookupAnswer> {
  const {
    acting: { db },
  } = asked;
  const owner = await findOwner(db, { idType, id });
  const acting = owner === null ? null : await asked.actingIn(owner).catch(nullWhereUnreached);
  const lines =
    acting &&
    (await {
      Organization: async () =>
        linesOrNull(await findOrganisation(db, acting.scope), (found) => organisationLines(asked, found)),
      Site: async () => linesOrNull(await findSite(db, acting.scope, id), (found) => placeLines(asked, found)),
      Location: async () => linesOrNull(await findLocation(db, acting.scope, id), (found) => placeLines(asked, found)),
      Device: async () => linesOrNull(await findDevice(db, acting.scope, id), (found) => placeLines(asked, found)),
    }[idType]());
  if (!lines) throw fail.notFound('supportConsole.nothing', { params: { id } });
  return { description: describeLines(linesFrom(lines)) };
}

const linesOrNull = <T>(found: T | null, lines: (found: T) => Lines) => (found === null ? null : lines(found));

function nullWhereUnreached(error: unknown): null {
  if (error instanceof Failure && error.status === 404) return null;
  throw error;
}
