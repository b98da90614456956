import {
  changeMeasure,
  dateFormOf,
  measuresOf,
  type MappingJson,
} from '../../server/features/imports/mapping-editor.rules';
import { record, text } from '../../server/features/imports/mapping-json.rules';
import { wideColumns, wideMeasure, withWideMeasure } from '../../server/features/imports/mapping-wide.rules';
import { Fold } from '../ui/fold';
import { FormField } from '../ui/form-field';
import s from './mapping-editor.module.css';
import { valueOf, type MappingTranslate } from './mapping-words';

interface AdvancedFieldsProps {
  mapping: MappingJson;
  columns: string[];
  timeZones: string[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const split = (typed: string, mark: string) =>
  typed
    .split(mark)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Everything else that a mapping can say, for those who need it. */
export function AdvancedFields({ mapping, columns, timeZones, t, onChange }: AdvancedFieldsProps) {
  const dates = record(mapping.dates);
  const sink = record(mapping.sink);
  const stage = record(mapping.stage);
  const key = listed(mapping.rowKey);
  const optional = listed(mapping.optionalColumns);
  const set = (what: MappingJson) =>
    onChange(Object.fromEntries(Object.entries({ ...mapping, ...what }).filter(([, value]) => value !== undefined)));
  const toggled = (list: string[], one: string) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  const typed = (what: string) => ({ name: '', id: `advanced-${what}` });
  return (
    <Fold className={s.constants} title={t('imports.editor.advanced')}>
      <div className={s.fields}>
        <FormField
          {...typed('name')}
          label={t('imports.editor.mappingName')}
          value={text(mapping.name) ?? ''}
          maxLength={200}
          onChange={(event) => set({ name: valueOf(event) })}
        />
        <FormField
          {...typed('words')}
          label={t('imports.editor.emptyWords')}
          hint={t('imports.editor.emptyWordsHint')}
          defaultValue={listed(mapping.emptyWords).join(', ')}
          onBlur={(event) => set({ emptyWords: split(valueOf(event), ',') })}
        />
        <FormField
          kind="select"
          {...typed('zone')}
          label={t('imports.editor.sheetZone')}
          value={text(dates.timeZone) ?? 'site'}
          options={[
            { value: 'site', label: t('imports.editor.sheetZoneSite') },
            ...timeZones.map((zone) => ({ value: zone, label: zone })),
          ]}
          onChange={(event) => set({ dates: { ...dates, timeZone: valueOf(event) } })}
        />
        {dateFormOf(mapping) === 'other' && (
          <FormField
            {...typed('patterns')}
            label={t('imports.editor.patterns')}
            hint={t('imports.editor.patternsHint')}
            defaultValue={listed(dates.patterns).join(' | ')}
            onBlur={(event) => set({ dates: { ...dates, patterns: split(valueOf(event), '|') } })}
          />
        )}
        {mapping.sink !== undefined && (
          <FormField
            kind="checkbox"
            {...typed('counts')}
            label={t('imports.editor.countsAsWaste')}
            checked={sink.countsAsWaste !== false}
            onChange={() => set({ sink: { ...sink, countsAsWaste: sink.countsAsWaste === false } })}
          />
        )}
        {stage.values !== undefined && (
          <FormField
            kind="textarea"
            {...typed('stages')}
            label={t('imports.editor.stageWords')}
            hint={t('imports.editor.stageWordsHint')}
            rows={4}
            defaultValue={Object.entries(record(stage.values))
              .map(([word, id]) => `${word} = ${String(id)}`)
              .join('\n')}
            onBlur={(event) =>
              set({
                stage: {
                  ...stage,
                  values: Object.fromEntries(
                    split(valueOf(event), '\n')
                      .map((line) => line.split('=').map((part) => part.trim()))
                      .filter((parts) => parts.length === 2)
                      .map(([word = '', id]) => [word, Number(id)]),
                  ),
                },
              })
            }
          />
        )}
        {mapping.total !== undefined && (
          <FormField
            kind="select"
            {...typed('total')}
            label={t('imports.editor.totalOtherwise')}
            value={text(record(mapping.total).otherwise) ?? 'refuse'}
            options={(['refuse', 'take'] as const).map((one) => ({
              value: one,
              label: t(`imports.editor.totalChoices.${one}`),
            }))}
            onChange={(event) => set({ total: { ...record(mapping.total), otherwise: valueOf(event) } })}
          />
        )}
      </div>
      {measuresOf(mapping)
        .filter(({ column }) => columns.includes(String(column)))
        .map((measure) => (
          <MeasureDetails
            key={String(measure.column)}
            name={String(measure.column)}
            measure={measure}
            columns={columns}
            t={t}
            onChange={(what) => onChange(changeMeasure(mapping, String(measure.column), what))}
          />
        ))}
      {wideColumns(mapping).length > 0 && (
        <MeasureDetails
          name={t('imports.editor.wide')}
          measure={wideMeasure(mapping)}
          columns={null}
          t={t}
          onChange={(what) => onChange(withWideMeasure(mapping, what))}
        />
      )}
      <Columns
        label={t('imports.editor.rowKey')}
        hint={t('imports.editor.rowKeyHint')}
        id="key"
        columns={columns}
        chosen={key}
        onToggle={(one) => {
          const next = toggled(key, one);
          set({ rowKey: next.length > 0 ? next : undefined });
        }}
      />
      <Columns
        label={t('imports.editor.optionalColumns')}
        hint={t('imports.editor.optionalColumnsHint')}
        id="optional"
        columns={columns}
        chosen={optional}
        onToggle={(one) => set({ optionalColumns: toggled(optional, one) })}
      />
    </Fold>
  );
}

interface MeasureDetailsProps {
  name: string;
  measure: MappingJson;
  /** null: the measure of columns side by side, of which each has its own. */
  columns: string[] | null;
  t: MappingTranslate;
  onChange: (what: MappingJson) => void;
}

function MeasureDetails({ name, measure, columns, t, onChange }: MeasureDetailsProps) {
  const typed = (what: string) => ({ name: '', id: `advanced-${what}-${name}` });
  const options = [
    { value: '', label: t('imports.editor.noColumn') },
    ...(columns ?? []).map((one) => ({ value: one, label: one })),
  ];
  const isWeight = measure.kind === 'weight';
  const column = (what: 'grossColumn' | 'tareColumn') => (
    <FormField
      kind="select"
      {...typed(what)}
      label={t(`imports.editor.${what}`)}
      value={text(measure[what]) ?? ''}
      options={options}
      onChange={(event) =>
        onChange({ [what]: valueOf(event) || undefined, ...(what === 'tareColumn' && { tare: undefined }) })
      }
    />
  );
  const constant = (what: 'item' | 'reason') => (
    <FormField
      {...typed(what)}
      label={t(`imports.editor.roles.${what}`)}
      value={text(record(measure[what]).constant) ?? ''}
      maxLength={200}
      onChange={(event) => onChange({ [what]: valueOf(event) === '' ? undefined : { constant: valueOf(event) } })}
    />
  );
  return (
    <div className={s.measure}>
      <p className={s.name}>{name}</p>
      {isWeight && (
        <FormField
          kind="select"
          {...typed('holds')}
          label={t('imports.editor.holdsWeight')}
          value={text(measure.holds) ?? 'net'}
          options={(['net', 'gross'] as const).map((one) => ({
            value: one,
            label: t(`imports.editor.weights.${one}`),
          }))}
          onChange={(event) => onChange({ holds: valueOf(event) })}
        />
      )}
      {isWeight && columns && measure.holds !== 'gross' && column('grossColumn')}
      {isWeight && columns && column('tareColumn')}
      {isWeight && measure.tareColumn === undefined && (
        <FormField
          kind="number"
          {...typed('tare')}
          label={t('imports.editor.tare')}
          min={0}
          step="any"
          value={String(measure.tare ?? '')}
          onChange={(event) => onChange({ tare: valueOf(event) === '' ? undefined : Number(valueOf(event)) })}
        />
      )}
      <FormField
        {...typed('currency')}
        label={t('imports.editor.costCurrency')}
        value={text(measure.currency) ?? ''}
        maxLength={3}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange({ currency: valueOf(event).toUpperCase() || undefined })}
      />
      {constant('item')}
      {constant('reason')}
      <FormField
        kind="checkbox"
        {...typed('zero')}
        label={t('imports.editor.skipZero')}
        checked={measure.skipZero !== false}
        onChange={() => onChange({ skipZero: measure.skipZero === false })}
      />
      {columns && (
        <FormField
          kind="select"
          {...typed('empty')}
          label={t('imports.editor.whenEmpty')}
          value={text(measure.whenEmpty) ?? ''}
          options={(['', 'skip', 'refuse'] as const).map((one) => ({
            value: one,
            label: t(`imports.editor.whenEmptyChoices.${one === '' ? 'auto' : one}`),
          }))}
          onChange={(event) => onChange({ whenEmpty: valueOf(event) || undefined })}
        />
      )}
    </div>
  );
}

interface ColumnsProps {
  id: string;
  label: string;
  hint: string;
  columns: string[];
  chosen: string[];
  onToggle: (column: string) => void;
}

function Columns({ id, label, hint, columns, chosen, onToggle }: ColumnsProps) {
  return (
    <fieldset className={s.ticks}>
      <legend>{label}</legend>
      <p className={s.why}>{hint}</p>
      <div className={s.values}>
        {columns.map((column, at) => (
          <FormField
            key={column}
            kind="checkbox"
            name=""
            id={`advanced-${id}-${at}`}
            label={column}
            checked={chosen.includes(column)}
            onChange={() => onToggle(column)}
          />
        ))}
      </div>
    </fieldset>
  );
}
