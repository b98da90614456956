import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import type { DeviceType } from '../../policies/mfa/device-types.rules';
import type { HeldFactors } from '../../policies/mfa/factor.rules';

/** What proves somebody a second time, as they see it: a security key and the machine are asked by the same step. */
export const factorKinds = ['authenticator', 'device', 'phone', 'email'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** A kind leads to its own step; `choose` to all of them. */
export type FactorStep = FactorKind | 'choose';

export const heldKinds = ({
  authenticators,
  devices,
  phones,
  email,
}: Pick<HeldFactors, 'authenticators' | 'devices' | 'phones' | 'email'>): FactorKind[] =>
  factorKinds.filter(
    (kind) =>
      ({
        authenticator: authenticators.length > 0,
        device: devices.length > 0,
        phone: phones.length > 0,
        email: email !== null,
      })[kind],
  );

const kindOf: Record<FactorStrategy, FactorKind> = {
  AuthenticatorApp: 'authenticator',
  SMS: 'phone',
  EmailCode: 'email',
  WebAuthnPlatform: 'device',
  WebAuthnCrossPlatform: 'device',
};

export const offeredKinds = (strategies: readonly FactorStrategy[]): FactorKind[] =>
  factorKinds.filter((kind) => strategies.some((strategy) => kindOf[strategy] === kind));

/**
 * Where somebody begins who proves or sets up one of these kinds: the only one leads to its step, and so does the one that they
 * chose. Where there are several, an authenticator app comes first, since its code is asked for at once; else they choose.
 */
export function stepFor(kinds: readonly FactorKind[], chosen?: FactorStep): FactorStep {
  if (chosen !== undefined && (kinds as readonly FactorStep[]).includes(chosen)) return chosen;
  const [only, ...others] = kinds;
  if (only !== undefined && others.length === 0) return only;
  return kinds.includes('authenticator') ? 'authenticator' : 'choose';
}

/** Which devices are meant, to be named as people know them. */
export type DeviceNaming = 'key' | 'machine' | 'either';

export function namingOf(types: readonly DeviceType[]): DeviceNaming {
  const [keys, machines] = [types.includes('CrossPlatform'), types.includes('Platform')];
  return keys === machines ? 'either' : keys ? 'key' : 'machine';
}
