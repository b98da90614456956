import { defineExample } from '../../tests/support/example';

export const example = defineExample({
  silent: {
    'post /privacy-policy': 'the person’s own consent', 'post /rest/v1/user/privacy-policy': 'the person’s own consent',
    'post /password-reset/force': 'the person’s own password', 'post /preferences': 'the person’s own language and unit, which the keys of kept pages hold', 'post /rest/v1/session/keep-alive': 'the session',
  },
  unshown: { http_session: 'a browser', 'identity.session': 'who is signed in', 'identity.password_token': 'links to come in by' },
});
