import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';

const id = z.int().positive();
const text = (max: number) => lineOfText(max).min(1);

export const newDevice = z.strictObject({ serial: text(100), deviceName: text(200), locationId: id.nullable() });
export type NewDevice = z.infer<typeof newDevice>;

/** A device that is retired loses its key; brought back, it needs a new one. */
export const deviceEdit = z.strictObject({
  deviceName: text(200),
  locationId: id.nullable(),
  deviceStatus: z.enum(['A', 'I']),
});
export type DeviceEdit = z.infer<typeof deviceEdit>;

export const deviceParams = z.strictObject({ id: z.coerce.number().int().positive() });
export const deviceCreated = z.strictObject({ deviceId: z.number() });
export const deviceKey = z.strictObject({ key: z.string().describe('Shown once. Only its hash is stored.') });
