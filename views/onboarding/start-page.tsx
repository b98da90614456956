import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Template } from '../../server/features/onboarding/onboarding.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './onboarding.module.css';

interface StartPageProps {
  t: Translate;
  base: string;
  sites: { siteId: number; siteName: string }[];
  /** Where there is no site yet: the page that adds one, or null for whoever may not. */
  addHref?: string | null | undefined;
  templates: Template[];
  chosen: number | null;
  /** A local date. */
  today: string;
  refused: FormFailure | null;
}

/** Chooses the site whose onboarding starts, and what is to be done there by when. */
export function StartPage({ t, base, sites, addHref, templates, chosen, today, refused }: StartPageProps) {
  const typed = refused?.typed ?? {};
  return (
    <>
      <PageHeader
        title={t('onboarding.start')}
        sentence={t('onboarding.startSentence')}
        back={{ label: t('onboarding.title'), href: base }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {sites.length === 0 ? (
        <EmptyState
          title={t(addHref === undefined ? 'onboarding.noSite' : 'onboarding.noPlace')}
          sentence={t(addHref === undefined ? 'onboarding.noSiteSentence' : 'onboarding.noPlaceSentence')}
          actions={
            addHref && (
              <LinkButton tone="primary" icon="plus" href={addHref}>
                {t('onboarding.addSite')}
              </LinkButton>
            )
          }
        />
      ) : (
        <PostForm action={`${base}/new`} className={s.form} aria-label={t('onboarding.start')}>
          <FormField
            kind="select"
            name="siteId"
            label={t('onboarding.site')}
            options={sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName }))}
            defaultValue={typed.siteId ?? String(chosen ?? sites[0]?.siteId ?? '')}
            error={problemIn(refused, 'siteId')}
          />
          <FormField
            kind="date"
            name="startedOn"
            label={t('onboarding.started')}
            hint={t('onboarding.startedHint')}
            required
            defaultValue={typed.startedOn ?? today}
            error={problemIn(refused, 'startedOn')}
          />
          <FormField
            kind="select"
            name="templateId"
            label={t('onboarding.template')}
            options={[
              { value: '', label: t('onboarding.usual') },
              ...templates.map(({ templateId, name }) => ({ value: String(templateId), label: name })),
            ]}
            defaultValue={typed.templateId ?? ''}
            error={problemIn(refused, 'templateId')}
          />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('onboarding.start')}
            </Button>
            <LinkButton href={base}>{t('global.cancel')}</LinkButton>
          </div>
        </PostForm>
      )}
    </>
  );
}
