import { Button, LinkButton } from '../../client/ui/button';
import type { FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import s from './bulk-confirm-page.module.css';
import { calendarFormat, openDaysText } from './month';

interface BulkConfirmPageProps {
  t: Translate;
  format: FormatSettings;
  place: { location: number; month: string };
  scope: 'site' | 'all' | 'learned';
  siteName: string;
  count: number;
  /** Another number was agreed to before. */
  changed: boolean;
  exception?: { fromDate: string; toDate: string; open: boolean; reason: string } | undefined;
  pattern?: { validFrom: string; openDays: boolean[] } | undefined;
}

/** Says how many locations a change reaches before it does. */
export function BulkConfirmPage({
  t,
  format: settings,
  place,
  scope,
  siteName,
  count,
  changed,
  exception,
  pattern,
}: BulkConfirmPageProps) {
  const format = calendarFormat(settings);
  const items = exception
    ? [
        { term: t('calendar.bulk.days'), value: format.range(exception.fromDate, exception.toDate) },
        { term: t('calendar.bulk.state'), value: exception.open ? t('calendar.bulk.open') : t('calendar.bulk.closed') },
        ...(exception.reason ? [{ term: t('calendar.bulk.reason'), value: exception.reason }] : []),
      ]
    : [
        { term: t('calendar.bulk.validFrom'), value: format.date(pattern?.validFrom ?? '') },
        { term: t('calendar.bulk.pattern'), value: openDaysText(pattern?.openDays ?? [], { t, format }) },
      ];
  const fields: Record<string, string> = exception
    ? { fromDate: exception.fromDate, toDate: exception.toDate, open: String(exception.open), reason: exception.reason }
    : {
        validFrom: pattern?.validFrom ?? '',
        ...Object.fromEntries((pattern?.openDays ?? []).flatMap((open, at) => (open ? [[`day${at + 1}`, 'on']] : []))),
      };
  const hidden = {
    location: String(place.location),
    month: place.month,
    scope,
    expectedLocations: String(count),
    ...fields,
  };
  return (
    <div className={s.page}>
      <PageHeader
        title={t('calendar.bulk.title', format.counted(count))}
        sentence={sentenceOf(scope, { t, siteName })}
      />
      {changed && (
        <Notice tone="warning" title={t('calendar.bulk.changedTitle')}>
          {t('calendar.bulk.changed')}
        </Notice>
      )}
      <DescriptionList items={items} />
      <p className={s.consequence}>
        {exception ? t('calendar.bulk.consequenceDays') : t('calendar.bulk.consequencePattern')}
      </p>
      <PostForm action={exception ? '/locationCalendar/exceptions' : '/locationCalendar/pattern'} className={s.actions}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" tone="primary">
          {t('calendar.bulk.submit', format.counted(count))}
        </Button>
        <LinkButton href={`/locationCalendar?location=${place.location}&month=${place.month}`}>
          {t('calendar.bulk.cancel')}
        </LinkButton>
      </PostForm>
    </div>
  );
}

function sentenceOf(
  scope: BulkConfirmPageProps['scope'],
  { t, siteName }: Pick<BulkConfirmPageProps, 't' | 'siteName'>,
): string {
  if (scope === 'site') return t('calendar.bulk.ofSite', { site: siteName });
  return t(scope === 'all' ? 'calendar.bulk.ofAll' : 'calendar.bulk.ofLearned');
}
