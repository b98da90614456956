import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';
import type { ShipmentRow } from './shipments.contract';
import { shipmentStates } from './shipments.rules';

export const shipmentTable = defineTable<ShipmentRow, Reader>()({
  size: 50,
  columns: {
    shipment: {
      label: 'deviceShipper.shipment',
      place: 'lead',
      sort: ({ number }) => number,
      usual: 'desc',
      csv: ({ number }) => number,
    },
    state: {
      label: 'deviceShipper.state',
      place: 'side',
      sort: ({ state }) => shipmentStates.indexOf(state),
      csv: ({ state }, { t }) => t(`deviceShipper.states.${state}`),
    },
    site: {
      label: 'deviceShipper.site',
      sort: ({ siteName }) => siteName,
      csv: ({ siteName }) => siteName,
    },
    reference: { label: 'deviceShipper.reference', screen: false, csv: ({ reference }) => reference },
    devices: {
      label: 'deviceShipper.devices',
      numeric: true,
      sort: ({ serials }) => serials.length,
      csv: ({ serials }) => serials.length,
    },
    serials: { label: 'deviceShipper.serials', screen: false, csv: ({ serials }) => serials.join(' ') },
    carrier: { label: 'deviceShipper.carrier', screen: false, csv: ({ carrier }) => carrier },
    tracking: { label: 'deviceShipper.tracking', sort: ({ tracking }) => tracking, csv: ({ tracking }) => tracking },
    address: { label: 'deviceShipper.address', screen: false, csv: ({ address }) => address },
    created: {
      label: 'deviceShipper.created',
      screen: false,
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
    shipped: {
      label: 'deviceShipper.shippedAt',
      sort: ({ shippedAt }) => shippedAt?.toISOString() ?? null,
      csv: ({ shippedAt }) => shippedAt?.toISOString() ?? null,
    },
    delivered: {
      label: 'deviceShipper.deliveredOn',
      sort: ({ deliveredOn }) => deliveredOn,
      csv: ({ deliveredOn }) => deliveredOn,
    },
    reason: { label: 'deviceShipper.reason', screen: false, csv: ({ reason }) => reason },
    note: { label: 'deviceShipper.note', screen: false, csv: ({ note }) => note },
  },
});
export type ShipmentColumn = ScreenColumn<typeof shipmentTable>;
export const shipmentFile = 'Shipments.csv';
export const shownShipments = ['open', ...shipmentStates, 'all'] as const;
