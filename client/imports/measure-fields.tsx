import { fillText } from '../ui/fill-text';
import { FormField } from '../ui/form-field';
import { changeMeasure, measuresOf, units, type MappingJson } from './mapping-editor.rules';
import s from './mapping-editor.module.css';

export interface MeasureStrings {
  title: string;
  unit: string;
  unitOfColumn: string;
  gramsPerServing: string;
  gramsByValue: string;
  stage: string;
  stageOfSheet: string;
  stages: { value: string; label: string }[];
  cost: string;
  noCost: string;
}

interface MeasureFieldsProps {
  mapping: MappingJson;
  columns: string[];
  strings: MeasureStrings;
  onChange: (mapping: MappingJson) => void;
}

const value = (event: { target: unknown }) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** Unit, stage and cost of each column that holds a weight or servings. */
export function MeasureFields({ mapping, columns, strings, onChange }: MeasureFieldsProps) {
  const measures = measuresOf(mapping).filter((measure) => columns.includes(String(measure.column)));
  if (measures.length === 0) return null;
  return (
    <fieldset className={s.group}>
      <legend>{strings.title}</legend>
      {measures.map((measure) => {
        const column = String(measure.column);
        const change = (what: MappingJson) => onChange(changeMeasure(mapping, column, what));
        const stage = measure.stage as { constant?: number } | undefined;
        return (
          <div key={column} className={s.measure}>
            <p className={s.name}>{column}</p>
            {measure.kind === 'servings' ? <Servings measure={measure} strings={strings} onChange={change} /> : <Unit measure={measure} columns={columns} strings={strings} onChange={change} />}
            <FormField
              kind="select"
              id={`stage-${column}`}
              name=""
              label={strings.stage}
              value={String(stage?.constant ?? '')}
              options={[{ value: '', label: strings.stageOfSheet }, ...strings.stages]}
              onChange={(event) => change({ stage: value(event) === '' ? undefined : { constant: Number(value(event)) } })}
            />
            <FormField
              kind="select"
              id={`cost-${column}`}
              name=""
              label={strings.cost}
              value={columns.includes(String(measure.costColumn)) ? String(measure.costColumn) : ''}
              options={[{ value: '', label: strings.noCost }, ...columns.map((one) => ({ value: one, label: one }))]}
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
  strings: MeasureStrings;
  onChange: (what: MappingJson) => void;
}

function Servings({ measure, strings, onChange }: OneMeasureProps) {
  const grams = measure.gramsPerServing;
  if (typeof grams === 'object') return <p className={s.byTables}>{strings.gramsPerServing}<span>{strings.gramsByValue}</span></p>;
  return (
    <FormField
      kind="number"
      id={`grams-${String(measure.column)}`}
      name=""
      label={strings.gramsPerServing}
      suffix="g"
      min={0.1}
      max={100_000}
      step="any"
      value={String(grams ?? '')}
      onChange={(event) => onChange({ gramsPerServing: Number(value(event)) })}
    />
  );
}

function Unit({ measure, columns, strings, onChange }: OneMeasureProps & { columns: string[] }) {
  const unitColumn = typeof measure.unitColumn === 'string' && columns.includes(measure.unitColumn) ? measure.unitColumn : null;
  const stated = unitColumn === null ? [] : [{ value: '', label: fillText(strings.unitOfColumn, { column: unitColumn }) }];
  return (
    <FormField
      kind="select"
      id={`unit-${String(measure.column)}`}
      name=""
      label={strings.unit}
      value={unitColumn === null ? String(measure.unit ?? 'kg') : ''}
      options={[...stated, ...units.map((unit) => ({ value: unit, label: unit }))]}
      onChange={(event) => { if (value(event) !== '') onChange({ unit: value(event), unitColumn: undefined }); }}
    />
  );
}
