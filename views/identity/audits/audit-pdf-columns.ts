import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { AuditRow } from '../../../server/identity/pages/audits/audits-columns.contract';
import type { Translate } from '../../../server/platform/i18n/messages';

interface PdfColumn {
  label: string;
  text(row: AuditRow): string;
  width: number;
}

/** The log as it stands on paper. */
export function auditPdfColumns(t: Translate, settings: FormatSettings): PdfColumn[] {
  const format = createFormat(settings);
  return [
    { label: t('audits.time'), width: 3, text: ({ at }) => format.dateTime(at) },
    {
      label: t('audits.user'),
      width: 4,
      text: ({ actor, behind }) => (behind === null ? actor : `${actor} (${t('audits.behindOf', { name: behind })})`),
    },
    { label: t('audits.action'), width: 4, text: ({ area, did }) => t('global.labelled', { label: area, value: did }) },
    {
      label: t('audits.subject'),
      width: 3,
      text: ({ entity, entityId }) => [entity, entityId].filter(Boolean).join(' '),
    },
    { label: t('audits.severity'), width: 2, text: ({ severity }) => t(`audits.severities.${severity}`) },
    { label: t('audits.ip'), width: 2.4, text: ({ ip }) => ip ?? '' },
  ];
}
