import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ProfileScreen, type ProfileScreenProps } from '../../../../views/identity/account/profile-screen';
import { localeNames } from '../../../../views/locales';
import { shownAddress } from '../../../platform/email-spellings';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { localeCodes } from '../../../platform/i18n/messages';
import { largestPicture } from '../../../platform/pictures/pictures';
import { picturePath } from '../../core/profiles/profile.presentation';
import { changePicture, changeProfile, ownProfile } from '../../core/profiles/profile.service';
import { shortText } from '../../wire.contract';
import { formsOf, own, problemOf, screen, settingsOf } from './account-page';

const path = '/account/profile';
const profileForm = z.strictObject({ name: shortText, locale: z.enum(localeCodes) });
const query = z.object({ done: z.enum(['saved', 'picture', 'noPicture']).optional().catch(undefined) });

const says = {
  saved: 'account.profile.saved',
  picture: 'account.profile.pictureSaved',
  noPicture: 'account.profile.pictureRemoved',
} as const;

async function profilePage(
  context: Context,
  shown: Pick<ProfileScreenProps, 'done' | 'problem' | 'refused'> & { status?: number } = {},
): Promise<Reply> {
  const { t, db, actor, now } = context;
  const { status, ...rest } = shown;
  const {
    profile: { name, email, locale, createdAt, lastLogin, phone, pictureId },
    tenants,
    roles,
  } = await ownProfile(db, actor, now);
  const page = (
    <ProfileScreen
      t={t}
      settings={settingsOf(context)}
      picture={pictureId === null ? null : `${picturePath}/${pictureId}`}
      mostPictureBytes={largestPicture.bytes}
      languages={localeCodes.map((code) => ({ value: code, label: localeNames[code] }))}
      profile={{
        name,
        email: shownAddress(email),
        login: shownAddress(actor.login),
        locale,
        phone,
        createdAt: createdAt.toISOString(),
        lastLogin: lastLogin?.toISOString() ?? null,
      }}
      tenants={tenants.map((tenant) => ({
        id: tenant.id,
        name: tenant.name,
        roles: (roles.get(tenant.id) ?? []).map((role) => role.name),
      }))}
      {...rest}
    />
  );
  return screen(page, context, { at: 'profile', status });
}

/** What people say of themselves. */
export const accountProfileRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    ...own,
    query,
    handle: ({ query: { done } }, context) => profilePage(context, { done: done && context.t(says[done]) }),
  }),
  definePage({
    method: 'post',
    path,
    ...own,
    body: profileForm,
    async handle({ body }, { acting, door }) {
      await changeProfile(acting, body);
      door.keepLocale(body.locale);
      return reply.redirect(`${path}?done=saved`);
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return profilePage(context, { problem, refused: { typed, fields }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/picture`,
    ...own,
    upload: { maxBytes: largestPicture.bytes },
    async handle({ files: [file] }, { acting }) {
      if (!file || file.bytes === 0)
        throw fail.badRequest('errors.badRequest', { fields: [{ field: 'image', code: 'errors.required' }] });
      await changePicture(acting, await readFile(file.path));
      return reply.redirect(`${path}?done=picture`);
    },
    again(failure, _typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      const image =
        failure.status === 413 ? context.t('account.profile.pictureTooLarge') : (fields.image ?? problem ?? '');
      return profilePage(context, { refused: { typed: {}, fields: { image } }, status });
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/picture/remove`,
    ...own,
    async handle(_input, { acting }) {
      await changeProfile(acting, { profilePictureUrl: null });
      return reply.redirect(`${path}?done=noPicture`);
    },
  }),
  ...formsOf(path, [`${path}/picture`, `${path}/picture/remove`]),
];
