import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { FleetRow } from './fleet.contract';
import { deviceStates } from './fleet.rules';

/** The gravest first. */
const rank = (row: FleetRow) => ['offline', 'quiet', 'notEnrolled', 'online', 'retired'].indexOf(row.state);

export const fleetTable = defineTable<FleetRow, Reader>()({
  size: 50,
  columns: {
    device: { label: 'fleet.device', place: 'lead', sort: ({ name }) => name, csv: ({ name }) => name },
    serial: { label: 'fleet.serial', screen: false, csv: ({ serial }) => serial },
    state: {
      label: 'fleet.state',
      place: 'side',
      sort: rank,
      usual: 'asc',
      csv: ({ state }, { t }) => t(`fleet.states.${state}`),
    },
    site: { label: 'fleet.site', screen: false, csv: ({ siteName }) => siteName },
    location: {
      label: 'fleet.location',
      sort: ({ locationName }) => locationName,
      csv: ({ locationName }) => locationName,
    },
    seen: { label: 'fleet.lastSeen', sort: ({ lastSeenAt }) => lastSeenAt, csv: ({ lastSeenAt }) => lastSeenAt },
    event: { label: 'fleet.lastEvent', sort: ({ lastEventAt }) => lastEventAt, csv: ({ lastEventAt }) => lastEventAt },
    battery: {
      label: 'fleet.battery',
      unit: () => '%',
      numeric: true,
      sort: ({ batteryPercent }) => batteryPercent,
      csv: ({ batteryPercent }) => batteryPercent,
    },
    queue: {
      label: 'fleet.queue',
      numeric: true,
      sort: ({ queueDepth }) => queueDepth,
      csv: ({ queueDepth }) => queueDepth,
    },
    clock: {
      label: 'fleet.clock',
      unit: () => 's',
      screen: false,
      csv: ({ clockOffsetMs }) => (clockOffsetMs === null ? null : clockOffsetMs / 1000),
    },
    scaleDue: { label: 'fleet.scaleDue', screen: false, csv: ({ scaleDueOn }) => scaleDueOn },
    version: { label: 'fleet.version', sort: ({ appVersion }) => appVersion, csv: ({ appVersion }) => appVersion },
    cases: { label: 'fleet.openCases', numeric: true, screen: false, csv: ({ openCases }) => openCases },
  },
});
export type FleetColumn = ScreenColumn<typeof fleetTable>;
export const fleetFile = 'Devices.csv';
export const shownStates = ['inUse', ...deviceStates, 'all'] as const;
