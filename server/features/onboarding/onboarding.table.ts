import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { OnboardingRow } from './onboarding.contract';
import { siteStates, steps } from './onboarding.rules';

export const onboardingFile = 'Onboarding.csv';

export const onboardingTable = defineTable<OnboardingRow, Reader>()({
  size: 50,
  columns: {
    site: {
      label: 'onboarding.site',
      place: 'lead',
      sort: ({ siteName }) => siteName,
      csv: ({ siteName }) => siteName,
    },
    state: {
      label: 'onboarding.state',
      place: 'side',
      // The gravest first.
      sort: ({ state }) => siteStates.indexOf(state),
      usual: 'asc',
      csv: ({ state }, { t }) => t(`onboarding.states.${state}`),
    },
    progress: {
      label: 'onboarding.progress',
      numeric: true,
      sort: ({ doneCount, steps: all }) => doneCount / all.length,
      csv: ({ doneCount }) => doneCount,
    },
    steps: { label: 'onboarding.stepCount', screen: false, csv: ({ steps: all }) => all.length },
    current: {
      label: 'onboarding.current',
      sort: ({ current }) => (current === null ? steps.length : steps.indexOf(current.step)),
      csv: ({ current }, { t }) => (current === null ? '' : t(`onboarding.steps.${current.step}`)),
    },
    days: {
      label: 'onboarding.daysInStep',
      numeric: true,
      sort: ({ current, daysInStep }) => (current === null ? null : daysInStep),
      csv: ({ current, daysInStep }) => (current === null ? null : daysInStep),
    },
    due: {
      label: 'onboarding.due',
      sort: ({ current }) => current?.dueOn ?? null,
      csv: ({ current }) => current?.dueOn ?? null,
    },
    owner: {
      label: 'onboarding.owner',
      sort: ({ current }) => current?.ownerName ?? null,
      csv: ({ current }) => current?.ownerName ?? null,
    },
    blocker: {
      label: 'onboarding.blocker',
      screen: false,
      csv: ({ steps: all }) => all.find(({ state }) => state === 'blocked')?.blocker ?? null,
    },
    started: { label: 'onboarding.started', sort: ({ startedOn }) => startedOn, csv: ({ startedOn }) => startedOn },
  },
});
export type OnboardingColumn = ScreenColumn<typeof onboardingTable>;
