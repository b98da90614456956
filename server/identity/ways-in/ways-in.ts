import type { RequestHandler } from 'express';
import type { Context, Route } from '../../platform/http/define-route';
import type { Visitor } from '../../platform/visitor';
import type { IdentityParts } from '../parts';
import { signInByPasskey } from './passkey/passkey-sign-in.service';
import { hand, WayIn, type CameTo, type Passport, type Steps } from './passport/way-in';
import { setPasswordByLink } from './password/password-reset.service';
import { signIn } from './password/sign-in.service';
import { enterByCode, enterByMagicLink } from './passwordless/passwordless.service';
import { enterBySms } from './phone/sms-entry.service';
import { proveSignIn } from './second-factor/sign-in-proof.service';
import { activate, activateByLink } from './sign-up/activation.service';
import { socialWay } from './social/social.strategy';
import { oidcWay } from './sso/oidc.strategy';
import { SamlStrategy } from './sso/saml.strategy';

/** Every way in, by the name that routes and passport know it by. Whoever gets through one comes to `admit`, with a second factor to `admitProven`. */
const waysOf = (parts: IdentityParts) => ({
  password: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof signIn>[1]) => signIn(visitor, given, parts),
  }),
  magicLink: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof enterByMagicLink>[1]) => enterByMagicLink(visitor, given, parts),
  }),
  emailCode: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof enterByCode>[1]) => enterByCode(visitor, given, parts),
  }),
  smsCode: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof enterBySms>[1]) => enterBySms(visitor, given, parts),
  }),
  passkey: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof signInByPasskey>[1]) => signInByPasskey(visitor, given, parts),
  }),
  activation: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof activate>[1]) => activate(visitor, given, parts),
    enterByLink: (visitor: Visitor, given: { token: string }) => activateByLink(visitor, given.token, parts),
    /** A reset lets nobody in, and comes to null. */
    setPassword: (visitor: Visitor, given: Parameters<typeof setPasswordByLink>[1]) =>
      setPasswordByLink(visitor, given, parts),
  }),
  secondFactor: new WayIn({
    enter: (visitor: Visitor, given: Parameters<typeof proveSignIn>[1]) => proveSignIn(visitor, given, parts),
  }),
  saml: new SamlStrategy(parts),
  oidc: oidcWay(parts),
  social: socialWay(parts),
});

/** What a handler brings along. */
export type Coming = Pick<Context<'public'>, 'visitor' | 'through' | 'waysIn'>;

type Called<Own extends Steps> = {
  [Step in keyof Own]: (context: Coming, given: Parameters<Own[Step]>[1]) => ReturnType<Own[Step]>;
};

type Strategies = ReturnType<typeof waysOf>;

/** The steps of each way in, as handlers take them: through passport's middleware, on the request that they handle. */
export type WaysIn = { [Way in keyof Strategies]: Called<Strategies[Way]['steps']> };

/** What routes are made with that let somebody in. */
export interface ArrivalParts extends IdentityParts {
  waysIn: WaysIn;
}

/** Gives passport a strategy for each way in. */
export function createWaysIn(passport: Passport, parts: IdentityParts): WaysIn {
  const ways = Object.entries<Strategies[keyof Strategies]>(waysOf(parts)).map(([name, strategy]) => {
    passport.use(name, strategy);
    const taken = Object.keys(strategy.steps).map((step) => [step, stepBy(passport, { name, step })]);
    return [name, Object.fromEntries(taken)];
  });
  return Object.fromEntries(ways) as WaysIn;
}

/** One step as a handler takes it. Its session is opened by `admit` and entered by the route, so that passport keeps none. */
function stepBy(passport: Passport, { name, step }: { name: string; step: string }) {
  const authenticate = passport.authenticate(name, {
    session: false,
    authInfo: false,
    assignProperty: 'cameTo',
  }) as RequestHandler;
  return async ({ visitor, through, waysIn }: Coming, given: unknown): Promise<unknown> => {
    if (!waysIn.includes(name)) throw new Error(`A route lets somebody in by ${name} and does not say so.`);
    let came: unknown;
    await through((request, response, next) => {
      hand(request, { step, visitor, given });
      return authenticate(request, response, (error?: unknown) => {
        came = (request as { cameTo?: CameTo }).cameTo?.came;
        next(error);
      });
    });
    return came;
  };
}

/** @throws Error where a route names a way in that there is not */
export function checkWaysIn(routes: readonly Route[], waysIn: WaysIn): void {
  for (const { path, wayIn = [] } of routes) {
    const unknown = [wayIn].flat().find((name) => !Object.hasOwn(waysIn, name));
    if (unknown !== undefined) throw new Error(`The route ${path} names the way in ${unknown}, which does not exist.`);
  }
}
