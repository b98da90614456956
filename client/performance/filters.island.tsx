import { useEffect, useRef, useState, type FormEvent } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { FormField, type FieldOption } from '../ui/form-field';
import { Icon } from '../ui/icon';
import { Toggle } from '../ui/toggle';
import { rangeProblems, type RangeProblem } from '../../server/platform/table/week-range.rules';
import s from './filters.module.css';

const words = sentences(
  'performance.filters.label', 'performance.filters.open', 'performance.filters.close', 'performance.filters.apply', 'performance.filters.range',
  'performance.filters.start', 'performance.filters.startHint', 'performance.filters.end', 'performance.filters.endHint', 'performance.filters.view',
  'errors.required', 'errors.notADate', 'errors.dateTooEarly', 'errors.dateInFuture', 'errors.nonMondayStartDate', 'errors.nonSundayEndDate',
  'errors.endDateBeforeStartDate',
);

interface Choice {
  name: string;
  label: string;
  value: string;
  options: FieldOption[];
}

export interface PerformanceFiltersProps {
  action: string;
  /** The organisation's local date. */
  today: string;
  /** The first date that a range may begin with, as it is read. */
  earliest: string;
  range: string;
  ranges: FieldOption[];
  startDate: string;
  endDate: string;
  viewType: string;
  views: FieldOption[];
  /** The dropdowns that have something to choose; the stage first. */
  choices: Choice[];
  /** What stays in the address beside the filters. */
  kept: Record<string, string>;
  t: Speak<typeof words>;
}

interface Typed {
  custom: boolean;
  start: string;
  end: string;
  stageMissing: boolean;
}

/** Value of a stage dropdown in which nothing is chosen yet. */
const noStage = 'none';

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return { custom: text('range') === 'custom', start: text('startDate'), end: text('endDate'), stageMissing: text('wasteStageId') === noStage };
}

/** The filters as a plain GET form; awake, it checks the dates while they are typed and keeps the address short. */
function PerformanceFilters({ action, today, range, ranges, startDate, endDate, viewType, views, choices, kept, earliest, t }: PerformanceFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const [awake, setAwake] = useState(false);
  const [loading, setLoading] = useState(false);
  const [typed, setTyped] = useState<Typed>({ custom: range === 'custom', start: startDate, end: endDate, stageMissing: false });

  useEffect(() => {
    // Somebody may have changed a field before the script was there.
    if (form.current) setTyped(typedIn(form.current));
    setAwake(true);
    const back = () => setLoading(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  const problems = typed.custom ? rangeProblems({ start: typed.start, end: typed.end, today }) : { start: null, end: null };
  const refused = problems.start !== null || problems.end !== null || typed.stageMissing;
  const sentenceOf = (problem: RangeProblem | null) => (problem ? t(`errors.${problem}`, { min: earliest }) : undefined);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refused || loading) return;
    setLoading(true);
    const data = new FormData(event.currentTarget);
    // The table may have been sorted since the page came.
    const sort = new URLSearchParams(window.location.search).get('sort');
    if (sort) data.set('sort', sort);
    if (!typed.custom) ['startDate', 'endDate'].forEach((name) => data.delete(name));
    if (data.get('reductionExclusionThreshold') === '0') data.delete('reductionExclusionThreshold');
    const query = new URLSearchParams([...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''));
    window.location.assign(`${action}?${query}`);
  };

  return (
    <search className={s.bar} aria-label={t('performance.filters.label')}>
      <Button icon="filter" className={s.openButton} popoverTarget="performance-filters" popoverTargetAction="show">{t('performance.filters.open')}</Button>
      <form ref={form} id="performance-filters" popover="auto" className={s.form} method="get" action={action} noValidate data-filters="" onInput={(event) => setTyped(typedIn(event.currentTarget))} onSubmit={apply}>
        <div className={s.sheetHead}>
          <span>{t('performance.filters.label')}</span>
          <button type="button" popoverTarget="performance-filters" popoverTargetAction="hide" aria-label={t('performance.filters.close')}><Icon name="cross" size={20} /></button>
        </div>
        {Object.entries(kept).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <FormField kind="select" name="range" className={s.range} label={t('performance.filters.range')} defaultValue={range} options={ranges} />
        <FormField kind="date" name="startDate" className={s.date} label={t('performance.filters.start')} hint={problems.start ? undefined : t('performance.filters.startHint')} defaultValue={startDate} max={typed.end || today} error={sentenceOf(problems.start)} required />
        <FormField kind="date" name="endDate" className={s.date} label={t('performance.filters.end')} hint={problems.end ? undefined : t('performance.filters.endHint')} defaultValue={endDate} min={typed.start} max={today} error={sentenceOf(problems.end)} required />
        {choices.map(({ name, label, value, options }) => <FormField key={name} kind="select" name={name} className={name === 'wasteStageId' ? s.range : label.length > 20 ? s.wide : undefined} label={label} defaultValue={value} options={options} />)}
        <Toggle legend={t('performance.filters.view')} name="viewType" value={viewType} options={views} />
        <Button type="submit" tone="primary" className={s.apply} disabled={awake && (refused || loading)} busy={loading}>{t('performance.filters.apply')}</Button>
      </form>
    </search>
  );
}

export const performanceFilters = defineIsland('performance/filters', PerformanceFilters, words);
export default performanceFilters;
