import { Button } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { Share } from '../../server/features/generate-reports/generate-reports.contract';
import { shareDays } from '../../server/features/impact-update/share-days.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import s from './shares.module.css';

interface SharesProps {
  t: Translate;
  settings: FormatSettings;
  runId: number;
  shares: Share[];
  /** The address of a link that was just made. */
  made: string | null;
}

/** Links by which people without an account read a statement. */
export function Shares({ t, settings, runId, shares, made }: SharesProps) {
  const format = createFormat(settings);
  const action = `/impact-update/${runId}/shares`;
  return (
    <Section id="shares" title={t('impact.share.title')} sentence={t('impact.share.sentence')}>
      {made !== null && (
        <Notice tone="success" title={t('impact.share.made')}>
          <p className={s.link}>
            <a href={made}>{made}</a>
          </p>
        </Notice>
      )}
      <PostForm action={action} className={s.form} aria-label={t('impact.share.title')}>
        <FormField
          kind="select"
          name="days"
          label={t('impact.share.days')}
          options={shareDays.map((days) => ({
            value: String(days),
            label: t('impact.share.forDays', { count: days, number: format.number(days) }),
          }))}
        />
        <Button type="submit">{t('impact.share.create')}</Button>
      </PostForm>
      {shares.length > 0 && (
        <DataTable
          id="impact-shares"
          caption={t('impact.share.list')}
          columns={[
            { key: 'by', label: t('impact.share.createdBy'), primary: true },
            { key: 'created', label: t('impact.share.createdAt') },
            { key: 'expires', label: t('impact.share.expiresAt'), primary: 'side' },
            { key: 'revoke', label: t('impact.share.revoke') },
          ]}
          rows={shares.map(({ shareId, createdBy, createdAt, expiresAt }) => ({
            key: String(shareId),
            name: createdBy ?? '–',
            cells: [
              createdBy ?? '–',
              format.dateTime(createdAt),
              format.dateTime(expiresAt),
              <PostForm key="revoke" action={`${action}/${shareId}/revoke`}>
                <Button type="submit" size="small">
                  {t('impact.share.revoke')}
                </Button>
              </PostForm>,
            ],
          }))}
        />
      )}
    </Section>
  );
}
