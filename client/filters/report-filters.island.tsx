import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { FilterBarView, FilterControlView } from '../../server/platform/table/report-filters.contract';
import { rangeProblems, snapToWeek, type RangeProblem, type Snap } from '../../server/platform/table/week-range.rules';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { filterField } from '../ui/filter-field';
import { FormField } from '../ui/form-field';
import { Icon } from '../ui/icon';
import { Toggle } from '../ui/toggle';
import { isLong, LongChoice } from './long-choice';
import { NarrowedChoice } from './narrowed-choice';
import s from './report-filters.module.css';

const words = sentences('layout.filters', 'errors');

interface ReportFiltersProps {
  t: Speak<typeof words>;
  id: string;
  bar: FilterBarView;
  /** The oldest day that is taken, as the reader writes it. */
  earliest: string;
}

interface Typed {
  custom: boolean;
  start: string;
  end: string;
  undecided: boolean;
}

/** Value of a dropdown in which nothing is chosen yet. */
const noChoice = 'none';

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    custom: text('range') === 'custom',
    start: text('startDate'),
    end: text('endDate'),
    undecided: [...data.values()].includes(noChoice),
  };
}

const isDate = ({ type, name }: HTMLInputElement) => type === 'date' && (name === 'startDate' || name === 'endDate');

/** Keys that write into a date; others open the calendar of the browser, in which keys are not heard here. */
const writes = (key: string) => /^(\d|Arrow(Up|Down)|Backspace|Delete)$/.test(key);

/** Marks a date field while somebody types in it: what then arrives without a key was chosen from a calendar. */
function noteKey(event: KeyboardEvent | PointerEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !isDate(field)) return;
  if ('key' in event && !event.altKey && writes(event.key)) field.dataset.typing = '';
  else if (!('key' in event) || event.altKey || [' ', 'Enter', 'F4'].includes(event.key)) delete field.dataset.typing;
}

/** A day from the calendar becomes the Monday or Sunday of its week; what was typed stays as it is. */
function picked(field: HTMLInputElement, today: string): Snap | null {
  if (!isDate(field) || 'typing' in field.dataset) return null;
  const snap = snapToWeek(field.value, field.name === 'startDate' ? 'start' : 'end', today);
  if (snap) field.value = snap.date;
  return snap?.by ?? null;
}

/** The filters as a plain GET form; awake, it checks the dates while they are typed and keeps the address short. */
function ReportFilters({ t, id, bar: { action, controls, kept, chips }, earliest }: ReportFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const range = controls.find((control) => control.kind === 'range');
  const [awake, setAwake] = useState(false);
  const [loading, setLoading] = useState(false);
  /** Times that the browser brought the page back; fields that are not its own start anew with it. */
  const [restored, setRestored] = useState(0);
  const [snapped, setSnapped] = useState<Record<string, Snap | undefined>>({});
  const hintOf = (name: 'startDate' | 'endDate', usual: string) =>
    snapped[name] ? t(`layout.filters.snapped.${snapped[name]}`) : usual;
  const [typed, setTyped] = useState<Typed>({
    custom: range?.value === 'custom',
    start: range?.startDate ?? '',
    end: range?.endDate ?? '',
    undecided: false,
  });

  useEffect(() => {
    // Somebody may have changed a field before the script was there.
    if (form.current) setTyped(typedIn(form.current));
    setAwake(true);
    const back = ({ persisted }: PageTransitionEvent) => {
      setLoading(false);
      if (!persisted || !form.current) return;
      form.current.reset();
      setRestored((times) => times + 1);
      setTyped(typedIn(form.current));
    };
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const by = range?.grain === 'week' && target instanceof HTMLInputElement ? picked(target, range.today) : null;
    if (target instanceof HTMLInputElement && isDate(target)) setSnapped({ [target.name]: by ?? undefined });
    setTyped(typedIn(currentTarget));
  };
  const problems =
    typed.custom && range
      ? rangeProblems({ start: typed.start, end: typed.end, today: range.today, grain: range.grain })
      : { start: null, end: null };
  const refused = problems.start !== null || problems.end !== null || typed.undecided;
  const sentenceOf = (problem: RangeProblem | null) =>
    problem ? t(`errors.${problem}`, { min: earliest }) : undefined;

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refused || loading) return;
    setLoading(true);
    const data = new FormData(event.currentTarget);
    // The table may have been sorted since the page came.
    const address = new URLSearchParams(window.location.search);
    for (const name of Object.keys(kept)) data.set(name, address.get(name) ?? '');
    if (!typed.custom) ['startDate', 'endDate'].forEach((name) => data.delete(name));
    for (const control of controls)
      if ('silent' in control && data.get(control.name) === control.silent) data.delete(control.name);
    const query = new URLSearchParams(
      [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
    );
    window.location.assign(`${action}?${query}`);
  };

  const dateField = (edge: 'start' | 'end', bounds: { defaultValue: string; min?: string; max: string }) => (
    <FormField
      kind="date"
      name={`${edge}Date`}
      className={s.date}
      label={t(`layout.filters.${edge}`)}
      hint={
        problems[edge] || range?.grain === 'day' ? undefined : hintOf(`${edge}Date`, t(`layout.filters.${edge}Hint`))
      }
      error={sentenceOf(problems[edge])}
      required
      {...bounds}
    />
  );

  /** @param served what the page came with, where the list has followed another since */
  const field = (control: FilterControlView, served = control): ReactNode => {
    const { name, label, value } = control;
    if ('narrowedBy' in control && control.narrowedBy)
      return (
        <NarrowedChoice key={`${name}-${restored}`} control={control}>
          {({ narrowedBy: _, ...now }) => field(now, control)}
        </NarrowedChoice>
      );
    if (control.kind === 'toggle')
      return <Toggle key={name} legend={label} name={name} value={value} options={control.options} />;
    if (control.kind !== 'range') {
      const shared = {
        ...filterField(control),
        defaultValue: served.value,
        className: widthOf(
          label,
          'options' in control ? (control.options.find((option) => option.value === value)?.label ?? '') : '',
        ),
      };
      return 'options' in control && 'options' in served && isLong(served.options) ? (
        <LongChoice
          key={`${name}-${restored}`}
          {...{ name, label, value, awake }}
          options={control.options}
          className={shared.className}
          emptyText={t('layout.filters.noneFits')}
          openLabel={t('layout.filters.openList')}
          field={shared}
        />
      ) : (
        <FormField key={name} {...shared} />
      );
    }
    return (
      <Fragment key={name}>
        <FormField
          kind="select"
          name={name}
          className={s.span}
          label={label}
          defaultValue={value}
          options={control.options}
        />
        {dateField('start', { defaultValue: control.startDate, max: typed.end || control.today })}
        {dateField('end', { defaultValue: control.endDate, min: typed.start, max: control.today })}
      </Fragment>
    );
  };

  return (
    <search className={s.bar} aria-label={t('layout.filters.label')}>
      <Button icon="filter" className={s.openButton} popoverTarget={id} popoverTargetAction="show">
        {chips.length > 0 ? t('layout.filters.openWithCount', { count: chips.length }) : t('layout.filters.open')}
      </Button>
      <form
        ref={form}
        id={id}
        popover="auto"
        className={s.form}
        method="get"
        action={action}
        noValidate
        autoComplete="off"
        data-filters=""
        onInput={onInput}
        onKeyDown={noteKey}
        onPointerDown={noteKey}
        onSubmit={apply}
      >
        <div className={s.sheetHead}>
          <span>{t('layout.filters.label')}</span>
          <button type="button" popoverTarget={id} popoverTargetAction="hide" aria-label={t('layout.filters.close')}>
            <Icon name="cross" size={20} />
          </button>
        </div>
        {Object.entries(kept).map(
          ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {controls.slice(0, -1).map((control) => field(control))}
        <div className={s.last}>
          {controls.slice(-1).map((control) => field(control))}
          <Button
            type="submit"
            tone="primary"
            className={s.apply}
            disabled={awake && (refused || loading)}
            busy={loading}
          >
            {t('layout.filters.apply')}
          </Button>
        </div>
      </form>
    </search>
  );
}

/** Long labels need the room; so does what is chosen. */
const widthOf = (label: string, chosen: string) =>
  chosen.length > 12
    ? s.chosen
    : label.length > 20
      ? s.wide
      : label.length > 12 || chosen.length > 5
        ? s.range
        : undefined;

export const reportFilters = defineIsland('filters/report-filters', ReportFilters, words);
export default reportFilters;
