import { PublishPage } from '../../../views/machine-vision/publish-page';
import { QueuePage } from '../../../views/machine-vision/queue-page';
import { SettingsPage } from '../../../views/machine-vision/settings-page';
import { listDailyMenus } from '../../domain/daily-menus';
import { findEventRow } from '../../domain/events';
import { countOlder, listPhotosOf, readPhotoSettings } from '../../domain/photos';
import { mostPhotos } from '../../domain/photos/photo-limits.rules';
import { listReachable, lookUpSites } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { may } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { sentence, type MessageKey } from '../../platform/i18n/messages';
import { largestPicture } from '../../platform/pictures/pictures';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { listBatches } from './batches.store';
import { listItems } from './labels.service';
import { listAnswers, listOpenLabels } from './labels.store';
import { planPublishing } from './publishing.service';
import { countQueue, findNext, isWaiting } from './queue.store';
import { suggestFor } from './suggestions.service';
import {
  eventParams,
  type eventPhotoParams,
  type Hindrance,
  type ShownEvent,
  type ShownLabel,
  type VisionDone,
} from './vision.contract';
import { queueFilters, queueQuery, type QueueQuery } from './vision.filters';
import { agreementOf, mayUndo, needsAnother, undoDays, type NamedItem } from './vision.rules';

export const path = '/machine-vision';
export const access = 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION' as const;
export type PageContext = Context<'signed-in'>;

export const eventPath = ({ organisationId, eventId }: { organisationId: number; eventId: number }) =>
  `${path}/${organisationId}/events/${eventId}`;
export const publishPath = (organisationId: number) => `${path}/${organisationId}/publish`;

/** A page that answered a form has the form's address; reloading it by hand must lead somewhere. */
export const twinOf = (
  address: `${typeof path}/${string}`,
  params: typeof eventParams | typeof eventPhotoParams = eventParams,
): Route =>
  definePage({
    method: 'get',
    path: address,
    access,
    params,
    walk: [],
    async handle({ params: named }, context) {
      await context.actingIn(named.organisationId);
      return reply.redirect(eventPath(named));
    },
  });

export const statusOf = (refused: RefusedForm | undefined) =>
  refused ? { status: refusedStatus(refused.failure) } : {};

/** So many of the newest answers tell how often people agree. */
const answersForAgreement = 5_000;
const shownBatches = 20;
/** More no kitchen serves on a day. */
const mostOnMenu = 60;

export type Refused = RefusedForm & { form: 'answer' | 'photo' | 'deletion' };

/** The queue at its next event. @throws Failure 404 for an organization that the person does not reach */
export async function queuePage(context: PageContext, query: QueueQuery): Promise<Reply> {
  const acting = await context.actingIn(query.organisationId);
  const asked = { ...query, scope: acting.scope, userId: acting.actor.userId };
  const { show, after = 0 } = query;
  const further = await findNext(context.db, asked, { show, after });
  // What was skipped comes again when nothing else is left.
  const again = further === undefined && after > 0;
  const eventId = again ? await findNext(context.db, asked, { show, after: 0 }) : further;
  return shownPage(context, acting, { query, eventId, again: again && eventId !== undefined });
}

/** The same page for one event. @throws Failure 404 unknownEvent */
export async function eventPage(
  context: PageContext,
  { organisationId, eventId }: { organisationId: number; eventId: number },
  { done, refused }: { done?: VisionDone; refused?: Refused } = {},
): Promise<Reply> {
  const acting = await context.actingIn(organisationId);
  const { siteId, locationId, show } = refused?.typed ?? {};
  const query = queueQuery.parse({ organisationId, siteId, locationId, show, done });
  return shownPage(context, acting, { query, eventId, again: false, ...(refused ? { refused } : {}) });
}

interface Shown {
  query: QueueQuery;
  eventId: number | undefined;
  /** All others were gone through before. */
  again: boolean;
  refused?: Refused;
}

async function shownPage(
  context: PageContext,
  acting: ActingPersonally,
  { query, eventId, again, refused }: Shown,
): Promise<Reply> {
  const { t, db, actor, url, locale } = context;
  const { scope } = acting;
  const sites = await lookUpSites(db, scope, ['A', 'I']);
  const items = await listItems(db, scope.organisationId, locale);
  const shown = eventId === undefined ? null : await readEvent(context, acting, { eventId, items });
  const { trainingConsent } = await readPhotoSettings(db, scope.organisationId);
  const title = t('machineVision.title');
  return reply.page(
    <QueuePage
      t={t}
      settings={settingsOf(context, shown?.event.timeZone)}
      title={title}
      path={path}
      eventPath={eventPath({ organisationId: scope.organisationId, eventId: eventId ?? 0 })}
      photoPath={`${path}/${scope.organisationId}/photos`}
      publishHref={publishPath(scope.organisationId)}
      taxonomyHref={`${path}/${scope.organisationId}/taxonomy`}
      csvHref={
        trainingConsent
          ? withParameters(`/rest/v1${path}/labels/export`, { organisationId: scope.organisationId })
          : null
      }
      settingsHref={
        acting.scope.organisationId === actor.organisation.id && may(actor, 'EDIT_ORGANIZATION_SETTINGS')
          ? '/photo-settings'
          : null
      }
      organisationId={scope.organisationId}
      organisations={await listReachable(db, actor, { permission: access })}
      limited={!seesAll(scope)}
      filters={queueFilters.bar({
        action: path,
        url: url.startsWith(`${path}/`) ? withParameters(path, { organisationId: scope.organisationId }) : url,
        values: query,
        offer: { t, sites },
      })}
      counts={await countQueue(db, { ...query, scope, userId: acting.actor.userId })}
      agreement={agreementOf(await listAnswers(db, scope, answersForAgreement))}
      items={items}
      shown={shown}
      again={again}
      place={{ siteId: query.siteId ?? null, locationId: query.locationId ?? null, show: query.show }}
      skipHref={withParameters(path, {
        organisationId: scope.organisationId,
        siteId: query.siteId ?? null,
        locationId: query.locationId ?? null,
        show: query.show === 'toAnswer' ? null : query.show,
        after: eventId ?? null,
      })}
      lastHref={
        query.last === undefined ? null : eventPath({ organisationId: scope.organisationId, eventId: query.last })
      }
      mostPhotoBytes={largestPicture.bytes}
      deletesPhotos={acting.actor.permissions.has('EDIT_TRANSACTIONS')}
      addsPhoto={
        acting.actor.permissions.has('EDIT_TRANSACTIONS') &&
        shown !== null &&
        shown.hindrance !== 'voided' &&
        shown.photos.length < mostPhotos
      }
      done={query.done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

/** @throws Failure 404 unknownEvent */
async function readEvent(
  { db, locale }: PageContext,
  { scope, actor: { userId } }: ActingPersonally,
  { eventId, items }: { eventId: number; items: readonly NamedItem[] },
): Promise<ShownEvent> {
  const { organisationId } = scope;
  const event = await findEventRow(db, scope, { eventId, locale });
  if (!event) throw fail.notFound('wasteEvents.unknownEvent');
  const waits = await isWaiting(db, scope, eventId);
  const photos = await listPhotosOf(db, organisationId, [eventId]);
  const open = await listOpenLabels(db, organisationId, [eventId]);
  const names = new Map(items.map(({ itemId, name }) => [itemId, name]));
  const answered = open.some((one) => one.userId === userId);
  // A second opinion is given without having seen the first one.
  const labels = open
    .filter(() => answered)
    .map(({ labelId, kind, parts, byName, userId: by, secondWanted }): ShownLabel => ({
      labelId,
      kind,
      parts: parts.map(({ itemId, share }) => ({ name: names.get(itemId) ?? '', share })),
      byName,
      mine: by === userId,
      secondWanted,
    }));
  const { locationId, localDate } = event;
  const asked = { from: localDate, to: localDate, locationId, limit: mostOnMenu, offset: 0, locale };
  const menu = await listDailyMenus(db, scope, asked);
  const hindrance: Hindrance =
    event.voidedAt !== null ? 'voided' : !waits ? 'classified' : needsAnother(open, userId) ? 'needsAnother' : null;
  return {
    event,
    photos: photos.map(({ photoId, takenAt }) => ({ photoId, takenAt: takenAt.toISOString() })),
    ...(hindrance === null ? await suggestFor(db, scope, { event, items }) : { suggestions: [], known: 0 }),
    labels,
    menu: [...new Set(menu.map(({ itemName }) => itemName))],
    hindrance,
  };
}

/** What publishing would change, and what was published. @throws Failure 404 for an organization that the person does not reach */
export async function publishPage(
  context: PageContext,
  organisationId: number,
  { done, refused }: { done?: VisionDone; refused?: RefusedForm } = {},
): Promise<Reply> {
  const { t, db, locale, now } = context;
  const acting = await context.actingIn(organisationId);
  const planned = await planPublishing(acting, locale);
  const batches = await listBatches(db, { scope: acting.scope, userId: acting.actor.userId }, shownBatches);
  const title = t('machineVision.publish.title');
  return reply.page(
    <PublishPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={publishPath(acting.scope.organisationId)}
      batchPath={`${path}/${acting.scope.organisationId}/batches`}
      eventsPath={`${path}/${acting.scope.organisationId}/events`}
      back={withParameters(path, { organisationId: acting.scope.organisationId })}
      planned={planned.map(({ refusal, ...one }) => ({
        ...one,
        refusal: refusal === null ? null : sentence(t, refusal as MessageKey),
      }))}
      batches={batches.map((batch) => ({
        ...batch,
        publishedAt: batch.publishedAt.toISOString(),
        undoneAt: batch.undoneAt?.toISOString() ?? null,
        undoable: mayUndo(batch, now),
      }))}
      undoDays={undoDays}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

/** What the organization says about its photos. Nobody says it for another one. */
export async function settingsPage(
  context: PageContext,
  { done, refused }: { done?: VisionDone; refused?: RefusedForm } = {},
): Promise<Reply> {
  const { t, db, actor, acting, now } = context;
  const title = t('machineVision.settings.title');
  const { organisationId } = acting.scope;
  const asked = refused?.failure.options.fields?.some(({ field }) => field === 'deletes') ?? false;
  const retentionDays = Number(refused?.typed.retentionDays);
  return reply.page(
    <SettingsPage
      t={t}
      title={title}
      action="/photo-settings"
      organisation={actor.organisation.name}
      settings={settingsOf(context)}
      photoSettings={await readPhotoSettings(db, organisationId)}
      deletes={asked ? { retentionDays, photos: await countOlder(db, organisationId, { retentionDays, now }) } : null}
      limited={!seesAll(acting.scope)}
      done={done === 'settings'}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...statusOf(refused) },
  );
}
