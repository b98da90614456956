import { columnOf, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import {
  headsOf,
  unclearHeads,
  wideColumns,
  wideMeasure,
  withHeads,
  withWideMeasure,
  withWideValue,
} from '../../server/features/imports/mapping-wide.rules';
import { sheetUnits } from '../../server/features/imports/units.rules';
import { headRoles, type HeadRole } from '../../server/features/imports/wide-heads.rules';
import { Fold } from '../ui/fold';
import { FormField, type FieldOption } from '../ui/form-field';
import s from './mapping-editor.module.css';
import { stageOptions, valueOf, type MappingTranslate } from './mapping-words';

interface WideFieldsProps {
  mapping: MappingJson;
  columns: string[];
  locale: string;
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

/** What the names of columns side by side mean, and how the cells below them are read. */
export function WideFields({ mapping, columns, locale, t, onChange }: WideFieldsProps) {
  const group = wideColumns(mapping);
  if (group.length === 0) return null;
  const heads = headsOf(mapping);
  const measure = wideMeasure(mapping);
  const unclear = unclearHeads(mapping);
  const choices = valuesOf(heads, { t, locale });
  const unitColumn =
    typeof measure.unitColumn === 'string' && columns.includes(measure.unitColumn) ? measure.unitColumn : null;
  const stage = measure.stage as { constant?: number } | undefined;
  const costs = columns.filter(
    (one) => one !== columnOf(mapping, 'date') && !group.some(({ column }) => column === one),
  );
  return (
    <fieldset className={s.group}>
      <legend>{t('imports.editor.wide')}</legend>
      <div className={s.fields}>
        <FormField
          kind="select"
          name=""
          id="wide-heads"
          label={t('imports.editor.wideHeads')}
          value={heads}
          options={[
            ...(heads === '' ? [{ value: '', label: t('imports.editor.choose'), disabled: true }] : []),
            ...headRoles.map((role) => ({ value: role, label: t(`imports.editor.heads.${role}`) })),
          ]}
          onChange={(event) => onChange(withHeads(mapping, valueOf(event) as HeadRole))}
        />
        <FormField
          kind="select"
          name=""
          id="wide-kind"
          label={t('imports.editor.wideCells')}
          value={String(measure.kind)}
          options={[
            { value: 'weight', label: t('imports.editor.roles.weight') },
            { value: 'servings', label: t('imports.editor.roles.servings') },
          ]}
          onChange={(event) =>
            onChange({
              ...mapping,
              wide: {
                ...(mapping.wide as MappingJson),
                measure:
                  valueOf(event) === 'servings'
                    ? { kind: 'servings', gramsPerServing: 150, stage }
                    : { kind: 'weight', unit: 'kg', stage },
              },
            })
          }
        />
        {measure.kind === 'servings' ? (
          typeof measure.gramsPerServing !== 'object' && (
            <FormField
              kind="number"
              name=""
              id="wide-grams"
              label={t('imports.editor.gramsPerServing')}
              suffix="g"
              min={0.1}
              max={100_000}
              step="any"
              value={String(measure.gramsPerServing ?? '')}
              onChange={(event) =>
                onChange(
                  withWideMeasure(mapping, { gramsPerServing: valueOf(event) === '' ? '' : Number(valueOf(event)) }),
                )
              }
            />
          )
        ) : (
          <FormField
            kind="select"
            name=""
            id="wide-unit"
            label={t('imports.editor.unit')}
            value={unitColumn === null ? String(measure.unit ?? '') : ''}
            options={[
              ...(unitColumn !== null
                ? [{ value: '', label: t('imports.editor.unitOfColumn', { column: unitColumn }) }]
                : measure.unit
                  ? []
                  : [{ value: '', label: t('imports.editor.choose'), disabled: true }]),
              ...sheetUnits.map((unit) => ({ value: unit, label: unit })),
            ]}
            onChange={(event) => {
              if (valueOf(event) !== '')
                onChange(withWideMeasure(mapping, { unit: valueOf(event), unitColumn: undefined }));
            }}
          />
        )}
        {heads !== 'stage' && (
          <FormField
            kind="select"
            name=""
            id="wide-stage"
            label={t('imports.editor.stage')}
            value={String(stage?.constant ?? '')}
            options={[{ value: '', label: t('imports.editor.stageOfSheet') }, ...stageOptions(t)]}
            onChange={(event) =>
              onChange(
                withWideMeasure(mapping, {
                  stage: valueOf(event) === '' ? undefined : { constant: Number(valueOf(event)) },
                }),
              )
            }
          />
        )}
      </div>
      <Fold
        className={s.constants}
        title={t('imports.editor.wideColumns', { n: group.length })}
        open={unclear.length > 0}
      >
        <ul className={s.wideColumns}>
          {group.map((one) => {
            const column = String(one.column);
            const value = String(one.value ?? '');
            const shared = {
              name: '',
              id: `wide-${column}`,
              label: column,
              error: unclear.includes(column) ? t('imports.editor.wideUnclear') : undefined,
            };
            const change = (event: { target: unknown }) =>
              onChange(withWideValue(mapping, column, { value: valueOf(event) }));
            return (
              <li key={column}>
                {choices ? (
                  <FormField
                    kind="select"
                    {...shared}
                    value={choices.some((choice) => choice.value === value) ? value : ''}
                    options={[{ value: '', label: t('imports.editor.choose'), disabled: true }, ...choices]}
                    onChange={change}
                  />
                ) : (
                  <FormField
                    {...shared}
                    value={value}
                    maxLength={200}
                    placeholder={heads === 'month' ? '2026-03' : heads === 'day' ? '2026-03-02' : undefined}
                    onChange={change}
                  />
                )}
                <FormField
                  kind="select"
                  name=""
                  id={`wide-cost-${column}`}
                  label={t('imports.editor.costColumn')}
                  value={typeof one.costColumn === 'string' ? one.costColumn : ''}
                  options={[
                    { value: '', label: t('imports.editor.noCost') },
                    ...costs.map((cost) => ({ value: cost, label: cost })),
                  ]}
                  onChange={(event) =>
                    onChange(withWideValue(mapping, column, { costColumn: valueOf(event) || undefined }))
                  }
                />
              </li>
            );
          })}
        </ul>
      </Fold>
    </fieldset>
  );
}

/** What a head may mean, where that is one of a few; null where it is a name, a month or a day. */
function valuesOf(heads: HeadRole | '', { t, locale }: { t: MappingTranslate; locale: string }): FieldOption[] | null {
  if (heads === 'stage') return stageOptions(t);
  if (heads !== 'weekday') return null;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, at) => ({
    value: String(at + 1),
    label: weekday.format(new Date(Date.UTC(2024, 0, at + 1))),
  }));
}
