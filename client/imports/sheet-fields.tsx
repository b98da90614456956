import { guessFromCountry, zonesFor } from '../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { columnOf, constantOf, constantRoles, newSitesOf, stageOf, withConstant, type SingleRole, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import { FormField, type FieldOption } from '../ui/form-field';
import { DateFields } from './date-fields';
import { fromCell, stageOptions, valueOf as value, type CellEvidence, type MappingTranslate } from './mapping-words';
import s from './mapping-editor.module.css';

interface SheetFieldsProps {
  evidence: Record<string, CellEvidence | null>;
  places: PlaceChoices;
  mapping: MappingJson;
  columns: string[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const decimals = [['auto', 'auto'], ['.', 'point'], [',', 'comma']] as const;

const asOption = (one: string): FieldOption => ({ value: one, label: one });
const withStated = (options: FieldOption[], stated: string): FieldOption[] => (options.some(({ value: one }) => one === stated) ? options : [asOption(stated), ...options]);

/** What holds for every line. A select without a name is not sent: the mapping's field is. */
export function SheetFields({ evidence, places, mapping, columns, t, onChange }: SheetFieldsProps) {
  const newSites = newSitesOf(mapping);
  const has = (role: SingleRole) => columns.includes(columnOf(mapping, role) ?? '');
  const inHeads = (role: 'site' | 'location') => (mapping[role] as { inHeads?: boolean } | undefined)?.inHeads === true;
  const sameAsSite = (mapping.location as { sameAsSite?: boolean } | undefined)?.sameAsSite === true;
  const setNewSites = (what: MappingJson) => onChange({ ...mapping, newSites: { ...newSites, ...what } });
  const [country, zone] = [String(newSites.country ?? ''), String(newSites.timeZone ?? '')];
  const zones = zonesFor(places, { countryCode: country, current: zone });
  const countries = places.countries.map(({ countryCode, countryName }) => ({ value: countryCode, label: countryName }));
  const currencies = places.currencies.map(({ currencyCode, currencyName }) => ({ value: currencyCode, label: `${currencyCode} · ${currencyName}` }));
  const setCountry = (chosen: string) => {
    const { timeZone, currencyCode } = guessFromCountry(places, chosen);
    setNewSites({ country: chosen, ...(timeZone && { timeZone }), ...(currencyCode && { currency: currencyCode }) });
  };
  return (
    <fieldset className={s.group}>
      <legend>{t('imports.editor.sheet')}</legend>
      <div className={s.fields}>
        <DateFields mapping={mapping} columns={columns} evidence={evidence} t={t} onChange={onChange} />
        <FormField
          kind="select"
          name=""
          id="sheet-decimal"
          label={t('imports.editor.decimal')}
          hint={evidence.decimal ? (mapping.decimal === '' ? t('imports.editor.askedCell', { cell: evidence.decimal.text, line: evidence.decimal.line }) : fromCell(t, evidence.decimal)) : undefined}
          value={String(mapping.decimal ?? 'auto')}
          options={[...(mapping.decimal === '' ? [{ value: '', label: t('imports.editor.choose'), disabled: true }] : []), ...decimals.map(([sign, name]) => ({ value: sign, label: t(`imports.editor.decimals.${name}`) }))]}
          onChange={(event) => onChange({ ...mapping, decimal: value(event) })}
        />
        {!has('site') && !inHeads('site') && (
          <FormField name="" id="sheet-site" label={t('imports.editor.oneSite')} value={constantOf(mapping, 'site')} maxLength={200} onChange={(event) => onChange(withConstant(mapping, 'site', value(event)))} />
        )}
        {!has('location') && !inHeads('location') && (
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
        <FormField kind="select" name="" id="sheet-country" label={t('imports.editor.country')} value={country} options={withStated(countries, country)} onChange={(event) => setCountry(value(event))} />
        <FormField kind="select" name="" id="sheet-zone" label={t('imports.editor.timeZone')} value={zone} options={[{ label: t('imports.editor.zonesOfCountry'), options: zones.ofCountry.map(asOption) }, { label: t('imports.editor.zonesOther'), options: zones.others.map(asOption) }]} onChange={(event) => setNewSites({ timeZone: value(event) })} />
        <FormField kind="select" name="" id="sheet-currency" label={t('imports.editor.currency')} value={String(newSites.currency ?? '')} options={withStated(currencies, String(newSites.currency ?? ''))} onChange={(event) => setNewSites({ currency: value(event) })} />
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
