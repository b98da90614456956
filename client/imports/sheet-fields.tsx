import { FormField } from '../ui/form-field';
import { columnOf, constantOf, constantRoles, dateForms, dateFormOf, newSitesOf, stageOf, withConstant, withDateForm, type SingleRole, type DateForm, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { stageOptions, type MappingTranslate } from './mapping-words';
import s from './mapping-editor.module.css';

interface SheetFieldsProps {
  mapping: MappingJson;
  columns: string[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const decimals = [['auto', 'auto'], ['.', 'point'], [',', 'comma']] as const;

const value = (event: { target: unknown }) => (event.target as HTMLInputElement | HTMLSelectElement).value;

/** What holds for every line. A select without a name is not sent: the mapping's field is. */
export function SheetFields({ mapping, columns, t, onChange }: SheetFieldsProps) {
  const form = dateFormOf(mapping);
  const forms = [...(Object.keys(dateForms) as DateForm[]), ...(form === 'other' ? (['other'] as const) : [])];
  const newSites = newSitesOf(mapping);
  const has = (role: SingleRole) => columns.includes(columnOf(mapping, role) ?? '');
  const sameAsSite = (mapping.location as { sameAsSite?: boolean } | undefined)?.sameAsSite === true;
  const setNewSites = (what: MappingJson) => onChange({ ...mapping, newSites: { ...newSites, ...what } });
  return (
    <fieldset className={s.group}>
      <legend>{t('imports.editor.sheet')}</legend>
      <div className={s.fields}>
        <FormField
          kind="select"
          name=""
          id="sheet-dates"
          label={t('imports.editor.dateForm')}
          value={form}
          options={[
            ...(form === 'open' ? [{ value: 'open', label: t('imports.editor.choose'), disabled: true }] : []),
            ...forms.map((one) => ({ value: one, label: t(`imports.editor.dateForms.${one}`) })),
          ]}
          onChange={(event) => { if (value(event) in dateForms) onChange(withDateForm(mapping, value(event) as DateForm)); }}
        />
        <FormField kind="select" name="" id="sheet-decimal" label={t('imports.editor.decimal')} value={String(mapping.decimal ?? 'auto')} options={decimals.map(([sign, name]) => ({ value: sign, label: t(`imports.editor.decimals.${name}`) }))} onChange={(event) => onChange({ ...mapping, decimal: value(event) })} />
        {!has('site') && (
          <FormField name="" id="sheet-site" label={t('imports.editor.oneSite')} value={constantOf(mapping, 'site')} maxLength={200} onChange={(event) => onChange(withConstant(mapping, 'site', value(event)))} />
        )}
        {!has('location') && (
          <FormField
            name=""
            id="sheet-location"
            label={t('imports.editor.oneLocation')}
            placeholder={sameAsSite ? t('imports.editor.sameAsSite') : undefined}
            value={constantOf(mapping, 'location')}
            maxLength={200}
            onChange={(event) => onChange(withConstant(mapping, 'location', value(event)))}
          />
        )}
        {!has('stage') && (
          <FormField
            kind="select"
            name=""
            id="sheet-stage"
            label={t('imports.editor.stage')}
            value={stageOf(mapping)}
            options={[...(stageOf(mapping) === '' ? [{ value: '', label: '–', disabled: true }] : []), ...stageOptions(t)]}
            onChange={(event) => onChange({ ...mapping, stage: { constant: Number(value(event)) } })}
          />
        )}
        <FormField kind="select" name="" id="sheet-sites" label={t('imports.editor.unknownSites')} value={String(mapping.unknownSites ?? 'refuse')} options={(['create', 'refuse'] as const).map((choice) => ({ value: choice, label: t(`imports.editor.unknownSitesChoices.${choice}`) }))} onChange={(event) => onChange({ ...mapping, unknownSites: value(event) })} />
        <FormField name="" id="sheet-country" label={t('imports.editor.country')} value={String(newSites.country ?? '')} maxLength={2} autoCapitalize="characters" spellCheck={false} onChange={(event) => setNewSites({ country: value(event).toUpperCase() })} />
        <FormField name="" id="sheet-zone" label={t('imports.editor.timeZone')} value={String(newSites.timeZone ?? '')} maxLength={60} spellCheck={false} onChange={(event) => setNewSites({ timeZone: value(event) })} />
        <FormField name="" id="sheet-currency" label={t('imports.editor.currency')} value={String(newSites.currency ?? '')} maxLength={3} autoCapitalize="characters" spellCheck={false} onChange={(event) => setNewSites({ currency: value(event).toUpperCase() })} />
      </div>
      <details className={s.constants}>
        <summary>{t('imports.editor.constants')}</summary>
        <div className={s.fields}>
          {constantRoles.filter((role) => role !== 'site' && role !== 'location' && !has(role)).map((role) => (
            <FormField
              key={role}
              name=""
              id={`sheet-${role}`}
              label={t(`imports.editor.roles.${role}`)}
              value={constantOf(mapping, role)}
              maxLength={200}
              onChange={(event) => onChange(withConstant(mapping, role, value(event)))}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}
