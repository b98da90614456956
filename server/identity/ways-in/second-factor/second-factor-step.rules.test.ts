import { describe, expect, it } from 'vitest';
import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import { attachmentOf, type HeldFactors } from '../../policies/mfa/factor.rules';
import {
  heldKinds,
  namingOf,
  offeredKinds,
  stepFor,
  type FactorKind,
  type FactorStep,
} from './second-factor-step.rules';

const none: HeldFactors = { authenticators: [], phones: [], email: null, devices: [] };
const app = { authenticators: [{ id: 'a' }] };
const phone = { phones: [{ id: 'p', phone: '+12125550123' }] };
const email = { email: 'kim@tare.test' };
const key = { id: 'k', deviceType: 'CrossPlatform', name: '' } as const;
const machine = { id: 'm', deviceType: 'Platform', name: '' } as const;

describe('somebody who holds factors', () => {
  it.each<[string, Partial<HeldFactors>, FactorStep]>([
    ['an authenticator', app, 'authenticator'],
    ['a phone', phone, 'phone'],
    ['two phones', { phones: [...phone.phones, { id: 'q', phone: '+12125550124' }] }, 'phone'],
    ['a mailbox', email, 'email'],
    ['a security key', { devices: [key] }, 'device'],
    ['a key and this machine', { devices: [key, machine] }, 'device'],
    ['an authenticator and a key', { ...app, devices: [key] }, 'authenticator'],
    ['all of them', { ...app, ...phone, ...email, devices: [key] }, 'authenticator'],
    ['a phone and a key', { ...phone, devices: [key] }, 'choose'],
    ['a phone and a mailbox', { ...phone, ...email }, 'choose'],
  ])('of %s begins there', (_what, held, step) => {
    expect(stepFor(heldKinds({ ...none, ...held }))).toBe(step);
  });
});

describe('somebody who must enrol', () => {
  it.each<[FactorStrategy[], FactorStep]>([
    [['AuthenticatorApp'], 'authenticator'],
    [['SMS'], 'phone'],
    [['EmailCode'], 'email'],
    [['WebAuthnPlatform'], 'device'],
    [['WebAuthnCrossPlatform'], 'device'],
    [['WebAuthnPlatform', 'WebAuthnCrossPlatform'], 'device'],
    [['AuthenticatorApp', 'SMS'], 'authenticator'],
    [['SMS', 'WebAuthnPlatform'], 'choose'],
  ])('one of %j begins at its set-up', (strategies, step) => {
    expect(stepFor(offeredKinds(strategies))).toBe(step);
  });
});

describe('what was chosen', () => {
  it.each<[FactorKind[], FactorStep, FactorStep]>([
    [['authenticator', 'device'], 'device', 'device'],
    [['authenticator', 'device'], 'email', 'authenticator'],
    [['device'], 'phone', 'device'],
    [['device', 'phone'], 'choose', 'choose'],
  ])('of %j, %s leads to %s', (kinds, chosen, step) => {
    expect(stepFor(kinds, chosen)).toBe(step);
  });
});

it.each([
  [['CrossPlatform'], 'key', 'cross-platform'],
  [['Platform'], 'machine', 'platform'],
  [['Platform', 'CrossPlatform'], 'either', null],
] as const)('%j are called %s, and asked for as %s', (types, naming, attachment) => {
  expect([namingOf(types), attachmentOf(types)]).toEqual([naming, attachment]);
});
