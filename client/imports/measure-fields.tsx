import { changeMeasure, measuresOf, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { sheetUnits } from '../../server/features/imports/units.rules';
import { FormField } from '../ui/form-field';
import s from './mapping-editor.module.css';
import { stageOptions, valueOf as value, type MappingTranslate } from './mapping-words';

interface MeasureFieldsProps {
  mapping: MappingJson;
  columns: string[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

/** Unit, stage and cost of each column that holds a weight or servings. */
export function MeasureFields({ mapping, columns, t, onChange }: MeasureFieldsProps) {
  const measures = measuresOf(mapping).filter((measure) => columns.includes(String(measure.column)));
  if (measures.length === 0) return null;
  return (
    <fieldset className={s.group}>
      <legend>{t('imports.editor.measures')}</legend>
      {measures.map((measure) => {
        const column = String(measure.column);
        const change = (what: MappingJson) => onChange(changeMeasure(mapping, column, what));
        const stage = measure.stage as { constant?: number } | undefined;
        return (
          <div key={column} className={s.measure}>
            <p className={s.name}>{column}</p>
            {measure.kind === 'servings' ? (
              <Servings measure={measure} t={t} onChange={change} />
            ) : (
              <Unit measure={measure} columns={columns} t={t} onChange={change} />
            )}
            <FormField
              kind="select"
              id={`stage-${column}`}
              name=""
              label={t('imports.editor.stage')}
              value={String(stage?.constant ?? '')}
              options={[{ value: '', label: t('imports.editor.stageOfSheet') }, ...stageOptions(t)]}
              onChange={(event) =>
                change({ stage: value(event) === '' ? undefined : { constant: Number(value(event)) } })
              }
            />
            <FormField
              kind="select"
              id={`cost-${column}`}
              name=""
              label={t('imports.editor.costColumn')}
              value={columns.includes(String(measure.costColumn)) ? String(measure.costColumn) : ''}
              options={[
                { value: '', label: t('imports.editor.noCost') },
                ...columns.map((one) => ({ value: one, label: one })),
              ]}
              onChange={(event) => change({ costColumn: value(event) || undefined })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

interface OneMeasureProps {
  measure: MappingJson;
  t: MappingTranslate;
  onChange: (what: MappingJson) => void;
}

function Servings({ measure, t, onChange }: OneMeasureProps) {
  const grams = measure.gramsPerServing;
  if (typeof grams === 'object')
    return (
      <p className={s.byTables}>
        {t('imports.editor.gramsPerServing')}
        <span>{t('imports.editor.gramsByValue')}</span>
      </p>
    );
  return (
    <FormField
      kind="number"
      id={`grams-${String(measure.column)}`}
      name=""
      label={t('imports.editor.gramsPerServing')}
      suffix="g"
      min={0.1}
      max={100_000}
      step="any"
      value={String(grams ?? '')}
      onChange={(event) => onChange({ gramsPerServing: value(event) === '' ? '' : Number(value(event)) })}
    />
  );
}

function Unit({ measure, columns, t, onChange }: OneMeasureProps & { columns: string[] }) {
  const unitColumn =
    typeof measure.unitColumn === 'string' && columns.includes(measure.unitColumn) ? measure.unitColumn : null;
  const open =
    unitColumn === null && measure.unit === undefined
      ? [{ value: '', label: t('imports.editor.choose'), disabled: true }]
      : [];
  const stated =
    unitColumn === null ? open : [{ value: '', label: t('imports.editor.unitOfColumn', { column: unitColumn }) }];
  return (
    <FormField
      kind="select"
      id={`unit-${String(measure.column)}`}
      name=""
      label={t('imports.editor.unit')}
      value={unitColumn === null ? String(measure.unit ?? '') : ''}
      options={[...stated, ...sheetUnits.map((unit) => ({ value: unit, label: unit }))]}
      onChange={(event) => {
        if (value(event) !== '') onChange({ unit: value(event), unitColumn: undefined });
      }}
    />
  );
}
