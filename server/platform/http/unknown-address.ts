import type { Request, Response } from 'express';
import { fail } from '../errors';

/** Addresses that no person types; the segments of surfaces to come are among them. */
const machines = /^\/(frontegg|identity|oauth|assets|dev|metrics)(\/|$)|\.(ico|png|svg|js|css|map|txt|xml|json)$/;

/** Unknown page addresses lead to the sign-in (which leads home whoever is signed in); anything else is a plain 404. @throws Failure */
export function unknownPage(request: Request, response: Response): void {
  if (machines.test(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) throw fail.notFound('errors.notFound');
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(302, '/login');
}
