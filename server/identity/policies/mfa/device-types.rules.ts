/** As the published client writes them. */
export const deviceTypes = ['Platform', 'CrossPlatform'] as const;

export type DeviceType = (typeof deviceTypes)[number];

/** How a browser reaches an authenticator (WebAuthn 3, 5.8.4). */
export const transportNames = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const;

export type Transport = (typeof transportNames)[number];
