import { z } from 'zod';
import type { Translate } from '../../platform/i18n/messages';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { onboardingDone, type OnboardingRow } from './onboarding.contract';
import { siteStates, steps } from './onboarding.rules';
import { onboardingTable } from './onboarding.table';

interface Offer {
  t: Translate;
}

const shown = ['underWay', ...siteStates, 'all'] as const;

/** What does not fit is read as not given, so that an old link still shows the list. */
export const onboardingFilters = reportFilters<Offer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'onboarding.search' }),
    choice('state', {
      field: z.enum(shown).catch('underWay').default('underWay'),
      label: 'onboarding.state',
      silent: 'underWay',
      options: ({ t }: Offer) => shown.map((value) => ({ value, label: t(`onboarding.shows.${value}`) })),
      chip: (label, _, value) => (value === 'underWay' ? null : label),
    }),
    choice('step', {
      field: z.enum(steps).optional().catch(undefined),
      label: 'onboarding.current',
      options: ({ t }: Offer) => [
        { value: '', label: t('onboarding.anyStep') },
        ...steps.map((value) => ({ value, label: t(`onboarding.steps.${value}`) })),
      ],
    }),
  ],
  { kept: ['sort'], pages: ['page', 'done'] },
);

export const onboardingFileQuery = z.object(onboardingFilters.query);
export const onboardingQuery = z.object({
  ...onboardingFilters.query,
  ...onboardingTable.query(),
  done: onboardingDone,
});

/** Of the sites, those that are asked for. */
export function narrowed(
  rows: readonly OnboardingRow[],
  { text, state, step }: z.infer<typeof onboardingFileQuery>,
): OnboardingRow[] {
  const wanted = text?.toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (state === 'all' || (state === 'underWay' ? row.state !== 'complete' : row.state === state)) &&
      (step === undefined || row.current?.step === step) &&
      (wanted === undefined || row.siteName.toLocaleLowerCase().includes(wanted)),
  );
}
