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
    summary: 'Set how many previous passwords cannot be reused.',
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
    summary: 'Get the tenant’s password requirements.',
    handle: async (_input, { db, actor }) => reply.json(policyView(await policyOfTenant(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'post',
    path: `${configurations}/password`,
    access: write,
    summary:
      'Set the tenant’s requirements for new passwords, never below the installation’s. Missing fields stay the same.',
    body: complexityBody,
    handle: async ({ body }, { acting }) => reply.json(policyView(await changeComplexity(acting, body))),
  }),
  identityCall({
    method: 'get',
    path: history,
    access: read,
    opens: { programs: true },
    summary: 'Get how many previous passwords cannot be reused.',
    handle: async (_input, { db, actor }) =>
      reply.json(historyView(await findHistoryPolicy(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'get',
    path: `${history}/vendor`,
    access: read,
    opens: { programs: true },
    summary: 'The default for tenants without a policy.',
    handle: () => reply.json(vendorHistory),
  }),
  savesHistory('post'),
  savesHistory('patch'),
  identityCall({
    method: 'get',
    path: rotation,
    access: read,
    opens: { programs: true },
    summary: 'Get after how many days passwords expire, and how many days before that users are notified.',
    handle: async (_input, { db, actor }) =>
      reply.json(rotationView(await rotationOfTenant(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'get',
    path: `${rotation}/vendor`,
    access: read,
    opens: { programs: true },
    summary: 'The default for tenants without a policy: passwords do not expire. In days.',
    handle: () => reply.json(rotationView(usualRotation)),
  }),
  identityCall({
    method: 'post',
    path: rotation,
    access: write,
    summary:
      'Set after how many days passwords expire, and how many days before that users are notified. Missing fields stay the same.',
    body: rotationBody,
    handle: async ({ body }, { acting }) => reply.json(rotationView(await changeRotation(acting, body))),
  }),
];
