import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { ReportChoices, ReportKind } from '../../server/features/generate-reports/generate-reports.contract';
import { grainOf, isOfStage, periodsOf, reportLogos } from '../../server/features/generate-reports/report-kinds.rules';
import {
  disposalSetNames,
  disposalSets,
  productionSetNames,
  productionSets,
} from '../../server/features/impact/factor-sets.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './report-fields.module.css';

/** Why a form was refused, with what was typed. */
export interface FormFailure {
  sentence: string;
  fields: { field: string; sentence: string }[];
}

export const problemIn = (refused: FormFailure | null, name: string) =>
  refused?.fields.find(({ field }) => field === name)?.sentence;

interface FieldsProps {
  t: Translate;
  kind: ReportKind;
  choices: ReportChoices;
  typed: Record<string, string>;
  refused: FormFailure | null;
  /** A schedule has no dates of its own. */
  relative: boolean;
}

type FieldOf = (name: string) => { name: string; defaultValue: string; error: string | undefined };

/** What a report is of, and how it is written. */
export function ReportFields({ t, kind, choices, typed, refused, relative }: FieldsProps) {
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '', error: problemIn(refused, name) });
  const periods = periodsOf(kind).filter((period) => !relative || period !== 'custom');
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <div className={s.pair}>
        <FormField
          kind="select"
          {...field('place')}
          label={t('reports.form.place')}
          options={[
            { value: '', label: t('reports.form.everything') },
            ...choices.sites.map(({ siteId, siteName, locations }) => ({
              label: siteName,
              options: [
                { value: `s${siteId}`, label: t('reports.form.wholeSite', { site: siteName }) },
                ...locations.map(({ locationId, locationName }) => ({ value: `l${locationId}`, label: locationName })),
              ],
            })),
          ]}
        />
        {isOfStage(kind) && (
          <FormField
            kind="select"
            {...field('wasteStageId')}
            label={t('performance.filters.stage')}
            options={choices.stages.map(({ wasteStageId, wasteStageName }) => ({
              value: String(wasteStageId),
              label: stageName(t, wasteStageId, wasteStageName),
            }))}
          />
        )}
        {grainOf[kind] === 'now' ? (
          <input type="hidden" name="period" value="lastWeek" />
        ) : (
          <FormField
            kind="select"
            {...field('period')}
            label={t('reports.form.period')}
            hint={relative ? t('reports.form.periodHint') : undefined}
            options={periods.map((period) => ({ value: period, label: t(`reports.periods.${period}`) }))}
          />
        )}
        {!relative && grainOf[kind] !== 'now' && <CustomDates {...{ t, kind, field }} />}
        {kind === 'impactUpdate' && <ImpactFields {...{ t, field }} />}
        <FormField
          kind="select"
          {...field('locale')}
          label={t('reports.form.language')}
          options={choices.locales.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
        <FormField
          kind="select"
          {...field('unitId')}
          label={t('reports.form.unit')}
          options={choices.units.map(({ unitId, abbr }) => ({ value: String(unitId), label: abbr }))}
        />
        <FormField
          kind="select"
          {...field('currency')}
          label={t('reports.form.currency')}
          options={[
            { value: '', label: t('reports.form.allCurrencies') },
            ...choices.currencies.map((code) => ({ value: code, label: code })),
          ]}
        />
      </div>
    </>
  );
}

function ImpactFields({ t, field }: Pick<FieldsProps, 't'> & { field: FieldOf }) {
  return (
    <>
      <FormField
        kind="select"
        {...field('productionSet')}
        label={t('impact.form.production')}
        hint={t('impact.form.productionHint')}
        options={productionSetNames.map((value) => ({
          value,
          label: `${productionSets[value].name} ${productionSets[value].year}`,
        }))}
      />
      <FormField
        kind="select"
        {...field('disposalSet')}
        label={t('impact.form.disposal')}
        options={disposalSetNames.map((value) => ({
          value,
          label: `${disposalSets[value].name} ${disposalSets[value].year}`,
        }))}
      />
      <FormField
        kind="select"
        {...field('logo')}
        label={t('impact.form.logo')}
        hint={t('impact.form.logoHint')}
        options={reportLogos.map((value) => ({ value, label: t(`impact.form.logos.${value}`) }))}
      />
    </>
  );
}

function CustomDates({ t, kind, field }: Pick<FieldsProps, 't' | 'kind'> & { field: FieldOf }) {
  const weeks = grainOf[kind] === 'week';
  return (
    <>
      <FormField
        kind="date"
        {...field('startDate')}
        label={t('reports.form.start')}
        hint={t(weeks ? 'reports.form.startHint' : 'reports.form.customHint')}
      />
      <FormField
        kind="date"
        {...field('endDate')}
        label={t('reports.form.end')}
        hint={t(weeks ? 'reports.form.endHint' : 'reports.form.customHint')}
      />
    </>
  );
}

const shown = [
  'place',
  'wasteStageId',
  'period',
  'startDate',
  'endDate',
  'locale',
  'unitId',
  'currency',
  'productionSet',
  'disposalSet',
  'logo',
  'recipientId',
  'cadence',
  'weekDay',
  'monthDay',
  'hour',
];

export function NotSaved({ refused }: { refused: FormFailure | null }) {
  if (!refused) return null;
  return (
    <Notice tone="error" title={refused.sentence}>
      {refused.fields
        .filter(({ field }) => !shown.includes(field))
        .map(({ field, sentence }) => (
          <p key={field}>{sentence}</p>
        ))}
    </Notice>
  );
}
