import type { Translate } from '../../server/platform/i18n/messages';
import { FilterBar, type FilterControl } from '../../client/ui/filter-bar';
import { stageName } from '../../server/platform/i18n/stage-name.rules';

type FilterName = 'wasteStageId' | 'countryCode' | 'region' | 'segment';

export interface StatusFilterView {
  /** Empty: all. */
  chosen: { wasteStageId: number | 'all'; countryCode: string; region: string; segment: string };
  defaultStage: number;
  stages: { wasteStageId: number; wasteStageName: string }[];
  countries: { countryCode: string; countryName: string }[];
  regions: { regionName: string }[];
  segments: { segmentName: string }[];
  /** What else must stay in the address. */
  kept: Record<string, string>;
  linkWithout: (name: FilterName) => string;
  clearHref: string;
}

/** Stage, country, region and segment; one of which the data has no values is left out. */
export function StatusFilters({ t, view }: { t: Translate; view: StatusFilterView }) {
  const { chosen, stages, countries, regions, segments, linkWithout } = view;
  const all = { value: '', label: t('deploymentStatus.all') };
  const known = stages.some((one) => one.wasteStageId === chosen.wasteStageId) || chosen.wasteStageId === 'all';
  const stageOptions = [
    ...stages.map((one) => ({ value: String(one.wasteStageId), label: stageName(t, one.wasteStageId, one.wasteStageName) })),
    ...(known ? [] : [{ value: String(chosen.wasteStageId), label: stageName(t, Number(chosen.wasteStageId)) }]),
    { value: 'all', label: t('deploymentStatus.allStages') },
  ];
  const lists: { name: Exclude<FilterName, 'wasteStageId'>; label: string; options: { value: string; label: string }[] }[] = [
    { name: 'countryCode', label: t('deploymentStatus.country'), options: countries.map((one) => ({ value: one.countryCode, label: one.countryName })) },
    { name: 'region', label: t('deploymentStatus.region'), options: regions.map((one) => ({ value: one.regionName, label: one.regionName })) },
    { name: 'segment', label: t('deploymentStatus.segment'), options: segments.map((one) => ({ value: one.segmentName, label: one.segmentName })) },
  ];
  const labelOf = ({ name, options }: (typeof lists)[number]) => options.find((option) => option.value === chosen[name])?.label ?? chosen[name];
  const withChosen = (list: (typeof lists)[number]) => {
    const value = chosen[list.name];
    return value === '' || list.options.some((option) => option.value === value) ? list.options : [...list.options, { value, label: value }];
  };
  const controls: FilterControl[] = [
    { kind: 'select', name: 'wasteStageId', label: t('deploymentStatus.stage'), defaultValue: String(chosen.wasteStageId), options: stageOptions },
    ...lists.filter((list) => withChosen(list).length > 0).map((list): FilterControl => ({ kind: 'select', name: list.name, label: list.label, defaultValue: chosen[list.name], options: [all, ...withChosen(list)] })),
  ];
  const chips = [
    ...(chosen.wasteStageId === view.defaultStage ? [] : [{
      label: chosen.wasteStageId === 'all' ? t('deploymentStatus.allStages') : t('deploymentStatus.stageChip', { name: stageName(t, chosen.wasteStageId, stages.find((one) => one.wasteStageId === chosen.wasteStageId)?.wasteStageName) }),
      removeHref: linkWithout('wasteStageId'),
    }]),
    ...lists.filter((list) => chosen[list.name] !== '').map((list) => ({ label: chipLabel(t, list.name, labelOf(list)), removeHref: linkWithout(list.name) })),
  ];
  return <FilterBar id="status-filters" action="/deployment-status" controls={controls} hidden={view.kept} chips={chips} clearHref={chips.length > 1 ? view.clearHref : undefined} />;
}

function chipLabel(t: Translate, name: Exclude<FilterName, 'wasteStageId'>, value: string): string {
  if (name === 'countryCode') return t('deploymentStatus.countryChip', { name: value });
  return name === 'region' ? t('deploymentStatus.regionChip', { name: value }) : t('deploymentStatus.segmentChip', { name: value });
}
