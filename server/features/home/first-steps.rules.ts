import type { Viewer } from '../../platform/actor';
import { isOn, type Flag } from '../../platform/feature-flags.rules';

type Permission = Viewer['permissions'] extends ReadonlySet<infer P> ? P : never;

/** What an organisation has of what its first baseline needs, as far as the viewer sees it. */
export interface SetUp {
  locations: boolean;
  events: boolean;
  calendar: boolean;
  baseline: boolean;
}

interface Way {
  key: 'site' | 'import' | 'enter' | 'device' | 'calendar' | 'readiness' | 'checklist';
  href: string;
  needs: readonly Permission[];
  /** Only for those who see the whole organisation. */
  whole?: true;
  /** Gone where it is switched off. */
  flag?: Flag;
  /** Leads nowhere before there is a location. */
  afterLocation?: true;
}

interface Step {
  key: 'place' | 'waste' | 'calendar' | 'baseline';
  done(has: SetUp): boolean;
  /** Who can do it, where the viewer cannot: the least of the built-in roles. */
  who: 'administrator' | 'manager';
  ways: readonly Way[];
}

/** From an empty organisation to its first baseline. */
const steps: readonly Step[] = [
  {
    key: 'place',
    done: (has) => has.locations,
    who: 'administrator',
    ways: [{ key: 'site', href: '/sites', needs: ['EDIT_SITES'] }],
  },
  {
    key: 'waste',
    done: (has) => has.events,
    who: 'manager',
    ways: [
      {
        key: 'import',
        href: '/imports/new',
        needs: ['VIEW_DATA_MANAGER', 'EDIT_TRANSACTIONS'],
        whole: true,
        flag: 'sheet-imports',
      },
      { key: 'enter', href: '/enter-waste', needs: ['EDIT_TRANSACTIONS'], flag: 'enter-waste', afterLocation: true },
      { key: 'device', href: '/device-monitor/new', needs: ['EDIT_SITES'], afterLocation: true },
    ],
  },
  {
    key: 'calendar',
    done: (has) => has.calendar,
    who: 'manager',
    ways: [
      {
        key: 'calendar',
        href: '/locationCalendar',
        needs: ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'],
        afterLocation: true,
      },
    ],
  },
  {
    key: 'baseline',
    done: (has) => has.baseline,
    who: 'manager',
    ways: [
      { key: 'readiness', href: '/deployment-status', needs: ['VIEW_BASE_LPO_PAGE'], afterLocation: true },
      { key: 'checklist', href: '/onboarding-dashboard', needs: ['ACCESS_ONBOARDING'], afterLocation: true },
    ],
  },
];

export interface StepView {
  key: Step['key'];
  done: boolean;
  /** What the viewer may do for it now. */
  ways: Pick<Way, 'key' | 'href'>[];
  /** Said instead where somebody else must do it. */
  who: Step['who'] | null;
}

/** The list of steps as one viewer sees it; null once there is a baseline. */
export function firstStepsOf(
  has: SetUp,
  viewer: { permissions: ReadonlySet<string>; switchedOff: readonly string[]; seesAll: boolean },
): StepView[] | null {
  if (has.baseline) return null;
  return steps.map(({ key, done, who, ways }) => {
    const allowed = ways.filter(
      ({ needs, whole, flag }) =>
        isOn(viewer, flag) &&
        needs.every((permission) => viewer.permissions.has(permission)) &&
        (!whole || viewer.seesAll),
    );
    return {
      key,
      done: done(has),
      ways: done(has)
        ? []
        : allowed
            .filter(({ afterLocation }) => !afterLocation || has.locations)
            .map((way) => ({ key: way.key, href: way.href })),
      who: done(has) || allowed.length > 0 ? null : who,
    };
  });
}
