import { localeNames } from '../../../views/locales';
import { NewProfilePage } from '../../../views/menu-manager/new-profile-page';
import { PreviewPage } from '../../../views/menu-manager/preview-page';
import { ProfileListPage } from '../../../views/menu-manager/profile-list-page';
import { ProfilePage } from '../../../views/menu-manager/profile-page';
import type { Pending } from '../../../views/menu-manager/profile-parts';
import { listReachable } from '../../domain/places';
import { listProfiles, nameButtons } from '../../domain/tracker-profiles';
import { orderOfNow } from '../../domain/tracker-profiles/order.rules';
import type { ButtonKind } from '../../domain/tracker-profiles/profiles.contract';
import { idsOf, kinds, markOf } from '../../domain/tracker-profiles/profiles.rules';
import type { ActingPersonally } from '../../platform/acting';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { translator } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import type {
  PreviewQuery,
  ProfileAddress,
  ProfileDetail,
  ProfileDone,
  ProfileForm,
  ProfileQuery,
} from './menu-manager.contract';
import { narrowed, profileFilters, type ProfileListQuery } from './menu-manager.filters';
import { findVersion, readButtons, readLocales, readOffer, readProfile, readVersions } from './menu-manager.service';
import { profileTable } from './menu-manager.table';

export const menuManagerPath = '/menu-manager';
export const permission = 'VIEW_TRACKER_PROFILE_MANAGER' as const;

export type PageContext = Context<'signed-in'>;

export const pathOf = ({ organisationId, profileId }: ProfileAddress) =>
  `${menuManagerPath}/${organisationId}/${profileId}`;

const listHref = ({ organisationId }: { organisationId: number }) =>
  `${menuManagerPath}?organisationId=${organisationId}`;

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(context: PageContext, query: ProfileListQuery): Promise<Reply> {
  const { t, db, actor, url, now } = context;
  const acting = await context.actingIn(query.organisationId);
  const all = await listProfiles(db, acting.scope);
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = profileTable.paged(narrowed(all, query), profileTable.state(query, { reader }));
  const title = t('menuManager.title');
  return reply.page(
    <ProfileListPage
      t={t}
      settings={settingsOf(context)}
      now={now}
      path={menuManagerPath}
      organisationId={acting.scope.organisationId}
      organisations={await listReachable(db, actor, { permission })}
      all={all.length}
      done={query.done ?? null}
      limited={!seesAll(acting.scope)}
      filters={profileFilters.bar({ action: menuManagerPath, url, values: query, offer: { t } })}
      table={profileTable.view({ reader, url, rows, total, state })}
    />,
    { title },
  );
}

/** @throws Failure 404 for an organization that the person does not reach */
export async function newPage(
  context: PageContext,
  { organisationId, refused }: { organisationId: number | undefined; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(organisationId);
  const profiles = (await listProfiles(db, acting.scope)).filter(({ archived }) => !archived);
  const title = t('menuManager.newTitle');
  return reply.page(
    <NewProfilePage
      t={t}
      title={title}
      action={`${menuManagerPath}/new`}
      back={listHref(acting.scope)}
      organisationId={acting.scope.organisationId}
      profiles={profiles.map(({ profileId, name }) => ({ profileId, name }))}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

interface Shown {
  query?: ProfileQuery;
  refused?: RefusedForm & { form: ProfileForm };
}

/** @throws Failure 404 unknownProfile */
export async function profilePage(
  context: PageContext,
  address: ProfileAddress,
  { query = {}, refused }: Shown,
): Promise<Reply> {
  const { t, db, now, locale } = context;
  const acting = await context.actingIn(address.organisationId);
  const detail = await readProfile(db, acting.scope, address.profileId);
  const typed = refused?.typed ?? {};
  const section = kinds.find((kind) => kind === typed.kind) ?? query.section ?? 'item';
  const adds =
    query.adds === '1' ||
    // A new organization has no items to start with.
    (query.done === 'created' && detail.buttons.every(({ kind }) => kind !== 'item')) ||
    refused?.form === 'name' ||
    (refused?.form === 'add' && refused.failure.code !== 'menuManager.changedMeanwhile');
  const text = query.text ?? typed.text ?? '';
  const { buttons } = detail;
  return reply.page(
    <ProfilePage
      t={t}
      settings={settingsOf(context)}
      now={now}
      detail={detail}
      organisationId={acting.scope.organisationId}
      action={pathOf(address)}
      back={listHref(acting.scope)}
      section={section}
      offer={adds ? await readOffer(db, acting.scope, { kind: section, text, buttons, locale }) : null}
      mark={markOf(detail.base)}
      translates={acting.actor.permissions.has('EDIT_HIERARCHIES')}
      limited={!seesAll(acting.scope)}
      localeNames={localeNames}
      done={doneOf(query)}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
      pending={refused ? await pendingOf(acting, detail, { section, refused }) : null}
    />,
    { title: detail.row.name, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const doneOf = ({ done }: ProfileQuery): NonNullable<ProfileDone> | null => done ?? null;

/** What somebody wanted of a draft that another had changed meanwhile, to be sent again as the draft is now. */
async function pendingOf(
  acting: ActingPersonally,
  { buttons }: ProfileDetail,
  { section, refused: { form, failure, typed } }: { section: ButtonKind; refused: RefusedForm & { form: ProfileForm } },
): Promise<Pending | null> {
  if (failure.code !== 'menuManager.changedMeanwhile') return null;
  const idsIn = (text: string | undefined) => (text ?? '').split(',').map(Number).filter(Number.isSafeInteger);
  const named = async (ids: number[]) =>
    nameButtons(
      acting.db,
      acting.scope.organisationId,
      ids.map((refId) => ({ kind: section, refId })),
    );
  if (form === 'add')
    return { form, fields: { kind: section, refIds: typed.refIds ?? '' }, buttons: await named(idsIn(typed.refIds)) };
  if (form === 'remove' && typed.refId)
    return { form, fields: { kind: section, refId: typed.refId }, buttons: await named(idsIn(typed.refId)) };
  if (form === 'move') {
    const [direction, refId] = typed.up ? ['up', typed.up] : ['down', typed.down ?? ''];
    return { form, fields: { kind: section, [direction]: refId }, buttons: await named(idsIn(refId)) };
  }
  if (form === 'order') {
    const order = orderOfNow(idsIn(typed.order), idsOf(buttons, section));
    return { form, fields: { kind: section, order: order.join(',') }, buttons: await named(order) };
  }
  return form === 'discard' ? { form, fields: {}, buttons: [] } : null;
}

/** @throws Failure 404 unknownProfile, unknownVersion */
export async function previewPage(
  context: PageContext,
  address: ProfileAddress,
  { version, step, locale }: PreviewQuery,
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const { row, versions } = await readVersions(db, acting.scope, address.profileId);
  const shown = version === undefined ? versions[0] : findVersion(versions, version);
  const buttons = shown ? await readButtons(db, acting.scope, shown) : [];
  const { ownLocale, locales } = await readLocales(db, acting.scope.organisationId);
  const spoken = locale ?? (Object.keys(localeNames) as (keyof typeof localeNames)[]).find((one) => one === ownLocale);
  const language = spoken ?? context.locale;
  const title = t('menuManager.preview.title', { profile: row.name });
  return reply.page(
    <PreviewPage
      t={t}
      speak={translator(language)}
      settings={settingsOf(context)}
      title={title}
      row={row}
      version={shown?.version ?? null}
      buttons={buttons.filter(({ retired }) => !retired)}
      step={step ?? null}
      locale={language}
      locales={locales}
      localeNames={localeNames}
      path={`${pathOf(address)}/preview`}
      back={pathOf(address)}
    />,
    { title },
  );
}
