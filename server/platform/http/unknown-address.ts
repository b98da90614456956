import type { Request, Response } from 'express';
import { fail } from '../errors';
import type { DoorOptions } from './door';
import { loginUrl } from './login-url';

/** Addresses that no person types; the segments of surfaces to come are among them. */
const machines = /^\/(frontegg|identity|oauth|assets|dev|metrics)(\/|$)|\.(ico|png|svg|js|css|map|txt|xml|json)$/;

/** Unknown page addresses lead to the sign-in (which leads home whoever is signed in); anything else is a plain 404. @throws Failure */
export const unknownPage = ({ config, turnedAway }: Pick<DoorOptions, 'config' | 'turnedAway'>) => (request: Request, response: Response): void => {
  if (machines.test(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) throw fail.notFound('errors.notFound');
  if (isNavigation(request)) turnedAway.write(response, 'unknown');
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(302, loginUrl(config));
};

/** Browsers ask for addresses of their own making too, which nobody wants to hear of. */
const isNavigation = ({ headers }: Request) => (headers['sec-fetch-dest'] ?? 'document') === 'document';
