import { localeNames } from '../../../views/locales';
import { ImageListPage } from '../../../views/manage-images/image-list-page';
import { ImagePage } from '../../../views/manage-images/image-page';
import { NewImagePage } from '../../../views/manage-images/new-image-page';
import { ReplacePage } from '../../../views/manage-images/replace-page';
import { listImages } from '../../domain/images';
import { picturedElements } from '../../domain/images/images.rules';
import { listReachable } from '../../domain/places';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { largestPicture } from '../../platform/pictures/pictures';
import { seesAll } from '../../platform/restriction.rules';
import type { ImageAddress, ImageForm, ImageQuery, ReplaceQuery } from './manage-images.contract';
import { imageFilters, isNamed, narrowed, tagsOf, type ImageListQuery } from './manage-images.filters';
import { mostOffered, readImage, readOffer, replacementsFor } from './manage-images.service';
import { imageTable } from './manage-images.table';

export const imagesPath = '/manage-images';
export const permission = 'EDIT_REF_DATA_IMAGE' as const;

export type PageContext = Context<'signed-in'>;

export const pathOf = ({ organisationId, imageId }: ImageAddress) => `${imagesPath}/${organisationId}/${imageId}`;

export const listHref = ({ organisationId }: { organisationId: number }) =>
  `${imagesPath}?organisationId=${organisationId}`;

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(context: PageContext, query: ImageListQuery): Promise<Reply> {
  const { t, db, actor, url, now } = context;
  const { scope } = await context.actingIn(query.organisationId);
  const all = await listImages(db, scope.organisationId);
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = imageTable.paged(narrowed(all, query), imageTable.state(query, { reader }));
  return reply.page(
    <ImageListPage
      t={t}
      settings={settingsOf(context)}
      now={now}
      path={imagesPath}
      organisationId={scope.organisationId}
      organisations={await listReachable(db, actor, { permission })}
      all={all.length}
      edits={seesAll(scope)}
      done={query.done ?? null}
      filters={imageFilters.bar({ action: imagesPath, url, values: query, offer: { t, tags: tagsOf(all) } })}
      table={imageTable.view({ reader, url, rows, total, state })}
    />,
    { title: t('manageImages.title') },
  );
}

/** @throws Failure 404 for an organization that the person does not reach */
export async function newPage(
  context: PageContext,
  { organisationId, refused }: { organisationId: number | undefined; refused?: RefusedForm },
): Promise<Reply> {
  const { t } = context;
  const { scope } = await context.actingIn(organisationId);
  const title = t('manageImages.newTitle');
  return reply.page(
    <NewImagePage
      t={t}
      title={title}
      action={`${imagesPath}/new`}
      back={listHref(scope)}
      organisationId={scope.organisationId}
      edits={seesAll(scope)}
      mostBytes={largestPicture.bytes}
      refused={refused ? refusalIn(t, refused) : null}
      tooLarge={refused?.failure.status === 413}
    />,
    { title, ...statusOf(refused) },
  );
}

interface Shown {
  query?: ImageQuery;
  refused?: RefusedForm & { form: ImageForm };
}

/** @throws Failure 404 unknownImage */
export async function imagePage(
  context: PageContext,
  address: ImageAddress,
  { query = {}, refused }: Shown,
): Promise<Reply> {
  const { t, db, now, locale } = context;
  const { scope, actor } = await context.actingIn(address.organisationId);
  const detail = await readImage(db, address, { locale });
  const typed = refused?.form === 'assign' ? refused.typed : {};
  const element = query.element ?? picturedElements.find((one) => one === typed.element);
  const edits = seesAll(scope);
  const adds = element !== undefined && edits && !detail.image.retired;
  return reply.page(
    <ImagePage
      t={t}
      settings={settingsOf(context)}
      now={now}
      detail={detail}
      organisationId={scope.organisationId}
      action={pathOf(address)}
      back={listHref(scope)}
      edits={edits}
      opens={{
        values: actor.permissions.has('EDIT_HIERARCHIES'),
        profiles: actor.permissions.has('VIEW_TRACKER_PROFILE_MANAGER'),
      }}
      localeNames={localeNames}
      offer={
        adds
          ? await readOffer(db, scope.organisationId, {
              element,
              text: query.text ?? typed.text ?? '',
              detail,
              locale,
            })
          : null
      }
      done={query.done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title: detail.image.name, ...statusOf(refused) },
  );
}

/** @throws Failure 404 unknownImage */
export async function replacePage(
  context: PageContext,
  address: ImageAddress,
  { query = {}, refused }: { query?: ReplaceQuery; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db, locale } = context;
  const { scope } = await context.actingIn(address.organisationId);
  const detail = await readImage(db, address, { locale });
  const others = replacementsFor(await listImages(db, scope.organisationId), address.imageId);
  const text = query.text ?? refused?.typed.text ?? '';
  const found = others.filter((one) => isNamed(one, text));
  const title = t('manageImages.replacing.title', { name: detail.image.name });
  return reply.page(
    <ReplacePage
      t={t}
      settings={settingsOf(context)}
      title={title}
      detail={detail}
      action={`${pathOf(address)}/replace`}
      back={pathOf(address)}
      edits={seesAll(scope)}
      others={others.length}
      found={found.slice(0, mostOffered)}
      more={Math.max(0, found.length - mostOffered)}
      text={text}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...statusOf(refused) },
  );
}
