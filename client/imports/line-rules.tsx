import type { MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { listOf, record, without } from '../../server/features/imports/mapping-json.rules';
import { Button } from '../ui/button';
import { Fold } from '../ui/fold';
import { FormField } from '../ui/form-field';
import s from './mapping-editor.module.css';
import { valueOf, type MappingTranslate } from './mapping-words';

interface LineRulesProps {
  mapping: MappingJson;
  columns: string[];
  /** Values of a column in the first lines. */
  values: Record<string, string[]>;
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const mostFilters = 20;

/** Lines that are left out: the first and last, and those that hold, or do not hold, one of the chosen values. */
export function LineRules({ mapping, columns, values, t, onChange }: LineRulesProps) {
  const filters = listOf(mapping.filters);
  const skip = record(mapping.skipLines);
  const setSkip = (what: MappingJson) => {
    const next = { ...skip, ...what };
    onChange(
      Number(next.first ?? 0) + Number(next.last ?? 0) === 0
        ? without(mapping, 'skipLines')
        : { ...mapping, skipLines: next },
    );
  };
  const setFilter = (at: number, what: MappingJson | null) =>
    onChange({
      ...mapping,
      filters: filters.flatMap((one, place) => (place !== at ? [one] : what === null ? [] : [{ ...one, ...what }])),
    });
  return (
    <Fold
      className={s.constants}
      title={t('imports.editor.lineRules')}
      open={filters.length > 0 || mapping.skipLines !== undefined}
    >
      <div className={s.fields}>
        {(['first', 'last'] as const).map((end) => (
          <FormField
            key={end}
            kind="number"
            name=""
            id={`skip-${end}`}
            label={t(`imports.editor.skip.${end}`)}
            min={0}
            max={1000}
            step={1}
            value={String(skip[end] ?? 0)}
            onChange={(event) => setSkip({ [end]: Number(valueOf(event)) })}
          />
        ))}
      </div>
      {filters.map((filter, at) => {
        const column = String(filter.column ?? '');
        const chosen = Array.isArray(filter.values) ? filter.values.map(String) : [];
        const offered = [...new Set([...(values[column] ?? []), ...chosen])];
        const toggle = (value: string) =>
          setFilter(at, {
            values: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
          });
        return (
          <div key={at} className={s.filter} role="group" aria-label={t('imports.editor.filterN', { n: at + 1 })}>
            <div className={s.fields}>
              <FormField
                kind="select"
                name=""
                id={`filter-${at}`}
                label={t('imports.editor.filterColumn')}
                value={column}
                options={columns.map((one) => ({ value: one, label: one }))}
                onChange={(event) => setFilter(at, { column: valueOf(event), values: [] })}
              />
              <FormField
                kind="select"
                name=""
                id={`filter-which-${at}`}
                label={t('imports.editor.filterWhich')}
                value={String(filter.leaveOut ?? 'these')}
                options={(['these', 'others'] as const).map((one) => ({
                  value: one,
                  label: t(`imports.editor.filterChoices.${one}`),
                }))}
                onChange={(event) => setFilter(at, { leaveOut: valueOf(event) })}
              />
              <Button type="button" tone="quiet" onClick={() => setFilter(at, null)}>
                {t('imports.editor.filterRemove')}
              </Button>
            </div>
            {chosen.length === 0 && <p className={s.why}>{t('imports.editor.filterEmpty')}</p>}
            <div className={s.values}>
              {offered.map((value, place) => (
                <FormField
                  key={value}
                  kind="checkbox"
                  name=""
                  id={`filter-${at}-${place}`}
                  label={value === '' ? t('imports.editor.filterBlank') : value}
                  checked={chosen.includes(value)}
                  onChange={() => toggle(value)}
                />
              ))}
            </div>
            <FormField
              name=""
              id={`filter-more-${at}`}
              label={t('imports.editor.filterMore')}
              hint={t('imports.editor.filterMoreHint')}
              maxLength={200}
              onKeyDown={(event) => {
                const field = event.target as HTMLInputElement;
                if (event.key !== 'Enter') return;
                event.preventDefault();
                if (field.value.trim() !== '' && !chosen.includes(field.value.trim())) toggle(field.value.trim());
                field.value = '';
              }}
            />
          </div>
        );
      })}
      {filters.length < mostFilters && columns.length > 0 && (
        <Button
          type="button"
          onClick={() =>
            onChange({ ...mapping, filters: [...filters, { column: columns[0], leaveOut: 'these', values: [] }] })
          }
        >
          {t('imports.editor.filterAdd')}
        </Button>
      )}
    </Fold>
  );
}
