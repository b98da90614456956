import type { Request, Response } from 'express';
import { fail } from '../errors';
import type { DoorOptions } from './door';
import type { ErrorForms } from './error-handler';
import { loginUrl } from './login-url';

/** Below them programs ask, whatever they say they accept. */
const programs = /^\/(frontegg|identity|oauth|scim|rest|dev|metrics)(\/|$)/;
/** Addresses that no person types. */
const machines = /^\/assets(\/|$)|\.(ico|png|svg|js|css|map|txt|xml|json)$/;

/** Of a call there is no page, not even one that says that there is none. */
export const unknownCall =
  ({ json }: Pick<ErrorForms, 'json'>) =>
  (request: Request, response: Response): void =>
    json(fail.notFound('errors.notFound'), request, response);

/** The same where only whoever brings a token is a program. @throws Failure 404 for others, in the surface's own form */
export const unknownFrame =
  (errors: Pick<ErrorForms, 'json'>) =>
  (request: Request, response: Response): void => {
    if (request.headers.authorization === undefined) throw fail.notFound('errors.notFound');
    unknownCall(errors)(request, response);
  };

interface UnknownPage extends Pick<DoorOptions, 'config' | 'turnedAway'> {
  errors: Pick<ErrorForms, 'json'>;
}

/** Unknown page addresses lead to the sign-in (which leads home whoever is signed in); programs are told as JSON, anything else is a plain 404. @throws Failure */
export const unknownPage =
  ({ config, turnedAway, errors }: UnknownPage) =>
  (request: Request, response: Response): void => {
    if (programs.test(request.path) || request.headers.authorization !== undefined)
      return unknownCall(errors)(request, response);
    if (machines.test(request.path) || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw fail.notFound('errors.notFound');
    if (isNavigation(request)) turnedAway.write(response, 'unknown');
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, loginUrl(config));
  };

/** Browsers ask for addresses of their own making too, which nobody wants to hear of. */
const isNavigation = ({ headers }: Request) => (headers['sec-fetch-dest'] ?? 'document') === 'document';
