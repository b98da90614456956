import { FormField } from '../ui/form-field';
import { columnOf, dateForms, dateFormOf, newSitesOf, stageOf, withDateForm, type DateForm, type MappingJson } from './mapping-editor.rules';
import s from './mapping-editor.module.css';

export interface SheetStrings {
  title: string;
  dateForm: string;
  dateForms: Record<DateForm | 'other', string>;
  decimal: string;
  decimals: { value: string; label: string }[];
  location: string;
  sameAsSite: string;
  fromColumn: string;
  stage: string;
  stages: { value: string; label: string }[];
  unknownSites: string;
  unknownSitesChoices: { value: string; label: string }[];
  country: string;
  timeZone: string;
  currency: string;
}

interface SheetFieldsProps {
  mapping: MappingJson;
  columns: string[];
  strings: SheetStrings;
  onChange: (mapping: MappingJson) => void;
}

const value = (event: { target: unknown }) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** What holds for every line. A select without a name is not sent: the mapping's field is. */
export function SheetFields({ mapping, columns, strings, onChange }: SheetFieldsProps) {
  const form = dateFormOf(mapping);
  const forms = (Object.keys(strings.dateForms) as (DateForm | 'other')[]).filter((one) => one !== 'other' || form === 'other');
  const newSites = newSitesOf(mapping);
  const has = (role: 'location' | 'stage') => columns.includes(columnOf(mapping, role) ?? '');
  const sameAsSite = (mapping.location as { sameAsSite?: boolean } | undefined)?.sameAsSite === true;
  const setNewSites = (what: MappingJson) => onChange({ ...mapping, newSites: { ...newSites, ...what } });
  return (
    <fieldset className={s.group}>
      <legend>{strings.title}</legend>
      <div className={s.fields}>
        <FormField
          kind="select"
          name=""
          id="sheet-dates"
          label={strings.dateForm}
          value={form}
          options={forms.map((one) => ({ value: one, label: strings.dateForms[one] }))}
          onChange={(event) => { if (value(event) in dateForms) onChange(withDateForm(mapping, value(event) as DateForm)); }}
        />
        <FormField kind="select" name="" id="sheet-decimal" label={strings.decimal} value={String(mapping.decimal ?? 'auto')} options={strings.decimals} onChange={(event) => onChange({ ...mapping, decimal: value(event) })} />
        {!has('location') && (
          <FormField
            kind="select"
            name=""
            id="sheet-location"
            label={strings.location}
            value={sameAsSite ? 'same' : 'column'}
            options={[{ value: 'column', label: strings.fromColumn, disabled: true }, { value: 'same', label: strings.sameAsSite }]}
            onChange={() => onChange({ ...mapping, location: { sameAsSite: true } })}
          />
        )}
        {!has('stage') && (
          <FormField
            kind="select"
            name=""
            id="sheet-stage"
            label={strings.stage}
            value={stageOf(mapping)}
            options={[...(stageOf(mapping) === '' ? [{ value: '', label: '–', disabled: true }] : []), ...strings.stages]}
            onChange={(event) => onChange({ ...mapping, stage: { constant: Number(value(event)) } })}
          />
        )}
        <FormField kind="select" name="" id="sheet-sites" label={strings.unknownSites} value={String(mapping.unknownSites ?? 'refuse')} options={strings.unknownSitesChoices} onChange={(event) => onChange({ ...mapping, unknownSites: value(event) })} />
        <FormField name="" id="sheet-country" label={strings.country} value={String(newSites.country ?? '')} maxLength={2} autoCapitalize="characters" spellCheck={false} onChange={(event) => setNewSites({ country: value(event).toUpperCase() })} />
        <FormField name="" id="sheet-zone" label={strings.timeZone} value={String(newSites.timeZone ?? '')} maxLength={60} spellCheck={false} onChange={(event) => setNewSites({ timeZone: value(event) })} />
        <FormField name="" id="sheet-currency" label={strings.currency} value={String(newSites.currency ?? '')} maxLength={3} autoCapitalize="characters" spellCheck={false} onChange={(event) => setNewSites({ currency: value(event).toUpperCase() })} />
      </div>
    </fieldset>
  );
}
