import { performanceFilters, type PerformanceFiltersProps } from '../../client/performance/filters.island';
import type { Translate } from '../../server/platform/i18n/messages';
import type { ViewType } from '../../server/features/performance/report.contract';
import { addressWith } from './address';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { Island } from '../layout/island';
import { stageName } from '../../server/platform/i18n/stage-name.rules';
import { earliestRangeDate } from '../../server/platform/table/week-range.rules';
import s from './filters.module.css';

export interface FilterModel {
  action: string;
  /** Path and query as asked for. */
  url: string;
  today: string;
  preset: 'lastWeek' | 'last4Weeks' | 'last13Weeks' | 'allTime' | 'custom';
  startDate: string;
  endDate: string;
  /** null: none is chosen. */
  stageId: number | null;
  stages: { wasteStageId: number; wasteStageName: string }[];
  places: {
    countries: { countryCode: string; countryName: string }[];
    regions: { regionName: string }[];
    segments: { segmentName: string }[];
  };
  countryCode: string | null;
  regionName: string | null;
  segmentName: string | null;
  viewType: ViewType;
  /** Fraction; what is applied. */
  threshold: number;
  /** null: the person may not choose one. */
  thresholdOptions: number[] | null;
  /** The organisation's own. */
  ownThreshold: number;
}

const presets = ['lastWeek', 'last4Weeks', 'last13Weeks', 'allTime', 'custom'] as const;

interface FiltersProps {
  t: Translate;
  format: Format;
  model: FilterModel;
}

/** The line of controls, and what is filtered as chips that can be taken away. */
export function Filters({ t, format, model }: FiltersProps) {
  const kept = Object.fromEntries(['sort', 'size'].flatMap((name) => {
    const value = new URLSearchParams(model.url.split('?')[1]).get(name);
    return value ? [[name, value]] : [];
  }));
  const props: Omit<PerformanceFiltersProps, 't'> = {
    action: model.action,
    today: model.today,
    range: model.preset,
    ranges: presets.map((value) => ({ value, label: t(`performance.preset.${value}`) })),
    startDate: model.startDate,
    endDate: model.endDate,
    viewType: model.viewType,
    views: (['locations', 'sites'] as const).map((value) => ({ value, label: t(`performance.view.${value}`) })),
    choices: choicesOf({ t, format, model }),
    kept,
    earliest: format.date(earliestRangeDate),
  };
  const chips = chipsOf({ t, format, model });
  return (
    <>
      <Island of={performanceFilters} when="interaction" props={props} />
      {chips.length > 0 && (
        <ul className={s.chips} aria-label={t('performance.filters.active')}>
          {chips.map(({ label, name }) => (
            <li key={name}>
              <a className={s.chip} href={addressWith(model.url, { [name]: null, page: null })} aria-label={t('performance.filters.remove', { filter: label })}>{label}<Icon name="cross" size={12} /></a>
            </li>
          ))}
          <li><a className={s.reset} href={model.action}>{t('performance.filters.reset')}</a></li>
        </ul>
      )}
    </>
  );
}

type Choices = PerformanceFiltersProps['choices'];

/** A stage to choose from two on, a place from three options on, the first of which is 'all'. */
function choicesOf({ t, format, model }: FiltersProps): Choices {
  const { stages, stageId, places } = model;
  const stageOptions = stages.map((stage) => ({ value: String(stage.wasteStageId), label: stageName(t, stage.wasteStageId, stage.wasteStageName) }));
  const choices: Choices = [];
  if (stages.length >= 2 || stageId === null) {
    const none = stageId === null ? [{ value: 'none', label: t('performance.filters.chooseStage') }] : [];
    choices.push({ name: 'wasteStageId', label: t('performance.filters.stage'), value: String(stageId ?? 'none'), options: [...none, ...stageOptions] });
  }
  const place = (name: string, label: string, { chosen, options }: { chosen: string | null; options: { value: string; label: string }[] }) => {
    const all = [{ value: '', label: t('global.all') }, ...options];
    if (all.length >= 3) choices.push({ name, label, value: chosen ?? '', options: all });
  };
  place('countryCode', t('performance.filters.country'), { chosen: model.countryCode, options: places.countries.map((one) => ({ value: one.countryCode, label: one.countryName })) });
  place('regionName', t('performance.filters.region'), { chosen: model.regionName, options: places.regions.map((one) => ({ value: one.regionName, label: one.regionName })) });
  place('segmentName', t('performance.filters.segment'), { chosen: model.segmentName, options: places.segments.map((one) => ({ value: one.segmentName, label: one.segmentName })) });
  if (model.thresholdOptions) {
    choices.push({ name: 'reductionExclusionThreshold', label: t('performance.filters.threshold'), ...thresholdsOf({ t, format, model }, model.thresholdOptions) });
  }
  return choices;
}

/** Every threshold once: 0, which sends nothing, stands for the organisation's own. */
function thresholdsOf({ t, format, model: { threshold, ownThreshold } }: FiltersProps, offered: number[]): Pick<Choices[number], 'value' | 'options'> {
  const values = [...new Set([...offered, threshold])].filter((value) => value === 0 || value !== ownThreshold).sort((a, b) => a - b);
  const words = (value: number) => (value === 0 && ownThreshold > 0 ? t('performance.filters.thresholdDefault', { value: format.percent(ownThreshold) }) : format.percent(value));
  return { value: String(threshold === ownThreshold ? 0 : threshold), options: values.map((value) => ({ value: String(value), label: words(value) })) };
}

function chipsOf({ t, format, model }: FiltersProps): { name: string; label: string }[] {
  const country = model.places.countries.find((one) => one.countryCode === model.countryCode)?.countryName ?? model.countryCode;
  return [
    ...(country ? [{ name: 'countryCode', label: country }] : []),
    ...(model.regionName ? [{ name: 'regionName', label: model.regionName }] : []),
    ...(model.segmentName ? [{ name: 'segmentName', label: model.segmentName }] : []),
    ...(model.threshold > 0 && model.threshold !== model.ownThreshold
      ? [{ name: 'reductionExclusionThreshold', label: t('performance.filters.thresholdChip', { value: format.percent(model.threshold) }) }]
      : []),
  ];
}
