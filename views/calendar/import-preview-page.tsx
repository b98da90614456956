import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import type { FormatSettings } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { RefusalCode } from '../../server/features/calendar/closures.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { answerText, Carried, ImportQuestions, type AskedKitchen, type AskedQuestion } from './import-questions';
import { calendarFormat, type CalendarFormat } from './month';
import s from './panels.module.css';

export interface ImportPreviewPageProps {
  t: Translate;
  format: FormatSettings;
  place: { location: number; month: string };
  title: string;
  fileName: string;
  /** The file in base64, cut as the fields of a form hold it. */
  content: string[];
  plan: {
    ranges: { locationId: number; fromDate: string; toDate: string; open: boolean; reason: string }[];
    known: number;
    refused: { line: number; code: RefusalCode; raw: string }[];
    refusedTotal: number;
    questions: AskedQuestion[];
    openLines: number;
    ofMany: boolean;
    kitchens: { locationId: number; locationName: string; siteName: string; ranges: number; known: number }[];
    unknownKitchens: AskedKitchen[];
  };
  leaveOutUnknown: boolean;
  problem: string | null;
}

type View = Omit<ImportPreviewPageProps, 'format'> & { format: CalendarFormat };

const mostShown = 200;

/** What a file would change, before it does: what has to be said first, what comes in, what is known, what is refused and why. */
export function ImportPreviewPage(props: ImportPreviewPageProps) {
  const { t, place, title, fileName, plan, leaveOutUnknown, problem } = props;
  const view: View = { ...props, format: calendarFormat(props.format) };
  const home = `/locationCalendar?location=${place.location}&month=${place.month}`;
  const asks = plan.questions.some(({ values }) => values.some((one) => one.means === null));
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('calendar.preview.file', { file: fileName })}
        back={{ href: home, label: t('calendar.preview.back') }}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
      {(plan.questions.length > 0 || plan.unknownKitchens.length > 0) && (
        <ImportQuestions {...view} questions={plan.questions} unknown={plan.unknownKitchens} />
      )}
      {!asks && plan.ofMany && plan.kitchens.length > 0 && <KitchenSection {...view} />}
      {!asks && <RangeSection {...view} home={home} mayApply={plan.unknownKitchens.length === 0 || leaveOutUnknown} />}
      {plan.refused.length > 0 && <RefusedSection {...view} />}
    </>
  );
}

/** What each kitchen of the file gets. */
function KitchenSection({ t, format, plan: { kitchens } }: View) {
  return (
    <Section
      title={t('global.labelled', { label: t('calendar.preview.kitchens'), value: format.number(kitchens.length) })}
      sentence={t('calendar.preview.kitchensSentence')}
    >
      <DataTable
        id="calendar-kitchens"
        caption={t('calendar.preview.kitchens')}
        columns={[
          { key: 'location', label: t('calendar.preview.kitchen'), primary: true },
          { key: 'site', label: t('calendar.preview.site') },
          { key: 'new', label: t('calendar.preview.new'), numeric: true, primary: true },
          { key: 'known', label: t('calendar.preview.knownShort'), numeric: true },
        ]}
        rows={kitchens.slice(0, mostShown).map((one) => ({
          key: String(one.locationId),
          name: one.locationName,
          cells: [one.locationName, one.siteName, format.number(one.ranges), format.number(one.known)],
        }))}
      >
        {kitchens.length > mostShown && (
          <p>{t('calendar.preview.more', format.counted(kitchens.length - mostShown))}</p>
        )}
      </DataTable>
    </Section>
  );
}

function RangeSection({ t, format, home, mayApply, ...view }: View & { home: string; mayApply: boolean }) {
  const { ranges, known, openLines, ofMany, kitchens, questions } = view.plan;
  const said = [
    known > 0 ? t('calendar.preview.known', format.counted(known)) : null,
    openLines > 0 ? t('calendar.preview.openLines', format.counted(openLines)) : null,
  ]
    .filter(Boolean)
    .join(' ');
  if (ranges.length === 0) {
    return (
      <EmptyState
        title={t('calendar.preview.nothing')}
        sentence={said || t('calendar.preview.nothingSentence')}
        actions={<LinkButton href={home}>{t('calendar.preview.back')}</LinkButton>}
      />
    );
  }
  const kitchenOf = new Map(kitchens.map((one) => [one.locationId, one]));
  return (
    <Section
      title={t('global.labelled', { label: t('calendar.preview.new'), value: format.number(ranges.length) })}
      sentence={[t('calendar.preview.newSentence'), said].filter(Boolean).join(' ')}
      actions={
        mayApply && (
          <PostForm action="/locationCalendar/import/apply" encType="multipart/form-data">
            <Carried {...view} />
            {questions.flatMap(({ column, values }) =>
              values.flatMap(({ value, means }) =>
                means === null
                  ? []
                  : [
                      <input
                        key={answerText(column, value, means)}
                        type="hidden"
                        name="means"
                        value={answerText(column, value, means)}
                      />,
                    ],
              ),
            )}
            {view.leaveOutUnknown && <input type="hidden" name="leaveOutUnknown" value="on" />}
            <input type="hidden" name="expectedRanges" value={ranges.length} />
            <Button type="submit" tone="primary">
              {t('calendar.preview.apply', format.counted(ranges.length))}
            </Button>
          </PostForm>
        )
      }
    >
      <DataTable
        id="calendar-new"
        caption={t('calendar.preview.new')}
        columns={[
          { key: 'reason', label: t('calendar.exceptions.reason'), primary: true },
          ...(ofMany ? [{ key: 'kitchen', label: t('calendar.preview.kitchen') }] : []),
          { key: 'from', label: t('calendar.exceptions.from'), primary: true },
          { key: 'to', label: t('calendar.exceptions.to') },
          { key: 'state', label: t('calendar.exceptions.state') },
        ]}
        rows={ranges.slice(0, mostShown).map((one, at) => ({
          key: String(at),
          name: format.range(one.fromDate, one.toDate),
          cells: [
            one.reason || <Missing key="reason" align="start" reason={t('calendar.exceptions.noReason')} />,
            ...(ofMany
              ? [
                  `${kitchenOf.get(one.locationId)?.siteName ?? ''} · ${kitchenOf.get(one.locationId)?.locationName ?? ''}`,
                ]
              : []),
            <time key="from" className={s.date} dateTime={one.fromDate}>
              {format.date(one.fromDate)}
            </time>,
            <time key="to" className={s.date} dateTime={one.toDate}>
              {format.date(one.toDate)}
            </time>,
            <Badge key="state" tone={one.open ? 'accent' : undefined}>
              {one.open ? t('calendar.mark.open') : t('calendar.mark.closed')}
            </Badge>,
          ],
        }))}
      >
        {ranges.length > mostShown && <p>{t('calendar.preview.more', format.counted(ranges.length - mostShown))}</p>}
      </DataTable>
    </Section>
  );
}

function RefusedSection({ t, format, plan: { refused, refusedTotal } }: View) {
  return (
    <Section
      title={t('global.labelled', { label: t('calendar.preview.refused'), value: format.number(refusedTotal) })}
      sentence={t('calendar.preview.refusedSentence')}
    >
      <DataTable
        id="calendar-refused"
        caption={t('calendar.preview.refused')}
        columns={[
          { key: 'line', label: t('calendar.preview.line'), primary: true },
          { key: 'why', label: t('calendar.preview.why'), primary: true },
          { key: 'raw', label: t('calendar.preview.raw') },
        ]}
        rows={refused.map((one, at) => ({
          key: String(at),
          name: String(one.line),
          cells: [format.number(one.line), t(`calendar.refused.${one.code}`), one.raw],
        }))}
      >
        {refusedTotal > refused.length && (
          <p>{t('calendar.preview.more', format.counted(refusedTotal - refused.length))}</p>
        )}
      </DataTable>
    </Section>
  );
}
