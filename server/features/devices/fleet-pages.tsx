import { toDataURL } from 'qrcode';
import { DevicePage } from '../../../views/devices/device-page';
import type { DeviceShown } from '../../../views/devices/device-words';
import { FleetPage } from '../../../views/devices/fleet-page';
import { NewDevicePage, type DeviceWay } from '../../../views/devices/new-device-page';
import { localeNames } from '../../../views/locales';
import { listPlaces, listReachable } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import type { FleetDone } from './fleet.contract';
import { fleetFilters, narrowed, type FleetQuery } from './fleet.filters';
import { listFleet, readDevice } from './fleet.service';
import { fleetTable } from './fleet.table';

export const monitorPath = '/device-monitor';
export const hubPath = '/device-hub';
/** What somebody needs to change a device. */
export const editing = 'EDIT_SITES' as const;

export type PageContext = Context<'signed-in'>;

/** Whose fleet is looked at, and from which of the two pages. */
export interface Place {
  acting: ActingPersonally;
  /** Of the list. */
  path: string;
  /** Of a device's page, before its id. */
  base: string;
  /** Of the page that looks after several organizations. */
  hub: { organisationId: number; organisations: { organisationId: number; name: string }[] } | null;
}

export const inMonitor = ({ acting }: PageContext): Place => ({
  acting,
  path: monitorPath,
  base: monitorPath,
  hub: null,
});

/** @throws Failure 404 for an organization that the person does not reach */
export async function inHub(context: PageContext, organisationId: number | undefined): Promise<Place> {
  const acting = await context.actingIn(organisationId);
  const of = acting.scope.organisationId;
  return {
    acting,
    path: hubPath,
    base: `${hubPath}/${of}`,
    hub: {
      organisationId: of,
      organisations: await listReachable(context.db, context.actor, { permission: 'VIEW_CCM_TOOLS_TAB' }),
    },
  };
}

const mayEdit = ({ actor }: Pick<ActingPersonally, 'actor'>) => actor.permissions.has(editing);

const sitesOf = ({ db }: PageContext, { acting }: Place) => listPlaces(db, acting.scope);

export async function fleetPage(context: PageContext, place: Place, query: FleetQuery): Promise<Reply> {
  const { t, db, actor, url, now } = context;
  const sites = await sitesOf(context, place);
  const all = await listFleet(db, place.acting.scope, now);
  const reader = { t, permissions: actor.permissions };
  const found = narrowed(all, query, new Map(sites.map(({ siteId, siteName }) => [siteId, siteName])));
  const { rows, total, state } = fleetTable.paged(found, fleetTable.state(query, { reader }));
  const title = t(place.hub ? 'fleet.hubTitle' : 'fleet.monitorTitle');
  return reply.page(
    <FleetPage
      t={t}
      settings={settingsOf(context)}
      now={now}
      place={{ path: place.path, base: place.base, hub: place.hub }}
      title={title}
      adds={mayEdit(place.acting)}
      counts={{
        all: all.filter(({ state: is }) => is !== 'retired').length,
        offline: all.filter(({ state: is }) => is === 'offline').length,
        quiet: all.filter(({ state: is }) => is === 'quiet').length,
      }}
      done={query.done ?? null}
      filters={fleetFilters.bar({ action: place.path, url, values: query, offer: { t, sites } })}
      table={fleetTable.view({ reader, url, rows, total, state })}
    />,
    { title, ...(place.hub ? { secure: true } : {}) },
  );
}

interface Shown {
  deviceId: number;
  done?: FleetDone;
  /** The code that was just made. */
  code?: string;
  /** The code by which another organization has it. */
  releaseCode?: string;
  refused?: RefusedForm & { form: string };
}

/** The code stands in the fragment, which browsers send to nobody. */
async function shownCode(text: string, publicUrl: string) {
  const tracker = `/tracker#code=${text}`;
  return {
    text,
    tracker,
    address: new URL('/tracker', publicUrl).href,
    qr: await toDataURL(new URL(tracker, publicUrl).href, { margin: 2 }),
  };
}

/** @throws Failure 404 unknownDevice */
export async function devicePage(
  context: PageContext,
  place: Place,
  { deviceId, done, code, releaseCode, refused }: Shown,
): Promise<Reply> {
  const { t, db, now, resources } = context;
  const detail = await readDevice(db, place.acting.scope, { deviceId, now });
  const sites = await sitesOf(context, place);
  const shown: DeviceShown = {
    detail,
    sites: sites.filter(({ locations }) => locations.length > 0),
    mayStandNowhere: seesAll(place.acting.scope),
    locales: localeNames,
  };
  return reply.page(
    <DevicePage
      t={t}
      settings={settingsOf(context)}
      now={now}
      place={{ path: place.path, base: place.base, hub: place.hub }}
      edits={mayEdit(place.acting)}
      done={done ?? null}
      releaseCode={releaseCode ?? null}
      code={code === undefined ? null : await shownCode(code, resources.config.publicUrl)}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
      {...shown}
    />,
    {
      title: detail.device.name,
      ...(place.hub ? { secure: true } : {}),
      ...(refused ? { status: refusedStatus(refused.failure) } : {}),
    },
  );
}

export async function newDevicePage(
  context: PageContext,
  place: Place,
  { way, locationId, refused }: { way: DeviceWay; locationId?: number | undefined; refused?: RefusedForm },
): Promise<Reply> {
  const { t } = context;
  const sites = await sitesOf(context, place);
  const title = t(way === 'claim' ? 'fleet.claim.title' : 'fleet.newTitle');
  return reply.page(
    <NewDevicePage
      t={t}
      way={way}
      title={title}
      place={{ path: place.path, base: place.base, hub: place.hub }}
      organisationId={place.acting.scope.organisationId}
      sites={sites.filter(({ locations }) => locations.length > 0)}
      mayStandNowhere={seesAll(place.acting.scope)}
      locationId={locationId ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    {
      title,
      ...(place.hub ? { secure: true } : {}),
      ...(refused ? { status: refusedStatus(refused.failure) } : {}),
    },
  );
}
