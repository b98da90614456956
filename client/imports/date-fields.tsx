import {
  columnOf,
  dateFormOf,
  dateForms,
  withDateForm,
  withDay,
  type DateForm,
  type MappingJson,
} from '../../server/features/imports/mapping-editor.rules';
import { record } from '../../server/features/imports/mapping-json.rules';
import { headsOf } from '../../server/features/imports/mapping-wide.rules';
import { FormField } from '../ui/form-field';
import { fromCell, valueOf, type CellEvidence, type MappingTranslate, type SheetField } from './mapping-words';

interface DateFieldsProps {
  mapping: MappingJson;
  columns: string[];
  evidence: Record<string, CellEvidence | null>;
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const monthTotals = ['spread', 'lastOpenDay', 'firstDay'] as const;

/** The form of days, and what they leave open: the year, the day of a sheet of one day, the days of a month. */
export function dateFields({ mapping, columns, evidence, t, onChange }: DateFieldsProps): SheetField[] {
  const dates = record(mapping.dates);
  const form = dateFormOf(mapping);
  const forms = [...(Object.keys(dateForms) as DateForm[]), ...(form === 'other' ? (['other'] as const) : [])];
  const hasColumn = columns.includes(columnOf(mapping, 'date') ?? '');
  const heads = headsOf(mapping);
  const isMonth = heads === 'month' || dates.precision === 'month';
  const asksYear =
    dates.year !== undefined ||
    (dates.yearColumn === undefined &&
      (heads === 'month' ||
        form === 'dayMonth' ||
        form === 'monthDay' ||
        form === 'month' ||
        form === 'week' ||
        form === 'named'));
  const change = (what: MappingJson) => onChange({ ...mapping, dates: { ...dates, ...what } });
  const open = { value: '', label: t('imports.editor.choose'), disabled: true };
  return [
    {
      asks: 'dateForm',
      field: hasColumn && (
        <FormField
          kind="select"
          name=""
          id="sheet-dates"
          label={t('imports.editor.dateForm')}
          hint={evidence.dateForm ? fromCell(t, evidence.dateForm) : undefined}
          value={form}
          options={[
            ...(form === 'open' ? [{ value: 'open', label: t('imports.editor.choose'), disabled: true }] : []),
            ...forms.map((one) => ({ value: one, label: t(`imports.editor.dateForms.${one}`) })),
          ]}
          onChange={(event) => {
            if (valueOf(event) in dateForms) onChange(withDateForm(mapping, valueOf(event) as DateForm));
          }}
        />
      ),
    },
    {
      asks: 'date',
      field: !hasColumn && dates.inHeads !== true && (
        <FormField
          kind="date"
          name=""
          id="sheet-day"
          label={t(heads === 'weekday' ? 'imports.editor.dayOfWeek' : 'imports.editor.oneDay')}
          hint={evidence.day ? fromCell(t, evidence.day) : undefined}
          value={String(dates.constant ?? '')}
          onChange={(event) => onChange(withDay(mapping, valueOf(event)))}
        />
      ),
    },
    {
      asks: 'year',
      field: asksYear && (
        <FormField
          kind="number"
          name=""
          id="sheet-year"
          label={t('imports.editor.year')}
          hint={evidence.year ? fromCell(t, evidence.year) : t('imports.editor.yearHint')}
          min={2000}
          max={2100}
          step={1}
          value={String(dates.year ?? '')}
          onChange={(event) => change({ year: valueOf(event) === '' ? '' : Number(valueOf(event)) })}
        />
      ),
    },
    {
      asks: null,
      field: heads === 'weekday' && hasColumn && (
        <FormField
          kind="select"
          name=""
          id="sheet-week-date"
          label={t('imports.editor.weekDate')}
          value={String(dates.weekDate ?? 'first')}
          options={(['first', 'last'] as const).map((one) => ({
            value: one,
            label: t(`imports.editor.weekDates.${one}`),
          }))}
          onChange={(event) => change({ weekDate: valueOf(event) })}
        />
      ),
    },
    {
      asks: 'monthTotals',
      field: isMonth && (
        <FormField
          kind="select"
          name=""
          id="sheet-months"
          label={t('imports.editor.monthTotals')}
          hint={t('imports.editor.monthTotalsHint')}
          value={String(dates.monthTotals ?? 'firstDay')}
          options={[
            ...(dates.monthTotals === '' ? [open] : []),
            ...monthTotals.map((one) => ({ value: one, label: t(`imports.editor.monthTotalsChoices.${one}`) })),
          ]}
          onChange={(event) => change({ monthTotals: valueOf(event) })}
        />
      ),
    },
  ];
}
