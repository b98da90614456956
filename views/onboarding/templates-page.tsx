import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Template } from '../../server/features/onboarding/onboarding.contract';
import { mostDays, steps, type Step, type StepDays } from '../../server/features/onboarding/onboarding.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import s from './onboarding.module.css';

interface TemplatesPageProps {
  t: Translate;
  base: string;
  settings: FormatSettings;
  /** Whoever is limited to sites reads them. */
  edits: boolean;
  usual: Record<Step, number>;
  templates: Template[];
  refused: FormFailure | null;
}

/** Which steps a kind of site takes, and by when. */
export function TemplatesPage({ t, base, settings, edits, usual, templates, refused }: TemplatesPageProps) {
  const format = createFormat(settings);
  const typed = refused?.typed ?? {};
  const summary = (days: StepDays) => {
    const all = Object.values(days);
    return t('onboarding.summary', {
      count: all.length,
      number: format.number(all.length),
      days: format.number(Math.max(...all)),
    });
  };
  return (
    <>
      <PageHeader
        title={t('onboarding.templates')}
        sentence={t('onboarding.templatesSentence')}
        back={{ label: t('onboarding.title'), href: base }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <ul className={s.templates}>
        <li>
          <p>
            <strong>{t('onboarding.usual')}</strong>
            <span className={s.under}>{summary(usual)}</span>
          </p>
        </li>
        {templates.map(({ templateId, name, days }) => (
          <li key={templateId}>
            <p>
              <strong>{name}</strong>
              <span className={s.under}>{summary(days)}</span>
            </p>
            {edits && (
              <PostForm
                action={`${base}/templates/${templateId}/delete`}
                data-confirm={t('onboarding.deleteConfirm', { name })}
                data-confirm-yes={t('onboarding.delete')}
              >
                <Button type="submit" size="small" tone="danger" aria-label={t('onboarding.deleteNamed', { name })}>
                  {t('onboarding.delete')}
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {edits ? (
        <Section id="new" title={t('onboarding.newTemplate')} sentence={t('onboarding.newTemplateSentence')}>
          <PostForm action={`${base}/templates`} className={s.form} aria-label={t('onboarding.newTemplate')}>
            <FormField
              name="name"
              label={t('onboarding.templateName')}
              required
              maxLength={100}
              defaultValue={typed.name}
              error={problemIn(refused, 'name')}
            />
            <div className={s.days}>
              {steps.map((step) => (
                <FormField
                  key={step}
                  kind="number"
                  name={step}
                  label={t(`onboarding.steps.${step}`)}
                  min={0}
                  max={mostDays}
                  defaultValue={refused ? typed[step] : usual[step]}
                  error={problemIn(refused, step)}
                />
              ))}
            </div>
            <div className={s.bar}>
              <Button type="submit" tone="primary">
                {t('onboarding.addTemplate')}
              </Button>
            </div>
          </PostForm>
        </Section>
      ) : (
        <p>{t('onboarding.limitedToSites')}</p>
      )}
    </>
  );
}
