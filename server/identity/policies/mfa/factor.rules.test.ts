import { describe, expect, it } from 'vitest';
import {
  holdsAny,
  isForced,
  isSteppedUp,
  lockedSeconds,
  maskedPhone,
  stepUpWay,
  strategiesFor,
  strictestPolicy,
  usableFactors,
  usualPolicy,
  withWrongCode,
  type Enforcement,
} from './factor.rules';

const now = new Date('2026-03-18T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('tries', () => {
  it.each([
    [0, null, 0],
    [4, ago(10), 0],
    [5, ago(0), 600],
    [5, ago(599), 1],
    [5, ago(600), 0],
    [9, ago(100), 500],
  ])('%i wrong codes since %s lock for %i s', (wrongCodes, wrongSince, seconds) => {
    expect(lockedSeconds({ wrongCodes, wrongSince }, now)).toBe(seconds);
  });

  it('are counted from the first one of ten minutes, and then anew', () => {
    expect(withWrongCode({ wrongCodes: 3, wrongSince: ago(599) }, now)).toEqual({
      wrongCodes: 4,
      wrongSince: ago(599),
    });
    expect(withWrongCode({ wrongCodes: 3, wrongSince: ago(600) }, now)).toEqual({ wrongCodes: 1, wrongSince: now });
    expect(withWrongCode({ wrongCodes: 0, wrongSince: null }, now)).toEqual({ wrongCodes: 1, wrongSince: now });
  });
});

describe('the policy', () => {
  it.each([
    ['DontForce', ['pwd'], false],
    ['Force', ['pwd'], true],
    ['Force', ['sso'], true],
    ['ForceExceptSAML', ['pwd'], true],
    ['ForceExceptSAML', ['sso'], false],
  ] as const)('%s for %j forces: %s', (enforce, amr, forced) => {
    expect(isForced({ ...usualPolicy, enforce }, amr)).toBe(forced);
  });

  it.each([
    [[], 'DontForce'],
    [['DontForce'], 'DontForce'],
    [['DontForce', 'Force'], 'Force'],
    [['Force', 'ForceExceptSAML'], 'Force'],
    [['ForceExceptSAML', 'DontForce'], 'ForceExceptSAML'],
  ] as [Enforcement[], Enforcement][])('of tenants with %j is %s', (all, strictest) => {
    expect(strictestPolicy(all.map((enforce) => ({ ...usualPolicy, enforce }))).enforce).toBe(strictest);
  });

  it('remembers browsers where every tenant allows it, for the shortest time of all', () => {
    const [one, other] = [
      { ...usualPolicy, rememberSeconds: 100 },
      { ...usualPolicy, rememberSeconds: 50 },
    ];
    expect(strictestPolicy([one, other])).toMatchObject({ remembers: true, rememberSeconds: 50 });
    expect(strictestPolicy([one, { ...other, remembers: false }]).remembers).toBe(false);
  });
});

describe('a second proof', () => {
  const held = {
    authenticators: [{ id: 'a' }],
    phones: [{ id: 'p', phone: '+12125550123' }],
    email: 'kim@tare.test',
    devices: [{ id: 'd', deviceType: 'CrossPlatform' as const, name: 'Chrome' }],
  };
  const always = ['WebAuthnPlatform', 'WebAuthnCrossPlatform'];

  it.each([
    ['password', 1, 1, 'kim@tare.test', ['AuthenticatorApp', 'SMS', 'EmailCode']],
    ['magicLink', 1, 1, null, ['AuthenticatorApp', 'SMS']],
    ['activation', 1, 1, null, ['AuthenticatorApp', 'SMS']],
    ['smsCode', 1, 0, 'kim@tare.test', ['AuthenticatorApp', 'EmailCode']],
  ])('after %s does not come by the same way', (way, authenticators, phones, email, strategies) => {
    const usable = usableFactors(held, way);
    expect([
      usable.authenticators.length,
      usable.phones.length,
      usable.email,
      usable.devices,
      strategiesFor(way),
    ]).toEqual([authenticators, phones, email, held.devices, [...strategies, ...always]]);
  });

  const none = { authenticators: [], phones: [], email: null, devices: [] };
  const only = {
    authenticator: { ...none, authenticators: held.authenticators },
    device: { ...none, devices: held.devices },
    phone: { ...none, phones: held.phones },
    mail: { ...none, email: held.email },
  };
  /** First × second: the same mailbox, or the same phone, is no second proof, not even where there is no other. */
  const mailWays = ['magicLink', 'emailCode', 'activation', 'invitation', 'stepUpByMail'];
  const textWays = ['smsCode', 'stepUpByText'];
  const otherWays = ['password', 'passkey', 'sso', 'social', 'signUp', 'stepUp'];
  it.each(
    [...mailWays, ...textWays, ...otherWays].flatMap((way) =>
      (['authenticator', 'device', 'phone', 'mail'] as const).map(
        (kind) =>
          [
            way,
            kind,
            !(kind === 'mail' && mailWays.includes(way)) && !(kind === 'phone' && textWays.includes(way)),
          ] as const,
      ),
    ),
  )('after %s by %s alone: %s', (way, kind, isSecond) => {
    expect(holdsAny(usableFactors(only[kind], way))).toBe(isSecond);
  });

  it.each([
    [['otp'], 'stepUpByMail'],
    [['sms'], 'stepUpByText'],
    [['otp', 'sms'], 'stepUpByMail'],
    [['pwd'], 'stepUp'],
    [['otp', 'mfa'], 'stepUp'],
    [['sso'], 'stepUp'],
    [[], 'stepUp'],
  ])('in a session of %j is asked for as %s', (amr, way) => {
    expect(stepUpWay(amr)).toBe(way);
  });

  it.each([
    [['pwd'], 0, undefined, false],
    [['pwd', 'otp', 'mfa'], 9999, undefined, true],
    [['pwd', 'otp', 'mfa'], 60, 60, true],
    [['pwd', 'otp', 'mfa'], 61, 60, false],
    [['pwd'], 0, 60, false],
  ])('of %j, %i s ago, is fresh for %s: %s', (amr, age, maxAge, fresh) => {
    expect(isSteppedUp({ amr, authenticatedAt: ago(age) }, now, maxAge)).toBe(fresh);
  });
});

it('a number shows its last three digits', () => {
  expect(maskedPhone('+12125550123')).toBe('•••••••••123');
});
