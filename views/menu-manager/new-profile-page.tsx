import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { starts } from '../../server/features/menu-manager/menu-manager.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './menu-manager.module.css';

interface NewProfilePageProps {
  t: Translate;
  title: string;
  action: string;
  back: string;
  organisationId: number;
  profiles: { profileId: number; name: string }[];
  refused: FormFailure | null;
}

export function NewProfilePage({ t, title, action, back, organisationId, profiles, refused }: NewProfilePageProps) {
  const typed = refused?.typed ?? {};
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('menuManager.newSentence')}
        back={{ label: t('menuManager.title'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <PostForm action={action} className={s.form} aria-label={title}>
        <input type="hidden" name="organisationId" value={organisationId} />
        <FormField
          name="name"
          label={t('menuManager.name')}
          hint={t('menuManager.nameHint')}
          required
          maxLength={200}
          defaultValue={typed.name}
          error={problemIn(refused, 'name')}
        />
        <fieldset className={s.starts}>
          <legend>{t('menuManager.startWith')}</legend>
          {starts
            .filter((start) => start !== 'copy' || profiles.length > 0)
            .map((start) => (
              <label key={start} className={s.start}>
                <input type="radio" name="start" value={start} defaultChecked={(typed.start ?? 'inUse') === start} />
                <span>
                  <strong>{t(`menuManager.starts.${start}`)}</strong>
                  <span className={s.under}>{t(`menuManager.startHints.${start}`)}</span>
                </span>
              </label>
            ))}
        </fieldset>
        {profiles.length > 0 && (
          <FormField
            kind="select"
            name="copyOf"
            label={t('menuManager.copyOf')}
            hint={t('menuManager.copyOfHint')}
            defaultValue={typed.copyOf ?? ''}
            error={problemIn(refused, 'copyOf')}
            options={[
              { value: '', label: t('menuManager.chooseProfileOption') },
              ...profiles.map(({ profileId, name }) => ({ value: String(profileId), label: name })),
            ]}
          />
        )}
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('menuManager.create')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
