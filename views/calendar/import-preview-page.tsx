import type { RefusalCode } from '../../server/features/calendar/closures.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { PostForm } from '../layout/form';
import type { FormatSettings } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import { Section } from '../layout/section';
import { calendarFormat } from './month';
import s from './panels.module.css';

interface ImportPreviewPageProps {
  t: Translate;
  format: FormatSettings;
  place: { location: number; month: string };
  locationName: string;
  fileName: string;
  plan: {
    ranges: { fromDate: string; toDate: string; open: boolean; reason: string }[];
    known: number;
    refused: { line: number; code: RefusalCode; raw: string }[];
    refusedTotal: number;
  };
}

const mostShown = 200;
/** A field of a form holds 100,000 bytes at most. */
const rangesInField = 100;

/** What a file would change, before it does: what comes in, what is known, what is refused and why. */
export function ImportPreviewPage({ t, format: settings, place, locationName, fileName, plan }: ImportPreviewPageProps) {
  const format = calendarFormat(settings);
  const { ranges, known, refused, refusedTotal } = plan;
  const home = `/locationCalendar?location=${place.location}&month=${place.month}`;
  const rows = Array.from({ length: Math.ceil(ranges.length / rangesInField) }, (_, at) =>
    JSON.stringify(ranges.slice(at * rangesInField, (at + 1) * rangesInField).map((one) => [one.fromDate, one.toDate, one.open, one.reason])));
  return (
    <>
      <PageHeader title={t('calendar.preview.title', { location: locationName })} sentence={t('calendar.preview.file', { file: fileName })} back={{ href: home, label: t('calendar.preview.back') }} />
      {ranges.length === 0
        ? <EmptyState title={t('calendar.preview.nothing')} sentence={known > 0 ? t('calendar.preview.known', format.counted(known)) : t('calendar.preview.nothingSentence')} actions={<LinkButton href={home}>{t('calendar.preview.back')}</LinkButton>} />
        : (
          <Section
            title={`${t('calendar.preview.new')}: ${format.number(ranges.length)}`}
            sentence={[t('calendar.preview.newSentence'), known > 0 ? t('calendar.preview.known', format.counted(known)) : null].filter(Boolean).join(' ')}
            actions={(
              <PostForm action="/locationCalendar/import/apply" encType="multipart/form-data">
                <input type="hidden" name="location" value={place.location} />
                <input type="hidden" name="month" value={place.month} />
                {rows.map((row) => <input key={row} type="hidden" name="rows" value={row} />)}
                <Button type="submit" tone="primary">{t('calendar.preview.apply', format.counted(ranges.length))}</Button>
              </PostForm>
            )}
          >
            <DataTable
              id="calendar-new"
              caption={t('calendar.preview.new')}
              columns={[
                { key: 'reason', label: t('calendar.exceptions.reason'), primary: true },
                { key: 'from', label: t('calendar.exceptions.from'), primary: true },
                { key: 'to', label: t('calendar.exceptions.to') },
                { key: 'state', label: t('calendar.exceptions.state') },
              ]}
              rows={ranges.slice(0, mostShown).map((one, at) => ({
                key: String(at),
                name: format.range(one.fromDate, one.toDate),
                cells: [
                  one.reason || <Missing key="reason" align="start" reason={t('calendar.exceptions.noReason')} />,
                  <time key="from" className={s.date} dateTime={one.fromDate}>{format.date(one.fromDate)}</time>,
                  <time key="to" className={s.date} dateTime={one.toDate}>{format.date(one.toDate)}</time>,
                  <Badge key="state" tone={one.open ? 'accent' : undefined}>{one.open ? t('calendar.mark.open') : t('calendar.mark.closed')}</Badge>,
                ],
              }))}
            >
              {ranges.length > mostShown && <p>{t('calendar.preview.more', format.counted(ranges.length - mostShown))}</p>}
            </DataTable>
          </Section>
        )}
      {refused.length > 0 && (
        <Section title={`${t('calendar.preview.refused')}: ${format.number(refusedTotal)}`} sentence={t('calendar.preview.refusedSentence')}>
          <DataTable
            id="calendar-refused"
            caption={t('calendar.preview.refused')}
            columns={[
              { key: 'line', label: t('calendar.preview.line'), primary: true },
              { key: 'why', label: t('calendar.preview.why'), primary: true },
              { key: 'raw', label: t('calendar.preview.raw') },
            ]}
            rows={refused.map((one, at) => ({ key: String(at), name: String(one.line), cells: [format.number(one.line), t(`calendar.refused.${one.code}`), one.raw] }))}
          >
            {refusedTotal > refused.length && <p>{t('calendar.preview.more', format.counted(refusedTotal - refused.length))}</p>}
          </DataTable>
        </Section>
      )}
    </>
  );
}
