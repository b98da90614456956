import { defineActions } from '../platform/audit';

export const sessionActions = defineActions('session', {
  signIn: { stales: 'never' },
  signOut: { stales: 'never' },
  refuse: { severity: 'warning', stales: 'never' },
});

export const userActions = defineActions('user', {
  create: { severity: 'warning', person: true },
  activate: { person: true },
  lock: { severity: 'critical', stales: 'never' },
  passwordLink: { severity: 'warning', stales: 'never' },
  passwordResetRequest: { stales: 'never' },
  passwordReset: { severity: 'warning', stales: 'never' },
  passwordChange: { severity: 'warning', stales: 'never' },
  acceptPolicy: { stales: 'never' },
  changePreferences: { stales: 'never' },
});
