import { defineCall, reply, type Route } from '../../../platform/http/define-route';

export function sessionRoutes(): Route[] {
  return [
    defineCall({
      method: 'post',
      path: '/session/keep-alive',
      access: 'signed-in',
      early: true,
      summary: 'Keep the session alive by restarting its idle time.',
      answerType: 'none',
      // Every request that finds a session alive has already noted its use.
      handle: () => reply.empty(),
    }),
  ];
}
