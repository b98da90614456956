import { fillText } from '../../client/ui/fill-text';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import s from './week-strip.module.css';

export type DayState = 'tracked' | 'missed' | 'closed' | 'notYet';
export interface WeekStripProps {
  /** Seven days from Monday; `label` is the date in words. */
  days: { label: string; state: DayState; letter?: string }[];
  size?: number;
}

/** The seven days of a week, each with its own shape: tracked full, missed hatched, closed a dash, not yet an open ring. */
export function WeekStrip({ days, size = 12 }: WeekStripProps) {
  const { week } = useLayoutStrings();
  const step = size + 4;
  const letters = days.some(({ letter }) => letter);
  const open = days.filter(({ state }) => state === 'tracked' || state === 'missed');
  const summary = fillText(week.summary, {
    tracked: open.filter(({ state }) => state === 'tracked').length,
    open: open.length,
  });
  return (
    <svg
      className={s.strip}
      width={days.length * step - 4}
      height={size + (letters ? 14 : 0)}
      role="img"
      aria-label={summary}
      focusable="false"
    >
      {days.map(({ label, state, letter }, at) => (
        <g key={label} transform={`translate(${at * step} 0)`}>
          <title>{`${label}: ${week[state]}`}</title>
          <rect width={size} height={size} fill="transparent" />
          <DayMark state={state} size={size} />
          {letter && (
            <text className={s.letter} x={size / 2} y={size + 11} textAnchor="middle">
              {letter}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function DayMark({ state, size }: { state: DayState; size: number }) {
  const half = size / 2;
  switch (state) {
    case 'tracked':
      return <rect className={s.tracked} x="0.5" y="0.5" width={size - 1} height={size - 1} rx="1.5" />;
    case 'missed':
      return (
        <>
          <rect className={s.missed} x="0.75" y="0.75" width={size - 1.5} height={size - 1.5} rx="1.5" />
          <path
            className={s.slash}
            d={`M1.5 ${half}L${half} 1.5M1.5 ${size - 1.5}L${size - 1.5} 1.5M${half} ${size - 1.5}L${size - 1.5} ${half}`}
          />
        </>
      );
    case 'closed':
      return <path className={s.closed} d={`M2.5 ${half}h${size - 5}`} />;
    case 'notYet':
      return <circle className={s.notYet} cx={half} cy={half} r={half - 1.5} />;
  }
}
