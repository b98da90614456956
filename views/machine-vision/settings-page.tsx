import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { retention } from '../../server/domain/photos/photo-limits.rules';
import type { PhotoSettings } from '../../server/domain/photos/photos.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './vision.module.css';

interface SettingsPageProps {
  t: Translate;
  title: string;
  action: string;
  organisation: string;
  settings: FormatSettings;
  photoSettings: PhotoSettings;
  /** What the retention that was typed would delete, where that is to be agreed to. */
  deletes: { retentionDays: number; photos: number } | null;
  /** The reader sees only some sites. */
  limited: boolean;
  done: boolean;
  refused: FormFailure | null;
}

/** How long an organization keeps photos of its waste, and whether they may train a model. */
export function SettingsPage({
  t,
  title,
  action,
  organisation,
  settings,
  photoSettings,
  deletes,
  limited,
  done,
  refused,
}: SettingsPageProps) {
  const typed = refused?.typed;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader title={title} sentence={t('machineVision.settings.sentence', { organization: organisation })} />
      {done && <Notice tone="success">{t('machineVision.done.settings')}</Notice>}
      {refused && refused.fields.length === 0 && <Notice tone="error">{refused.sentence}</Notice>}
      {limited && <Notice tone="info">{t('photos.limitedToSites')}</Notice>}
      <PostForm action={action} className={s.settings}>
        <FormField
          kind="number"
          name="retentionDays"
          label={t('machineVision.settings.retention')}
          hint={t('machineVision.settings.retentionHint')}
          min={retention.least}
          max={retention.most}
          step="1"
          inputMode="numeric"
          required
          disabled={limited}
          suffix={t('machineVision.settings.days')}
          defaultValue={typed?.retentionDays ?? String(photoSettings.retentionDays)}
          error={problemIn(refused, 'retentionDays')}
        />
        {deletes && (
          <FormField
            kind="checkbox"
            name="deletes"
            value={String(deletes.retentionDays)}
            label={t('machineVision.settings.deletes', {
              count: deletes.photos,
              number: format.number(deletes.photos),
              days: format.number(deletes.retentionDays),
            })}
            required
            error={problemIn(refused, 'deletes')}
          />
        )}
        <FormField
          kind="checkbox"
          name="devicePhotos"
          label={t('machineVision.settings.devices')}
          hint={t('machineVision.settings.devicesHint')}
          disabled={limited}
          defaultChecked={typed ? typed.devicePhotos === 'on' : photoSettings.devicePhotos}
        />
        <FormField
          kind="checkbox"
          name="trainingConsent"
          label={t('machineVision.settings.consent')}
          hint={t('machineVision.settings.consentHint')}
          disabled={limited}
          defaultChecked={typed ? typed.trainingConsent === 'on' : photoSettings.trainingConsent}
        />
        {!limited && (
          <div>
            <Button type="submit" tone="primary">
              {t('machineVision.settings.save')}
            </Button>
          </div>
        )}
      </PostForm>
    </>
  );
}
