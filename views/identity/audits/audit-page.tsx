import { Badge } from '../../../client/ui/badge';
import { LinkButton } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Missing } from '../../../client/ui/missing';
import { PageHeader } from '../../../client/ui/page-header';
import type { LoggedChange } from '../../../server/platform/audit-log/audit-log.contract';
import type { ChangedField } from '../../../server/platform/audit-log/change-fields.rules';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { Section } from '../../layout/section';
import { toneOf } from './audits-page';
import s from './audits.module.css';

export interface AuditPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  change: Omit<LoggedChange, 'before' | 'after' | 'at'> & { at: string };
  /** What the action belongs to, in words. */
  area: string;
  did: string;
  fields: ChangedField[];
}

/** One entry of the log with all that it holds. */
export function AuditPage({ t, settings, base, change, area, did, fields }: AuditPageProps) {
  const format = createFormat(settings);
  const missing = <Missing reason={t('audits.noIp')} />;
  const cell = (value: string | null) =>
    value === null ? <Missing reason={t('audits.noValue')} /> : <span className={s.value}>{value}</span>;
  return (
    <>
      <PageHeader
        title={t('audits.entry', { id: change.id })}
        actions={<LinkButton href={base}>{t('audits.back')}</LinkButton>}
      />
      <DescriptionList
        items={[
          { term: t('audits.time'), value: format.dateTime(change.at) },
          {
            term: t('audits.user'),
            value:
              change.behind === null ? (
                change.actor
              ) : (
                <>
                  {change.actor} <small>{t('audits.behindOf', { name: change.behind })}</small>
                </>
              ),
          },
          { term: t('audits.area'), value: area },
          {
            term: t('audits.action'),
            value: (
              <>
                {did} <code className={s.code}>{change.action}</code>
              </>
            ),
          },
          {
            term: t('audits.severity'),
            value: <Badge tone={toneOf[change.severity]}>{t(`audits.severities.${change.severity}`)}</Badge>,
          },
          { term: t('audits.subject'), value: `${change.entity} ${change.entityId ?? ''}` },
          { term: t('audits.ip'), value: change.ip ?? missing },
          { term: t('audits.userAgent'), value: change.userAgent ?? missing },
          { term: t('audits.request'), value: change.requestId ?? missing },
        ]}
      />
      <Section id="changes" title={t('audits.changes')}>
        {fields.length === 0 ? (
          <p className={s.muted}>{t('audits.noFields')}</p>
        ) : (
          <DataTable
            id="fields"
            caption={t('audits.changes')}
            phone="blocks"
            columns={[
              { key: 'field', label: t('audits.field'), primary: true },
              { key: 'before', label: t('audits.before') },
              { key: 'after', label: t('audits.after') },
            ]}
            rows={fields.map(({ name, before, after }) => ({
              key: name,
              state: before === after ? ('greyed' as const) : undefined,
              cells: [name === '' ? t('audits.value') : name, cell(before), cell(after)],
            }))}
          />
        )}
      </Section>
    </>
  );
}
