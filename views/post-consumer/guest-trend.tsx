import type { Campaign } from '../../server/features/post-consumer/campaigns.contract';
import type { GuestFigures, GuestPeriod } from '../../server/features/post-consumer/guest.contract';
import { TrendChart } from '../layout/chart-trend';
import { eventsOf, perGuestText, type ShownGuests, type Writing } from './guest-words';

interface GuestTrendProps extends Writing {
  figures: GuestFigures;
  shown: ShownGuests;
  campaigns: Campaign[];
  hrefWith: (changes: Record<string, string | number | null>) => string;
}

/** Below so many grams whole ones would name two ticks of the axis alike. */
const fine = 5;

/** Grams a guest left over time, with the campaigns that began on the way by their numbers. */
export function GuestTrend({ t, format, figures, shown, campaigns }: GuestTrendProps) {
  const { periods, frame } = figures;
  if (periods.length < 2) return null;
  const spanOf = ({ start, end }: Pick<GuestPeriod, 'start' | 'end'>) =>
    start === end ? format.date(start, { style: 'weekday' }) : format.range(start, end);
  const byStart = new Map(periods.map((period) => [period.start, period]));
  const known = periods.flatMap(({ perGuest }) => (perGuest === null ? [] : [perGuest]));
  const [highest, lowest] = [Math.max(...known), Math.min(...known)];
  const best = periods.find(({ perGuest }) => perGuest === lowest);
  const worst = periods.find(({ perGuest }) => perGuest === highest);
  return (
    <TrendChart
      id="post-consumer-trend"
      kind="bars"
      title={
        best && worst && best !== worst
          ? t('postConsumer.trend.title', {
              least: perGuestText(format, lowest),
              leastWhen: spanOf(best),
              most: perGuestText(format, highest),
              mostWhen: spanOf(worst),
            })
          : t(`postConsumer.trend.${frame}`)
      }
      subtitle={t(`postConsumer.trend.${frame}`)}
      points={periods.map((period) => ({
        key: period.start,
        label: format.date(period.start, { style: 'short' }),
        longLabel: spanOf(period),
        value: period.perGuest,
      }))}
      missing={t('postConsumer.trend.missing')}
      formatValue={(value) => perGuestText(format, value)}
      formatTick={(value) => format.number(value, highest < fine ? 1 : 0)}
      heads={{ label: t(`foodWaste.timeFrame.${frame}`), value: t('postConsumer.hero.perGuest') }}
      figureOf={(start) => ({
        of: { kind: 'total' },
        filters: { ...eventsOf(shown), startDate: start, endDate: byStart.get(start)?.end ?? start },
      })}
      marks={campaigns.flatMap((campaign, at) => {
        const period = periods.find(({ start, end }) => campaign.startsOn >= start && campaign.startsOn <= end);
        return period
          ? [
              {
                key: period.start,
                label: format.number(at + 1),
                title: t('postConsumer.trend.mark', { name: campaign.name, date: format.date(campaign.startsOn) }),
              },
            ]
          : [];
      })}
    />
  );
}
