import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { OrganisationSettings } from '../../server/features/settings/settings.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import s from './settings-page.module.css';

export interface SettingsPageProps {
  t: Translate;
  settings: FormatSettings;
  organisation: OrganisationSettings & { name: string };
  /** Those on offer, as fractions. */
  thresholds: readonly number[];
  mayChange: boolean;
  saved?: boolean;
  /** What was typed and refused, with a sentence for each field. */
  problem?: { typed: Record<string, string>; fields: Record<string, string> };
}

/** What the organization decides about its figures: to be read by everybody in it, and changed by who may. */
export function SettingsPage({
  t,
  settings,
  organisation,
  thresholds,
  mayChange,
  saved = false,
  problem,
}: SettingsPageProps) {
  const format = createFormat(settings);
  const thresholdText = (value: number) =>
    value === 0 ? t('settings.nobody') : t('settings.thresholdFrom', { percent: format.percent(value) });
  const { exclusionThreshold, trackingLimit } = organisation;
  return (
    <>
      <PageHeader title={t('settings.title')} sentence={t('settings.lead')} />
      {saved && <Notice tone="success">{t('settings.saved')}</Notice>}
      <Section
        id="organization"
        title={organisation.name}
        sentence={mayChange ? t('settings.sentence') : t('settings.readOnly')}
      >
        {mayChange ? (
          <PostForm action="/account-settings/organization" className={s.form}>
            <FormField
              kind="select"
              name="exclusionThreshold"
              label={t('settings.threshold')}
              hint={t('settings.thresholdHint')}
              error={problem?.fields.exclusionThreshold}
              defaultValue={problem?.typed.exclusionThreshold ?? String(exclusionThreshold)}
              options={thresholds.map((value) => ({ value: String(value), label: thresholdText(value) }))}
            />
            <FormField
              kind="number"
              name="trackingLimit"
              label={t('settings.tracking')}
              hint={t('settings.trackingHint')}
              error={problem?.fields.trackingLimit}
              suffix="%"
              min={0}
              max={100}
              step={1}
              required
              defaultValue={problem?.typed.trackingLimit ?? String(Math.round(trackingLimit * 100))}
            />
            <Button type="submit" tone="primary">
              {t('settings.save')}
            </Button>
          </PostForm>
        ) : (
          <DescriptionList
            items={[
              { term: t('settings.threshold'), value: thresholdText(exclusionThreshold) },
              { term: t('settings.tracking'), value: format.percent(trackingLimit) },
            ]}
          />
        )}
      </Section>
    </>
  );
}
