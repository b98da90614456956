import type { PhoneNumber } from './phone-number.store';

/** A number, as the published client knows it. */
export const phoneView = ({ id, phone, verifiedAt, createdAt, updatedAt }: PhoneNumber) => ({
  id,
  phoneNumber: phone,
  verified: verifiedAt !== null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
