import { reply, type Route } from '../../../platform/http/define-route';
import { complexityBody, historyBody, rotationBody } from '../../policies/passwords/password-policy.contract';
import {
  changeComplexity,
  changeHistoryPolicy,
  changeRotation,
} from '../../policies/passwords/password-policy.service';
import { findHistoryPolicy, policyOfTenant } from '../../policies/passwords/password-policy.store';
import { usualRotation } from '../../policies/passwords/password-rotation.rules';
import { rotationOfTenant } from '../../policies/passwords/password-rotation.store';
import { historyView, policyView, rotationView, vendorHistory } from '../../policies/passwords/password.presentation';
import { identityCall } from '../wire/identity-surface';

const configurations = '/identity/resources/configurations/v1';
const history = `${configurations}/password-history-policy` as const;
const rotation = `${configurations}/password-rotation` as const;
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;

const savesHistory = (method: 'post' | 'patch') =>
  identityCall({
    method,
    path: history,
    access: write,
    summary: 'Chooses how many passwords of before may not be taken again.',
    body: historyBody,
    handle: async ({ body }, { acting }) => reply.json(historyView(await changeHistoryPolicy(acting, body))),
  });

/** What a tenant asks of its people's passwords. */
export const passwordPolicyRoutes: Route[] = [
  identityCall({
    method: 'get',
    path: `${configurations}/password`,
    access: 'signed-in',
    opens: { programs: true },
    summary: 'What the tenant asks of passwords.',
    handle: async (_input, { db, actor }) => reply.json(policyView(await policyOfTenant(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'post',
    path: `${configurations}/password`,
    access: write,
    summary:
      'Says what the tenant asks of passwords that are set from now on, never less than the installation does. What is missing stays as it is.',
    body: complexityBody,
    handle: async ({ body }, { acting }) => reply.json(policyView(await changeComplexity(acting, body))),
  }),
  identityCall({
    method: 'get',
    path: history,
    access: read,
    opens: { programs: true },
    summary: 'How many passwords of before may not be taken again.',
    handle: async (_input, { db, actor }) =>
      reply.json(historyView(await findHistoryPolicy(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'get',
    path: `${history}/vendor`,
    access: read,
    opens: { programs: true },
    summary: 'The same where a tenant has chosen nothing.',
    handle: () => reply.json(vendorHistory),
  }),
  savesHistory('post'),
  savesHistory('patch'),
  identityCall({
    method: 'get',
    path: rotation,
    access: read,
    opens: { programs: true },
    summary:
      'After how many days the tenant asks for another password, and how many before that people are told. Days.',
    handle: async (_input, { db, actor }) =>
      reply.json(rotationView(await rotationOfTenant(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'get',
    path: `${rotation}/vendor`,
    access: read,
    opens: { programs: true },
    summary: 'The same where a tenant has chosen nothing: no password ends. Days.',
    handle: () => reply.json(rotationView(usualRotation)),
  }),
  identityCall({
    method: 'post',
    path: rotation,
    access: write,
    summary:
      'Says after how many days the tenant asks for another password, and how many before that people are told. Days. What is missing stays as it is.',
    body: rotationBody,
    handle: async ({ body }, { acting }) => reply.json(rotationView(await changeRotation(acting, body))),
  }),
];
