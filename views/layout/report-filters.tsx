import { reportFilters } from '../../client/filters/report-filters.island';
import { FilterBar } from '../../client/ui/filter-bar';
import { FilterChips } from '../../client/ui/filter-chips';
import { filterField } from '../../client/ui/filter-field';
import type { Format } from '../../client/ui/format';
import { savedViewsHref } from '../../server/features/saved-views/saved-views.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import { earliestRangeDate } from '../../server/platform/table/week-range.rules';
import { Island } from './island';
import s from './report-filters.module.css';

interface ReportFiltersProps {
  id: string;
  format: Format;
  bar: FilterBarView;
  /** Words for the way to the reader's saved views; absent on pages that are no report. */
  savable?: Translate;
}

/** The declared filters of a page. Only dates that are typed need the browser's help. */
export function ReportFilters({ id, format, bar, savable: t }: ReportFiltersProps) {
  const { action, controls, kept, chips, clear } = bar;
  if (controls.some(({ kind }) => kind === 'range')) {
    return (
      <div className={s.filters}>
        <Island of={reportFilters} when="interaction" props={{ id, bar, earliest: format.date(earliestRangeDate) }} />
        <FilterChips chips={chips} clear={clear} />
        {t && (
          <p className={s.saved}>
            <a href={savedViewsHref(bar.here)}>{t('savedViews.title')}</a>
          </p>
        )}
      </div>
    );
  }
  const hidden = Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return (
    <FilterBar
      id={id}
      action={action}
      controls={controls.flatMap((control) => {
        if (control.kind === 'range') return [];
        const { kind, name, label, value } = control;
        return kind === 'toggle'
          ? { kind, name, label, value, options: control.options }
          : { ...filterField(control), defaultValue: value };
      })}
      hidden={hidden}
      chips={chips}
      clear={clear}
    />
  );
}
