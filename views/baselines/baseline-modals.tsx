import { baselineModals, type BaselineStrings } from '../../client/baselines/baseline-modals.island';
import { Island } from '../layout/island';
import type { FormatSettings, Locale } from '../../client/ui/format';
import { locales } from '../locales';

export { baselineDetailHref, baselineReadinessHref } from './baseline-links';

/** The sentences of both windows in one locale. */
export function baselineStrings(locale: Locale): BaselineStrings {
  const { baselineModals: own, baselines, global, layout } = locales[locale];
  return { ...own, more: layout.table.more, stages: { 8: global.stage8, 9: global.stage9, 23: global.stage23 }, issues: baselines.issues };
}

/** Once on a page: opens the baseline pages, which its links lead to, as windows above it. */
export function BaselineModals({ settings }: { settings: FormatSettings }) {
  return <Island of={baselineModals} when="idle" props={{ strings: baselineStrings(settings.locale), settings }} />;
}
