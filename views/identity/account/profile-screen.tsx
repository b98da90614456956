import { Button } from '../../../client/ui/button';
import { FormField, type FieldOption } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Icon } from '../../../client/ui/icon';
import { Missing } from '../../../client/ui/missing';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { initialsOf } from '../../layout/navigation';
import { Section } from '../../layout/section';
import { AccountFrame } from './account-frame';
import s from './account.module.css';

export interface ProfileScreenProps {
  t: Translate;
  settings: FormatSettings;
  profile: {
    name: string;
    email: string;
    login: string;
    locale: string;
    createdAt: string;
    lastLogin: string | null;
    phone: string | null;
  };
  /** An address of this site; null where they have none. */
  picture: string | null;
  /** Where they belong, with the names of their roles there. */
  tenants: { id: string; name: string; roles: string[] }[];
  mostPictureBytes: number;
  languages: FieldOption[];
  done?: string | undefined;
  problem?: string | undefined;
  /** What was typed and refused, with a sentence for each field. */
  refused?: { typed: Record<string, string>; fields: Record<string, string> } | undefined;
}

export function ProfileScreen({
  t,
  settings,
  profile,
  picture,
  mostPictureBytes,
  tenants,
  languages,
  done,
  problem,
  refused,
}: ProfileScreenProps) {
  const format = createFormat(settings);
  return (
    <AccountFrame t={t} at="profile" done={done} problem={problem}>
      <Section id="picture" title={t('account.profile.picture')} sentence={t('account.profile.pictureSentence')}>
        <div className={s.picture}>
          {picture === null ? (
            <span className={s.initials} role="img" aria-label={t('account.profile.noPicture')}>
              {initialsOf(profile.name)}
            </span>
          ) : (
            <img
              className={s.face}
              src={picture}
              alt={t('account.profile.pictureOf', { name: profile.name })}
              width={96}
              height={96}
            />
          )}
          <PostForm action="/account/profile/picture" encType="multipart/form-data" className={s.form}>
            <div className={s.file}>
              <label htmlFor="field-image" className={s.label}>
                {t('account.profile.file')}
              </label>
              <input
                className={s.chosen}
                id="field-image"
                type="file"
                name="image"
                accept="image/png,image/jpeg,image/webp,image/gif"
                required
                data-most-bytes={mostPictureBytes}
                data-too-large={t('account.profile.pictureTooLarge')}
                aria-describedby={refused?.fields.image ? 'image-error' : undefined}
                aria-invalid={refused?.fields.image ? true : undefined}
              />
              {refused?.fields.image && (
                <p id="image-error" className={s.error}>
                  <Icon name="error" />
                  {refused.fields.image}
                </p>
              )}
            </div>
            <Button type="submit">{t('account.profile.upload')}</Button>
          </PostForm>
          {picture !== null && (
            <PostForm action="/account/profile/picture/remove">
              <Button type="submit" tone="quiet">
                {t('account.profile.removePicture')}
              </Button>
            </PostForm>
          )}
        </div>
      </Section>
      <Section id="name" title={t('account.profile.about')}>
        <PostForm action="/account/profile" className={s.form}>
          <FormField
            name="name"
            label={t('account.profile.name')}
            autoComplete="name"
            required
            maxLength={200}
            defaultValue={refused?.typed.name ?? profile.name}
            error={refused?.fields.name}
          />
          <FormField
            kind="select"
            name="locale"
            label={t('layout.language')}
            hint={t('account.profile.languageHint')}
            options={languages}
            defaultValue={refused?.typed.locale ?? profile.locale}
            error={refused?.fields.locale}
          />
          <Button type="submit" tone="primary">
            {t('account.save')}
          </Button>
        </PostForm>
      </Section>
      <Section id="known" title={t('account.profile.known')} sentence={t('account.profile.knownSentence')}>
        <DescriptionList
          items={[
            { term: t('password.email'), value: profile.email },
            ...(profile.login === profile.email ? [] : [{ term: t('sessions.username'), value: profile.login }]),
            {
              term: t('account.profile.phone'),
              value: profile.phone ?? <Missing reason={t('account.profile.noPhone')} align="start" />,
            },
            ...tenants.map(({ name, roles }) => ({
              term: name,
              value: roles.length > 0 ? roles.join(', ') : t('account.profile.noRole'),
            })),
            { term: t('account.profile.since'), value: format.dateTime(profile.createdAt) },
            {
              term: t('account.profile.lastSignIn'),
              value:
                profile.lastLogin === null ? (
                  <Missing reason={t('account.profile.neverSignedIn')} align="start" />
                ) : (
                  format.dateTime(profile.lastLogin)
                ),
            },
          ]}
        />
      </Section>
    </AccountFrame>
  );
}
