import type { ChecklistRow } from './row';

/** Of the screens that were there before; other lists have the rows of theirs. */
export const rows: ChecklistRow[] = [
  { section: '8', row: 'HTTP 401 or 403: log out, go to /login', test: { file: 'client/runtime/request.test.ts', title: '%d leaves for the sign-in %d times' } },
  { section: '8', row: 'HTTP 401 or 403: remember the current URL', test: { file: 'client/runtime/request.test.ts', title: 'remembers the page that the person was on' } },
  { section: '8', row: 'HTTP 401 or 403 in a framed page: the same, back to the same view', test: { file: 'tests/e2e/legacy-pages.spec.ts', title: 'ends with the session, and leads back to the same view' } },
  { section: '8', row: 'Password login failure: login.invalidUsernameOrPassword', test: { file: 'server/identity/sign-in/sign-in.http.test.ts', title: 'shows the form again with 422, the name kept and the password not' } },
  { section: '8', row: 'Forgot-password failure: password.errorMessage', test: { file: 'tests/e2e/identity.spec.ts', title: 'a link that could not be sent is said in the forgot-password window, which keeps the address' } },
  { section: '8', row: 'Performance summary failure: global.error, content is reset', test: { file: 'server/features/performance/performance-failure.test.ts', title: 'says so, keeps the filters and offers to try again' } },
  { section: '8', row: 'Performance with no stage selected: global.noBaselineNoData', test: { file: 'server/features/performance/performance.http.test.ts', title: 'says that no stage is chosen where the address names none that is offered' } },
  { section: '8', row: 'Performance with an empty result: global.noData, content is reset', test: { file: 'server/features/performance/performance.http.test.ts', title: 'offers the latest range that holds data' } },
  { section: '8', row: 'Privacy accept error goes to /login', test: { file: 'server/identity/passwords/password.http.test.ts', title: 'leads to the sign-in where accepting it fails, and nothing is accepted' } },
  { section: '8', row: 'Failed downloads', test: { file: 'server/features/deployment-status/deployment-status.http.test.ts', title: 'that fails is told in a page to whoever follows its link in a browser, and in JSON to a program' } },
  { section: '8', row: 'Failed performance calls', test: { file: 'server/features/performance/performance-failure.test.ts', title: 'answers 503 while the database is away' } },
  { section: '8', row: 'Loading errors end the loading state', test: { file: 'tests/e2e/deployment-status.spec.ts', title: 'a failed answer is said and can be tried again' } },
];
