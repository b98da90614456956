import type { Filters } from '../../server/features/events/figure-address.rules';
import type { VamRow } from '../../server/features/volume-adjusted-metrics/vam.contract';
import { shareOf } from '../../server/platform/fraction.rules';
import { directionOf } from '../layout/change';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { atLeastOne, derivedText, estimatedText } from '../performance/hero';
import {
  behindRow,
  countedWasteText,
  ratioText,
  volumeText,
  type ShownVam,
  type VamWriting,
  wasteIsMoney,
} from './ratio-words';
import { noRatioText } from './vam-cells';

interface HeroProps extends VamWriting {
  shown: ShownVam;
  all: VamRow[];
}

/** More currencies than these are read in the table. */
const mostCurrencies = 3;

/** The ratio of everything that is seen, against its baseline, and how far it can be trusted. */
export function VamHero({ t, format, shown, all }: HeroProps) {
  const [first] = all;
  if (!first) return null;
  const days = all.reduce(
    (sum, row) => ({
      open: sum.open + row.openDays,
      tracked: sum.tracked + row.trackedDays,
      counted: sum.counted + row.countedDays,
    }),
    { open: 0, tracked: 0, counted: 0 },
  );
  const [tracked, counted] = [shareOf(days.tracked, days.open), shareOf(days.counted, days.tracked)];
  return (
    <HeroRow>
      {all.slice(0, mostCurrencies).map((row, at) => (
        <RatioFigure key={row.currency ?? ''} {...{ t, format, shown, row }} several={all.length > 1} second={at > 0} />
      ))}
      <HeroFigure
        second
        label={t('vam.hero.coverage')}
        value={counted === null ? null : format.percent(counted)}
        missing={t('vam.noRatio.noTrackedDays')}
        trust={t('vam.hero.coverageDays', {
          counted: format.number(days.counted),
          count: days.tracked,
          tracked: format.number(days.tracked),
        })}
        trustFraction={counted}
      />
      <HeroFigure
        second
        label={t('foodWaste.tracked')}
        value={tracked === null ? null : format.percent(tracked)}
        missing={t('foodWaste.noOpenDays')}
        trust={t('foodWaste.trackedDays', {
          tracked: format.number(days.tracked),
          count: days.open,
          open: format.number(days.open),
        })}
        trustFraction={tracked}
      />
    </HeroRow>
  );
}

interface RatioProps extends VamWriting {
  shown: Pick<ShownVam, 'metric' | 'stageId'>;
  row: VamRow;
  /** One of several that differ in their currency. */
  several?: boolean;
  second: boolean;
  /** Narrows the events behind a row of everything that is seen. */
  place?: Filters;
}

/** A ratio of some days, against its baseline. */
export function RatioFigure({ t, format, shown, row, several = false, second, place }: RatioProps) {
  const { metric } = shown;
  const { ratio, change, baseline, currency, estimatedShare } = row;
  const name = t(`vam.metrics.${metric}`);
  const label = several && currency ? `${name} (${currency})` : name;
  if (ratio === null)
    return <HeroFigure second={second} label={label} value={null} missing={noRatioText({ t, format }, row, metric)} />;
  const estimated = [
    estimatedShare ? t('vam.hero.estimated', { share: atLeastOne(format, estimatedShare) }) : undefined,
    wasteIsMoney(metric)
      ? derivedText({ t, format }, shareOf(row.derivedCost, row.countedCost))
      : estimatedText({ t, format }, shareOf(row.estimatedG, row.countedG)),
  ].filter((text) => text !== undefined);
  return (
    <HeroFigure
      second={second}
      label={label}
      value={ratioText(format, metric, { ratio, currency })}
      figure={{ of: { kind: 'total' }, filters: { ...behindRow(row, { metric, stageId: shown.stageId }), ...place } }}
      money={t(`vam.hero.of.${metric}`, {
        waste: countedWasteText(format, metric, row),
        volume: volumeText(format, metric, { ...row, volume: row.countedVolume }),
      })}
      {...(change === null ? {} : { direction: directionOf(change, 1), worded: 'inComparison' as const })}
      comparison={
        change === null || baseline === null
          ? t('vam.noBaseline')
          : t('vam.hero.change', {
              change: format.percent(change, { decimals: 1, sign: true }),
              baseline: ratioText(format, metric, { ratio: baseline, currency }),
            })
      }
      doubt={row.unreliable && change !== null ? t(`reliability.${row.unreliable}`) : undefined}
      estimated={estimated.length > 0 ? estimated.join(' · ') : undefined}
    />
  );
}
