import type { Format } from '../../client/ui/format';
import type { Filters, ComparedMeasure, FigurePlace } from '../../server/features/events/figure-address.rules';
import type {
  Entrant,
  Metric,
  NotRanked,
  Question,
  RankedBy,
} from '../../server/features/leaderboard/leaderboard.contract';
import { accuracyLimit } from '../../server/features/leaderboard/leaderboard.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { baselineDetailHref, baselineReadinessHref } from '../baselines/baseline-links';
import { directionOf, type Direction } from '../layout/change';
import { figureIn } from '../performance/hero';

export interface Writing {
  t: Translate;
  format: Format;
}

/** What the reader may open or change. */
export interface Rights {
  edits: boolean;
  editsContests: boolean;
  seesDetails: boolean;
  seesAccuracy: boolean;
  setsGoals: boolean;
  configures: boolean;
}

export const nameOf = ({ siteName, locationName }: Pick<Entrant, 'siteName' | 'locationName'>) =>
  locationName === null || locationName === siteName ? siteName : `${locationName}, ${siteName}`;

export const shareOf = (part: number, whole: number) => (whole > 0 ? Math.min(part, whole) / whole : 0);

/** The result that a rank is of. */
export function resultOf(
  entrant: Entrant,
  { metric, format }: { metric: Metric; format: Format },
): { text: string; direction?: Direction } {
  const decimals = 1;
  switch (metric) {
    case 'reduction': {
      const change = entrant.change ?? 0;
      return { text: format.percent(Math.abs(change), { decimals }), direction: directionOf(change, decimals) };
    }
    case 'tracking':
      return { text: format.percent(shareOf(entrant.trackedDays, entrant.openDays), { decimals }) };
    case 'goals':
      return { text: format.percent(shareOf(entrant.goals.reached, entrant.goals.judged), { decimals }) };
  }
}

const placeOf = ({ id }: Entrant, by: RankedBy): FigurePlace => (by === 'sites' ? { siteId: id } : { locationId: id });

/** The weeks behind a figure of a site or location, as the performance dashboard opens them. */
export function behind(
  entrant: Entrant,
  {
    question: { stageId, start, end, by, countryCode, regionName, segmentName },
    kind,
  }: { question: Question; kind: ComparedMeasure },
) {
  const filters: Filters = { countryCode, regionName, segmentName };
  return { of: figureIn({ stageId, start, end, filters }, kind, placeOf(entrant, by)), filters };
}

export const goalsHref = ({ siteId }: Entrant) => `/goals?siteId=${siteId}&show=all`;

export const accuracyHref = ({ id, siteId, locationName }: Entrant) =>
  `/weight-accuracy?siteId=${siteId}${locationName === null ? '' : `&locationId=${id}`}`;

/** Why somebody has no rank, in figures. */
export function reasonText(
  { t, format }: Writing,
  { entrant, reason, limits }: { entrant: Entrant; reason: NotRanked; limits: { tracking: number; threshold: number } },
): string {
  switch (reason) {
    case 'notTracked':
      return t('leaderboard.explained.notTracked', {
        share: format.percent(shareOf(entrant.trackedDays, entrant.openDays)),
        limit: format.percent(limits.tracking),
      });
    case 'accuracy':
      return t('leaderboard.explained.accuracy', {
        share: format.percent(entrant.accuracy ?? 0),
        limit: format.percent(accuracyLimit),
      });
    case 'excluded':
      return t('leaderboard.explained.excluded', { threshold: format.percent(limits.threshold) });
    default:
      return t(`leaderboard.explained.${reason}`);
  }
}

interface Advised {
  entrant: Entrant;
  reason: NotRanked;
  question: Question;
  rights: Rights;
}

/** Where that is put right; null where nothing can be opened for it. */
export function adviceOf(
  t: Translate,
  { entrant, reason, question: { stageId }, rights }: Advised,
): { label: string; href: string } | null {
  const [locationId = 0] = entrant.locationIds;
  const { seesDetails, configures, seesAccuracy, setsGoals } = rights;
  switch (reason) {
    case 'unconfirmed':
      return configures
        ? {
            label: t('performance.hero.confirm'),
            href: `/locationCalendar?location=${entrant.unconfirmedId ?? locationId}#pattern`,
          }
        : null;
    case 'noBaseline':
      return seesDetails
        ? {
            label: t('goals.new.readiness'),
            href: baselineReadinessHref({
              locationId: entrant.withoutBaselineId ?? locationId,
              wasteStageId: stageId,
            }),
          }
        : null;
    case 'zeroBaseline':
      return seesDetails
        ? { label: t('leaderboard.advice.baseline'), href: baselineDetailHref({ locationId, wasteStageId: stageId }) }
        : null;
    case 'noOpenDay':
    case 'noDays':
      return configures
        ? { label: t('leaderboard.advice.calendar'), href: `/locationCalendar?location=${locationId}` }
        : null;
    case 'accuracy':
      return seesAccuracy ? { label: t('leaderboard.advice.accuracy'), href: accuracyHref(entrant) } : null;
    case 'noGoals':
      return setsGoals
        ? { label: t('goals.add'), href: `/goals/new?locationId=${locationId}&wasteStageId=${stageId}` }
        : { label: t('leaderboard.advice.goals'), href: goalsHref(entrant) };
    case 'goalsTooEarly':
      return { label: t('leaderboard.advice.goals'), href: goalsHref(entrant) };
    default:
      return null;
  }
}
