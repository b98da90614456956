import { z } from 'zod';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import type { ShipmentState } from './shipments.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Of the shipment that the form was shown for. */
const version = z.coerce.number().int().positive().max(2_147_483_647);
const noneOrId = z.preprocess((value) => (value === '' ? null : value), id.nullable());
const reason = linesOfText(500).min(1, 'errors.required');
const consignment = {
  carrier: lineOfText(100).min(1, 'errors.required'),
  tracking: lineOfText(100).min(1, 'errors.required'),
};

export const shipmentParams = z.object({ organisationId: id, shipmentId: id });
export type ShipmentAddress = z.infer<typeof shipmentParams>;

export const mostSerials = 200;

/** Where a device is put on delivery: `device:location`, and nothing behind the colon where it stays as it is. */
const place = z
  .string()
  .regex(/^\d{1,15}:\d{0,15}$/)
  .transform((text) => {
    const [device, location] = text.split(':');
    return { deviceId: Number(device), locationId: location ? Number(location) : null };
  });
export type Placing = z.infer<typeof place>;

/** The forms of a shipment’s page. */
export const shipmentForms = {
  details: z.strictObject({
    version,
    address: linesOfText(500),
    reference: lineOfText(100),
    note: linesOfText(1000),
  }),
  add: z.strictObject({ version, serials: linesOfText(20_000).min(1, 'errors.required') }),
  create: z.strictObject({
    version,
    serial: lineOfText(100).min(1, 'errors.required'),
    deviceName: lineOfText(200).min(1, 'errors.required'),
  }),
  remove: z.strictObject({ version, deviceId: id }),
  replace: z.strictObject({ version, deviceId: id, replacesDeviceId: noneOrId }),
  pack: z.strictObject({ version }),
  reopen: z.strictObject({ version }),
  ship: z.strictObject({ version, ...consignment }),
  tracking: z.strictObject({ version, ...consignment }),
  deliver: z.strictObject({
    version,
    deliveredOn: z.string().refine(isLocalDate, 'errors.required'),
    // Sent once for each device; what was refused and is sent again comes as one text.
    places: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((one) => one !== '') : (value ?? [])),
      z.array(place).max(1_000),
    ),
  }),
  return: z.strictObject({ version, reason }),
  lose: z.strictObject({ version, reason }),
  cancel: z.strictObject({ version }),
} as const;
export type ShipmentForm = keyof typeof shipmentForms;

export const newShipmentForm = z.strictObject({
  organisationId: id,
  siteId: id,
  reference: lineOfText(100).default(''),
  note: linesOfText(1000).default(''),
});

export interface ShipmentRow {
  shipmentId: number;
  number: number;
  state: ShipmentState;
  reference: string;
  siteId: number;
  siteName: string;
  timeZone: string;
  address: string;
  note: string;
  carrier: string;
  tracking: string;
  reason: string;
  createdBy: string;
  createdAt: Date;
  packedAt: Date | null;
  shippedAt: Date | null;
  deliveredOn: LocalDate | null;
  closedAt: Date | null;
  version: number;
  /** Of its devices. */
  serials: string[];
}

export interface ShipmentItem {
  deviceId: number;
  serial: string;
  name: string;
  retired: boolean;
  siteId: number | null;
  locationId: number | null;
  locationName: string | null;
  replaces: { deviceId: number; name: string; serial: string } | null;
}

/** A shipment with all that its page shows. */
export interface ShipmentDetail {
  shipment: ShipmentRow;
  items: ShipmentItem[];
  /** Of the site. */
  locations: { locationId: number; locationName: string }[];
  /** Devices at the site whose place a new one may take. */
  replaceable: { deviceId: number; name: string; serial: string; locationName: string | null }[];
}

/** What the page says that was just done. */
export const shipmentDone = z
  .enum([
    'created',
    'details',
    'add',
    'create',
    'remove',
    'replace',
    'pack',
    'reopen',
    'ship',
    'tracking',
    'deliver',
    'return',
    'lose',
    'cancel',
  ])
  .optional()
  .catch(undefined);
export type ShipmentDone = z.infer<typeof shipmentDone>;
