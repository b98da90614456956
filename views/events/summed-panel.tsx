import type { Format } from '../../client/ui/format';
import type { DayCounts } from '../../server/domain/calendar/calendar.contract';
import type { EventSums } from '../../server/domain/events/event-sums.contract';
import type { SummedFigure } from '../../server/features/events/figure-address.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import s from './reckoning-panel.module.css';

export interface SummedView {
  kind: SummedFigure;
  days: DayCounts | null;
  /** Of its address. */
  startDate: string | undefined;
  endDate: string | undefined;
}

interface PanelProps {
  t: Translate;
  format: Format;
  figure: SummedView;
  sums: EventSums | null;
}

/** How a sum, or a number of days, came about: in words, with its own numbers. */
export function SummedPanel(props: PanelProps) {
  const {
    t,
    format,
    figure: { kind, startDate, endDate },
  } = props;
  const days = startDate && endDate ? format.range(startDate, endDate) : undefined;
  return (
    <Section id="reckoning" title={t(`events.kinds.${kind}`)} sentence={days}>
      {linesOf(props).map((line) => (
        <p key={line} className={s.formula}>
          {line}
        </p>
      ))}
    </Section>
  );
}

function linesOf({ t, format, figure: { kind, days, startDate, endDate }, sums }: PanelProps): string[] {
  if (kind === 'openDays') return days ? openDays({ t, format }, days) : [t('events.formula.unknown')];
  if (kind === 'days') {
    if (!startDate || !endDate) return [t('events.formula.unknown')];
    const apart = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000);
    return [
      t('events.formula.days', {
        end: format.date(endDate),
        start: format.date(startDate),
        count: apart,
        formatted: format.number(apart),
      }),
    ];
  }
  if (!sums) return [t('events.tooMany')];
  const costs = sums.costs.map(({ currency, amount }) => format.money(amount, currency));
  return [
    t('events.formula.total', {
      events: t('events.ofEvents', { count: sums.events, formatted: format.number(sums.events) }),
      sums: [format.weight(sums.grams, { decimals: 2 }), ...costs].join(' · '),
    }),
  ];
}

const reasons = [
  ['closed', 'calendar.hero.byPattern'],
  ['holiday', 'calendar.hero.byHoliday'],
  ['closedException', 'calendar.hero.byException'],
  ['after', 'calendar.hero.after'],
  ['before', 'calendar.hero.before'],
] as const;

function openDays(
  { t, format }: Pick<PanelProps, 't' | 'format'>,
  { all, open, closed, past, tracked }: DayCounts,
): string[] {
  const why = reasons
    .flatMap(([state, key]) => (closed[state] > 0 ? [` − ${t(key, { count: closed[state] })}`] : []))
    .join('');
  return [
    t('events.formula.openDays', { all: format.number(all), why, open: format.number(open) }),
    ...(past > 0
      ? [
          t('events.formula.pastDays', {
            tracked: format.number(tracked),
            past: format.number(past),
            share: format.percent(tracked / past),
          }),
        ]
      : []),
  ];
}
