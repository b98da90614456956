import { toDataURL } from 'qrcode';
import { NewShipmentPage } from '../../../views/device-shipper/new-shipment-page';
import { LabelPage, PackingListPage } from '../../../views/device-shipper/print-pages';
import { ShipmentListPage } from '../../../views/device-shipper/shipment-list-page';
import { ShipmentPage } from '../../../views/device-shipper/shipment-page';
import { listPlaces, listReachable } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import type { ShipmentAddress, ShipmentDone } from './shipments.contract';
import { narrowed, shipmentFilters, type ShipmentQuery } from './shipments.filters';
import { readShipment } from './shipments.service';
import { listShipments } from './shipments.store';
import { shipmentTable } from './shipments.table';

export const shipperPath = '/device-shipper';
export const permission = 'VIEW_CCM_TOOLS_TAB' as const;
/** What somebody needs to change a shipment: it moves devices. */
export const editing = 'EDIT_SITES' as const;

export type PageContext = Context<'signed-in'>;

export const pathOf = ({ organisationId, shipmentId }: ShipmentAddress) =>
  `${shipperPath}/${organisationId}/${shipmentId}`;

const listHref = ({ scope }: ActingPersonally) => `${shipperPath}?organisationId=${scope.organisationId}`;

const mayEdit = ({ actor }: ActingPersonally) => actor.permissions.has(editing);

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(context: PageContext, query: ShipmentQuery): Promise<Reply> {
  const { t, db, actor, url } = context;
  const acting = await context.actingIn(query.organisationId);
  const sites = await listPlaces(db, acting.scope);
  const all = await listShipments(db, acting.scope);
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = shipmentTable.paged(narrowed(all, query), shipmentTable.state(query, { reader }));
  const title = t('deviceShipper.title');
  return reply.page(
    <ShipmentListPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={shipperPath}
      csvHref={withParameters(`/rest/v1${shipperPath}/export`, {
        organisationId: acting.scope.organisationId,
        text: query.text ?? null,
        siteId: query.siteId ?? null,
        state: query.state,
      })}
      organisationId={acting.scope.organisationId}
      organisations={await listReachable(db, actor, { permission })}
      all={all.length}
      limited={!seesAll(acting.scope)}
      adds={mayEdit(acting) && sites.some(({ whole }) => whole)}
      done={query.done ?? null}
      filters={shipmentFilters.bar({ action: shipperPath, url, values: query, offer: { t, sites } })}
      table={shipmentTable.view({ reader, url, rows, total, state })}
    />,
    { title, secure: true },
  );
}

/** @throws Failure 404 for an organization that the person does not reach */
export async function newPage(
  context: PageContext,
  { organisationId, refused }: { organisationId: number | undefined; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(organisationId);
  const sites = (await listPlaces(db, acting.scope)).filter(({ whole }) => whole);
  const title = t('deviceShipper.newTitle');
  return reply.page(
    <NewShipmentPage
      t={t}
      title={title}
      action={`${shipperPath}/new`}
      back={listHref(acting)}
      organisationId={acting.scope.organisationId}
      sites={sites.map(({ siteId, siteName }) => ({ siteId, siteName }))}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

interface Shown {
  done?: ShipmentDone;
  refused?: RefusedForm & { form: string };
}

/** @throws Failure 404 */
export async function shipmentPage(
  context: PageContext,
  address: ShipmentAddress,
  { done, refused }: Shown,
): Promise<Reply> {
  const { t, db, now } = context;
  const acting = await context.actingIn(address.organisationId);
  const detail = await readShipment(db, acting.scope, address.shipmentId);
  const { number, timeZone } = detail.shipment;
  const title = t('deviceShipper.numbered', { number });
  return reply.page(
    <ShipmentPage
      t={t}
      settings={settingsOf(context, timeZone)}
      title={title}
      path={pathOf(address)}
      back={listHref(acting)}
      devices={`/device-hub/${address.organisationId}/devices`}
      today={localDateOf(now, timeZone)}
      edits={mayEdit(acting)}
      addsNew={seesAll(acting.scope)}
      detail={detail}
      done={done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title, secure: true, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** On paper, for the box. @throws Failure 404 */
export async function packingListPage(context: PageContext, address: ShipmentAddress): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const { shipment, items } = await readShipment(db, acting.scope, address.shipmentId);
  const codes = await Promise.all(items.map(({ serial }) => toDataURL(serial, { margin: 1 })));
  return reply.page(
    <PackingListPage
      t={t}
      settings={settingsOf(context, shipment.timeZone)}
      back={pathOf(address)}
      organisation={await nameOf(context, acting)}
      shipment={shipment}
      items={items.map((item, at) => ({ ...item, qr: codes[at] ?? '' }))}
    />,
    { title: t('deviceShipper.packingList'), layout: 'alone' },
  );
}

/** On paper, for the outside of the box. @throws Failure 404 */
export async function labelPage(context: PageContext, address: ShipmentAddress): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const { shipment } = await readShipment(db, acting.scope, address.shipmentId);
  return reply.page(
    <LabelPage t={t} back={pathOf(address)} organisation={await nameOf(context, acting)} shipment={shipment} />,
    { title: t('deviceShipper.label'), layout: 'alone' },
  );
}

const nameOf = async ({ db, actor }: PageContext, { scope }: ActingPersonally): Promise<string> =>
  (await listReachable(db, actor, { permission })).find(({ organisationId }) => organisationId === scope.organisationId)
    ?.name ?? actor.organisation.name;
