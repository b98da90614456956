import { defineCall, reply, type Route } from '../../../platform/http/define-route';

export function sessionRoutes(): Route[] {
  return [
    defineCall({
      method: 'post',
      path: '/session/keep-alive',
      access: 'signed-in',
      early: true,
      summary: 'Says that somebody is still there; the idle time starts again.',
      answerType: 'none',
      // Every request that finds a session alive has already noted its use.
      handle: () => reply.empty(),
    }),
  ];
}
