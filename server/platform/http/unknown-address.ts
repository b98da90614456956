import type { RequestHandler } from 'express';
import { fail } from '../errors';

const calls = /^\/(rest|frontegg|identity|oauth|assets|legacy|dev|metrics)(\/|$)|\.(ico|png|svg|js|css|map|txt|xml|json)$/;

/** Unknown page addresses lead to the sign-in (which leads home whoever is signed in); anything else is a plain 404. */
export const unknownAddress: RequestHandler = (request, response) => {
  if (calls.test(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) throw fail.notFound('errors.notFound');
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(302, '/login');
};
