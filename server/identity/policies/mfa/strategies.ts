import { fail } from '../../../platform/errors';
import { factorStrategies, type FactorStrategy } from '../../../platform/factor-strategies.rules';
import type { IdentityConfig } from '../../ports';
import type { FactorAnswer } from '../entry/arrival';
import { strategiesFor } from './factor.rules';

type Dependencies = Pick<IdentityConfig, 'sms' | 'production' | 'identity'>;

/** Outside production, texts that nobody sends are shown to the developer. */
const sendsSms = ({ sms, production }: Pick<IdentityConfig, 'sms' | 'production'>) => sms !== undefined || !production;

/** @throws Failure 409 where texts would only wait */
export function assertSms(config: Pick<IdentityConfig, 'sms' | 'production'>): void {
  if (!sendsSms(config)) throw fail.conflict('identity.noTexts');
}

/** Whether a factor of that kind may be enrolled here. Those that people have go on: nobody is locked out by a setting. */
export const isOn = (config: Dependencies, strategy: FactorStrategy): boolean =>
  config.identity.factorStrategies.includes(strategy) && (strategy !== 'SMS' || sendsSms(config));

/** @throws Failure 409 where that kind is switched off */
export function assertOn(config: Dependencies, strategy: FactorStrategy): void {
  if (!isOn(config, strategy)) throw fail.conflict('webauthn.kindOff');
}

/** Those of these that are on; where none is, an authenticator app, which everybody can have: nobody stands before a closed door, and nothing that proves no more is taken. */
function offeredOf(config: Dependencies, strategies: readonly FactorStrategy[]): FactorStrategy[] {
  const offered = factorStrategies.filter((strategy) => strategies.includes(strategy) && isOn(config, strategy));
  return offered.length > 0 ? offered : ['AuthenticatorApp'];
}

/** What somebody who came this way may enrol here. */
export const offeredStrategies = (config: Dependencies, way: string): FactorStrategy[] =>
  offeredOf(config, strategiesFor(way));

/** @throws Failure 409 where that kind is not for whoever came this way */
export function assertOffered(config: Dependencies, way: string, strategy: FactorStrategy): void {
  if (!offeredStrategies(config, way).includes(strategy)) throw fail.conflict('webauthn.kindOff');
}

/** What front ends are told: with the kinds that this installation has. */
export function offeredAnswer(config: Dependencies, { qrCode, ...answer }: FactorAnswer): FactorAnswer {
  const mfaStrategies = offeredOf(config, answer.mfaStrategies);
  return {
    ...answer,
    mfaStrategies,
    ...(qrCode !== undefined && mfaStrategies.includes('AuthenticatorApp') ? { qrCode } : {}),
  };
}

/** The strategies of the published clients, and whether this installation has them. */
export const strategiesView = (config: Dependencies): { strategy: FactorStrategy; isActive: boolean }[] =>
  factorStrategies.map((strategy) => ({ strategy, isActive: isOn(config, strategy) }));
