import { Badge } from '../../client/ui/badge';
import { Fold } from '../../client/ui/fold';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { ContestNow } from '../../server/features/leaderboard/leaderboard.contract';
import { countryNameIn } from '../../server/platform/i18n/country-name.rules';
import { Section } from '../layout/section';
import s from './contest-list.module.css';
import type { Writing } from './leaderboard-words';

interface ContestListProps extends Writing {
  contests: ContestNow[];
  /** The one that is shown. */
  current: number | null;
  edits: boolean;
}

const fewEnough = 6;

/** Contests as links, those that ended long ago behind words that open them. */
export function ContestList({ t, format, contests, current, edits }: ContestListProps) {
  if (contests.length === 0 && !edits) return null;
  const lines = (some: ContestNow[]) => (
    <ul className={s.list}>
      {some.map((contest) => (
        <Line key={contest.contestId} {...{ t, format, contest }} shown={contest.contestId === current} />
      ))}
    </ul>
  );
  const [recent, earlier] = [contests.slice(0, fewEnough), contests.slice(fewEnough)];
  return (
    <Section id="contests" title={t('leaderboard.contest.title')} sentence={t('leaderboard.contest.about')}>
      {contests.length === 0 && <p className={s.none}>{t('leaderboard.contest.none')}</p>}
      {recent.length > 0 && lines(recent)}
      {earlier.length > 0 && (
        <Fold
          quiet
          title={t('leaderboard.contest.earlier', { count: earlier.length, number: format.number(earlier.length) })}
        >
          {lines(earlier)}
        </Fold>
      )}
    </Section>
  );
}

const tones = { upcoming: undefined, running: 'accent', ended: undefined } as const;

/** What a contest ranks, in words. */
export function contestFacts({ t, format }: Writing, contest: ContestNow): string {
  const { metric, by, wasteStageId, countryCode, regionName, segmentName } = contest;
  const country = countryCode && countryNameIn(format.locale, { countryCode, countryName: countryCode });
  const group = [country, regionName, segmentName].filter((one) => one !== null);
  return [t(`leaderboard.metrics.${metric}`), t(`performance.view.${by}`), stageName(t, wasteStageId), ...group].join(
    ' · ',
  );
}

function Line({ t, format, contest, shown }: Writing & { contest: ContestNow; shown: boolean }) {
  const { contestId, name, state, startDate, endDate } = contest;
  const tone = tones[state];
  return (
    <li className={s.line}>
      <span className={s.words}>
        {shown ? (
          <strong aria-current="page">{name}</strong>
        ) : (
          <a className={s.name} href={`/leaderboard?contestId=${contestId}`}>
            {name}
          </a>
        )}
        <span className={s.facts}>{contestFacts({ t, format }, contest)}</span>
      </span>
      <span className={s.dates}>{format.range(startDate, endDate)}</span>
      <Badge {...(tone && { tone })}>{t(`leaderboard.contest.states.${state}`)}</Badge>
    </li>
  );
}
