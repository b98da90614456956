import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import { tickedIn } from '../../server/features/user-manager/user-manager.rules';
import type { RoleList } from '../../server/features/users/users.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { AccessBoxes, RoleBoxes } from './access-boxes';
import s from './user-manager.module.css';

interface InvitePageProps {
  t: Translate;
  base: string;
  roles: RoleList['roles'];
  sites: ChoiceSite[];
  locales: { value: string; label: string }[];
  /** The organization's own language. */
  usual: string;
  open: boolean;
  refused: FormFailure | null;
}

/** Invites a person: who they are, what they may do and what they can see. */
export function InvitePage({ t, base, roles, sites, locales, usual, open, refused }: InvitePageProps) {
  const typed = refused?.typed ?? {};
  return (
    <>
      <PageHeader
        title={t('userManager.invite')}
        sentence={t('users.newSentence')}
        back={{ label: t('userManager.title'), href: base }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {!open ? (
        <Notice tone="info">{t('users.limitedToSites')}</Notice>
      ) : (
        <PostForm action={`${base}/new`} className={s.form} aria-label={t('userManager.invite')}>
          <FormField
            name="fullName"
            label={t('users.fields.fullName')}
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={typed.fullName}
            error={problemIn(refused, 'fullName')}
          />
          <FormField
            kind="email"
            name="email"
            label={t('users.fields.email')}
            required
            maxLength={254}
            autoComplete="off"
            defaultValue={typed.email}
            error={problemIn(refused, 'email', 'login')}
          />
          <FormField
            kind="select"
            name="locale"
            label={t('users.fields.locale')}
            options={locales}
            defaultValue={typed.locale ?? usual}
            error={problemIn(refused, 'locale')}
          />
          <RoleBoxes t={t} roles={roles} held={tickedIn(typed, 'roleIds')} error={problemIn(refused, 'roleIds')} />
          <AccessBoxes
            t={t}
            sites={sites}
            chosen={{
              sees: typed.sees === 'some' ? 'some' : 'all',
              siteIds: tickedIn(typed, 'siteIds'),
              locationIds: tickedIn(typed, 'locationIds'),
            }}
            error={problemIn(refused, 'items', 'siteIds', 'locationIds')}
          />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('userManager.sendInvitation')}
            </Button>
            <LinkButton href={base}>{t('global.cancel')}</LinkButton>
          </div>
        </PostForm>
      )}
    </>
  );
}
