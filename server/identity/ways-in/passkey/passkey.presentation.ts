import type { Passkey } from '../../core/passkeys/passkey.store';

/** A passkey, as the published client knows it. */
export const deviceView = ({ id, deviceType, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  deviceType,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
