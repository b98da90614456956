import { Fragment } from 'react';
import {
  columnOf,
  constantOf,
  constantRoles,
  newSitesOf,
  stageOf,
  withConstant,
  type SingleRole,
  type MappingJson,
} from '../../server/features/imports/mapping-editor.rules';
import type { AskedRole } from '../../server/features/imports/missing-roles.rules';
import { guessFromCountry, zonesFor } from '../../server/platform/places/place-choice.rules';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { Fold } from '../ui/fold';
import { FormField, type FieldOption } from '../ui/form-field';
import { dateFields } from './date-fields';
import s from './mapping-editor.module.css';
import {
  fromCell,
  stageOptions,
  valueOf as value,
  type CellEvidence,
  type MappingTranslate,
  type SheetField,
} from './mapping-words';

interface SheetFieldsProps {
  /** What was asked since the page was opened: it stays where it is when it is answered. */
  asked: readonly AskedRole[];
  evidence: Record<string, CellEvidence | null>;
  places: PlaceChoices;
  mapping: MappingJson;
  columns: string[];
  t: MappingTranslate;
  onChange: (mapping: MappingJson) => void;
}

const decimals = [
  ['auto', 'auto'],
  ['.', 'point'],
  [',', 'comma'],
] as const;

const asOption = (one: string): FieldOption => ({ value: one, label: one });
const withStated = (options: FieldOption[], stated: string): FieldOption[] =>
  options.some(({ value: one }) => one === stated) ? options : [asOption(stated), ...options];

type FieldsProps = Omit<SheetFieldsProps, 'asked'>;

/** What holds for every line. A select without a name is not sent: the mapping's field is. */
function fieldsOf({ evidence, mapping, columns, t, onChange }: FieldsProps): SheetField[] {
  const has = (role: SingleRole) => columns.includes(columnOf(mapping, role) ?? '');
  const ofSheets = (mapping.site as { worksheet?: boolean } | undefined)?.worksheet === true;
  const inHeads = (role: 'site' | 'location') => (mapping[role] as { inHeads?: boolean } | undefined)?.inHeads === true;
  const sameAsSite = (mapping.location as { sameAsSite?: boolean } | undefined)?.sameAsSite === true;
  return [
    ...dateFields({ mapping, columns, evidence, t, onChange }),
    {
      asks: 'decimal',
      field: (
        <FormField
          kind="select"
          name=""
          id="sheet-decimal"
          label={t('imports.editor.decimal')}
          hint={
            evidence.decimal
              ? mapping.decimal === ''
                ? t('imports.editor.askedCell', { cell: evidence.decimal.text, line: evidence.decimal.line })
                : fromCell(t, evidence.decimal)
              : undefined
          }
          value={String(mapping.decimal ?? 'auto')}
          options={[
            ...(mapping.decimal === '' ? [{ value: '', label: t('imports.editor.choose'), disabled: true }] : []),
            ...decimals.map(([sign, name]) => ({ value: sign, label: t(`imports.editor.decimals.${name}`) })),
          ]}
          onChange={(event) => onChange({ ...mapping, decimal: value(event) })}
        />
      ),
    },
    {
      asks: 'site',
      field: !has('site') && !inHeads('site') && !ofSheets && (
        <FormField
          name=""
          id="sheet-site"
          label={t('imports.editor.oneSite')}
          value={constantOf(mapping, 'site')}
          maxLength={200}
          onChange={(event) => onChange(withConstant(mapping, 'site', value(event)))}
        />
      ),
    },
    {
      asks: 'location',
      field: !has('location') && !inHeads('location') && (
        <FormField
          name=""
          id="sheet-location"
          label={t('imports.editor.oneLocation')}
          placeholder={sameAsSite ? t('imports.editor.sameAsSite') : undefined}
          value={constantOf(mapping, 'location')}
          maxLength={200}
          onChange={(event) => onChange(withConstant(mapping, 'location', value(event)))}
        />
      ),
    },
    {
      asks: 'stage',
      field: !has('stage') && (
        <FormField
          kind="select"
          name=""
          id="sheet-stage"
          label={t('imports.editor.stage')}
          value={stageOf(mapping)}
          options={[
            ...(stageOf(mapping) === '' ? [{ value: '', label: t('imports.editor.choose'), disabled: true }] : []),
            ...stageOptions(t),
          ]}
          onChange={(event) => onChange({ ...mapping, stage: { constant: Number(value(event)) } })}
        />
      ),
    },
  ];
}

const shown = (fields: readonly SheetField[]) =>
  fields
    .filter(({ field }) => field !== false)
    .map(({ asks, field }) => <Fragment key={asks ?? 'other'}>{field}</Fragment>);

/** What the sheet does not say of itself. */
export function AskedFields({ asked, ...props }: SheetFieldsProps) {
  const { t } = props;
  const fields = shown(fieldsOf(props).filter(({ asks }) => asks !== null && asked.includes(asks)));
  if (fields.length === 0) return null;
  return (
    <div className={s.asked} role="group" aria-label={t('imports.editor.asked')}>
      <p className={s.askedTitle}>{t('imports.editor.asked')}</p>
      <div className={s.fields}>{fields}</div>
    </div>
  );
}

/** What the sheet says of itself, or may leave open: to be changed where it is wrong. */
export function SheetFields({ asked, ...props }: SheetFieldsProps) {
  const { t, mapping, columns, onChange } = props;
  const has = (role: SingleRole) => columns.includes(columnOf(mapping, role) ?? '');
  const fields = shown(fieldsOf(props).filter(({ asks }) => asks === null || !asked.includes(asks)));
  return (
    <>
      {fields.length > 0 && (
        <Fold className={s.constants} title={t('imports.editor.sheet')}>
          <div className={s.fields}>{fields}</div>
        </Fold>
      )}
      <NewSites {...props} />
      <Fold className={s.constants} title={t('imports.editor.constants')}>
        <div className={s.fields}>
          {constantRoles
            .filter((role) => role !== 'site' && role !== 'location' && !has(role))
            .map((role) => (
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
      </Fold>
    </>
  );
}

/** What becomes of sites that Tare does not know, and where they are. */
function NewSites({ places, mapping, t, onChange }: FieldsProps) {
  const newSites = newSitesOf(mapping);
  const setNewSites = (what: MappingJson) => onChange({ ...mapping, newSites: { ...newSites, ...what } });
  const [country, zone] = [String(newSites.country ?? ''), String(newSites.timeZone ?? '')];
  const zones = zonesFor(places, { countryCode: country, current: zone });
  const countries = places.countries.map(({ countryCode, countryName }) => ({
    value: countryCode,
    label: countryName,
  }));
  const currencies = places.currencies.map(({ currencyCode, currencyName }) => ({
    value: currencyCode,
    label: `${currencyCode} · ${currencyName}`,
  }));
  const setCountry = (chosen: string) => {
    const { timeZone, currencyCode } = guessFromCountry(places, chosen);
    setNewSites({ country: chosen, ...(timeZone && { timeZone }), ...(currencyCode && { currency: currencyCode }) });
  };
  return (
    <Fold className={s.constants} title={t('imports.editor.newSites')}>
      <div className={s.fields}>
        <FormField
          kind="select"
          name=""
          id="sheet-sites"
          label={t('imports.editor.unknownSites')}
          value={String(mapping.unknownSites ?? 'refuse')}
          options={(['create', 'refuse'] as const).map((choice) => ({
            value: choice,
            label: t(`imports.editor.unknownSitesChoices.${choice}`),
          }))}
          onChange={(event) => onChange({ ...mapping, unknownSites: value(event) })}
        />
        <FormField
          kind="select"
          name=""
          id="sheet-country"
          label={t('imports.editor.country')}
          value={country}
          options={withStated(countries, country)}
          onChange={(event) => setCountry(value(event))}
        />
        <FormField
          kind="select"
          name=""
          id="sheet-zone"
          label={t('imports.editor.timeZone')}
          value={zone}
          options={[
            { label: t('imports.editor.zonesOfCountry'), options: zones.ofCountry.map(asOption) },
            { label: t('imports.editor.zonesOther'), options: zones.others.map(asOption) },
          ]}
          onChange={(event) => setNewSites({ timeZone: value(event) })}
        />
        <FormField
          kind="select"
          name=""
          id="sheet-currency"
          label={t('imports.editor.currency')}
          value={String(newSites.currency ?? '')}
          options={withStated(currencies, String(newSites.currency ?? ''))}
          onChange={(event) => setNewSites({ currency: value(event) })}
        />
      </div>
    </Fold>
  );
}
