import type { ChecklistRow } from './row';

const routes = 'tests/http/routes.http.test.ts';
const inputs = 'tests/http/inputs.http.test.ts';
const shell = 'tests/http/shell.http.test.ts';
const guards = 'server/platform/http/guards.test.ts';
const frames = 'tests/e2e/legacy-pages.spec.ts';
const signIn = 'server/identity/sign-in/sign-in.http.test.ts';
const signInRules = 'server/identity/sign-in/sign-in.rules.test.ts';
const passwords = 'server/identity/passwords/password.http.test.ts';
const forcedReset = 'server/identity/passwords/forced-reset.http.test.ts';
const identityJourneys = 'tests/e2e/identity.spec.ts';
const deployment = 'server/features/deployment-status/deployment-status.http.test.ts';
const deploymentJourneys = 'tests/e2e/deployment-status.spec.ts';
const baselines = 'server/features/baselines/baselines.http.test.ts';
const baselineRules = 'server/features/baselines/baseline.rules.test.ts';
const performance = 'server/features/performance/performance.http.test.ts';
const performanceJourneys = 'tests/e2e/performance.spec.ts';
const weeks = 'server/platform/table/week-range.rules.test.ts';
const filters = 'server/platform/table/report-filters.test.ts';

const screens: ChecklistRow[] = [
  { section: '2', row: 'Unknown paths redirect to login; an empty path goes to home; html/manageGoals.html and html/manageAlerts.html go to theirs', test: { file: inputs, title: 'addresses > %s leads to %s' } },
  { section: '2', row: 'Signed-in routes sit behind a guard', test: { file: routes, title: '%s: nobody → sign-in, and back to it afterwards' } },
  { section: '2', row: 'login and logout, password-reset, activate-user and privacy-policy are outside it', test: { file: routes, title: 'holds these and no other' } },
  { section: '2', row: 'Each route needs its permission', test: { file: routes, title: '%s: without its permission → home' } },
  { section: '2', row: 'Legacy pages are HTML files shown in a full-height frame, chosen by route data', test: { file: 'server/features/legacy-pages/legacy-pages.http.test.ts', title: 'is framed at the same view for whoever has the right' } },
  { section: '2', row: 'The frame height is the window height minus header, nav and footer', test: { file: frames, title: "at ${width} px has the window's height less header, navigation and footer, also after a resize" } },
  { section: '2', row: 'Legacy route and permission: manage-baselines, sites, waste-events', test: { file: 'server/features/legacy-pages/legacy-pages.http.test.ts', title: 'lists the pages with their permissions and their places in the menu' } },
  { section: '2', row: 'Navigation bar: reporting, prevention tools, configuration, help center, CCM tools highlighted as secure, account menu', test: { file: shell, title: 'has its menus in the order of the specification, the internal tools last and marked as secure' } },
  { section: '2', row: 'Navigation bar: the screens of each menu', test: { file: shell, title: 'holds the screens of %s in their order' } },
  { section: '2', row: 'Help center: an external link; account menu with logout', test: { file: shell, title: 'leads to the help center on another page, and ends with signing out' } },
  { section: '2', row: 'Nav and footer are hidden on URLs of certificates and report pages', test: { file: shell, title: 'is hidden at %s, with the footer' } },
  { section: '2', row: 'Footer: copyright from 2014 to the current year and a privacy-policy link', test: { file: shell, title: 'the footer has the copyright from 2014 to the current year, and leads to the privacy policy' } },

  { section: '2', row: 'Login: username, password, remember-me, forgot-password link', test: { file: identityJourneys, title: 'the user name is remembered when asked, and forgotten when not' } },
  { section: '2', row: 'Login: a loading state shows during sign-in', test: { file: identityJourneys, title: 'the sign-in button works while the answer is under way, and cannot be pressed twice' } },
  { section: '2', row: '/login redirects to /home when already logged in', test: { file: inputs, title: 'leads home from the sign-in whoever is signed in' } },
  { section: '2', row: 'Forgot-password modal: email field, request button, success message', test: { file: identityJourneys, title: 'the forgot-password window mails a link; Escape closes it and focus returns' } },
  { section: '2', row: 'Logout logs out any logged-in user and shows a confirmation', test: { file: signIn, title: 'signs out by the address /logout and confirms it in %s' } },
  { section: '2', row: 'Privacy policy: a checkbox and Save and Continue', test: { file: identityJourneys, title: 'a new person accepts the policy, sets a password and signs in with it' } },
  { section: '2', row: 'activate-user exists', test: { file: passwords, title: 'is activated by its link, once, which signs the person in' } },
  { section: '2', row: 'password-reset exists, with its forced variant', test: { file: forcedReset, title: 'stands before every page, leads to the wanted one afterwards and gives the session a new id' } },

  { section: '2', row: 'Deployment status: filters stage of processing, country, region, segment; a help link', test: { file: deployment, title: 'offers stage, country, region and segment as filters, and leads to help' } },
  { section: '2', row: 'Deployment status: three cards, their columns, the reduction card collapsed, details links', test: { file: deployment, title: 'shows stage 8 in three cards, the last one closed, with links to the windows' } },
  { section: '2', row: 'Deployment status: location count of distinct locations, total active locations', test: { file: deployment, title: 'counts each location once' } },
  { section: '2', row: 'Deployment status: column sort toggles ascending and descending', test: { file: deployment, title: 'sorts each card by itself and opens a card that is named in the address' } },
  { section: '2', row: 'Deployment status: a progress bar shows while loading', test: { file: deploymentJourneys, title: 'a bar shows while the locations are sorted or filtered' } },
  { section: '2', row: "Deployment status: a 'no locations' text when empty", test: { file: deployment, title: 'says why there is nothing' } },
  { section: '2', row: 'Deployment status: LocationStatus.csv', test: { file: deployment, title: 'holds all periods in order, and no formula' } },
  { section: '2', row: 'A click on a baseline-period row opens the readiness modal', test: { file: deploymentJourneys, title: 'the readiness opens by keyboard, keeps the focus, and gives it back' } },
  { section: '2', row: 'A click on a reduction-period row opens the baseline detail modal', test: { file: deploymentJourneys, title: 'a row of the reduction card opens the baseline details' } },

  { section: '2', row: 'Readiness: site, location, stage (falls back to unspecified); a no baseline data text', test: { file: baselines, title: 'show the stage as unspecified and the reason where there are no weeks' } },
  { section: '2', row: 'Readiness: weeks in period, criteria key, weekly table with icons, show/hide criteria, beta badge', test: { file: baselines, title: 'show the readiness with the failed criteria in words and the open days that differ' } },
  { section: '2', row: 'Readiness: the columns of a week', test: { file: baselines, title: 'judges each week, the newest first, per open day' } },
  { section: '2', row: 'Readiness: a loading bar', test: { file: deploymentJourneys, title: 'a bar shows while the readiness is loaded' } },
  { section: '2', row: 'Readiness: rows only when auto-baseline applies', test: { file: baselines, title: 'has no weeks for the %s kitchen in stage %s, and says why' } },
  { section: '2', row: 'Readiness: a week passes only when it has no issues', test: { file: baselineRules, title: 'chooses the run: %s' } },

  { section: '2', row: 'Performance: filter bar with date range, stage, places, toggle; two hero cards', test: { file: performance, title: 'says first what changed and how far it can be trusted' } },
  { section: '2', row: 'Performance: a sites/locations toggle, date-range dropdown', test: { file: performance, title: 'begins with locations in stage 8 over the last 13 weeks, and offers its presets in their order' } },
  { section: '2', row: 'Performance: a sortable table', test: { file: performance, title: 'turns the direction of the sorted column' } },
  { section: '2', row: 'Performance: the performance data calculations modal', test: { file: performanceJourneys, title: 'the calculations open and close by keyboard' } },
  { section: '2', row: 'Performance: download CSV', test: { file: performance, title: 'gives every location with formulas defused' } },
  { section: '2', row: 'Performance: a click on a location row opens the baseline detail modal', test: { file: performance, title: 'opens a location that has a baseline, and nothing else' } },
  { section: '2', row: 'Performance: stage dropdown with 2 or more stages; country, region and segment with 3 or more options', test: { file: performance, title: 'offers threshold and compliance by right, places from three options on' } },
  { section: '2', row: 'Performance: the first option of a dropdown is the all option', test: { file: filters, title: 'put all first, and keep a choice that is not offered any more' } },
];

const states: ChecklistRow[] = [
  { section: '4', row: 'Route access: cached redirect, logged-in, privacy policy, password reset, in this order', test: { file: guards, title: 'guardPage keeps the order of its checks > %s' } },
  { section: '4', row: 'Not logged in: remember the target URL and go to /login; a remembered redirect leads there', test: { file: routes, title: '%s: nobody → sign-in, and back to it afterwards' } },
  { section: '4', row: 'Privacy policy not accepted: go to /privacy-policy; accepting goes to /home', test: { file: passwords, title: 'is asked for first; the button alone does not do' } },
  { section: '4', row: 'Password reset required: password-reset/force', test: { file: forcedReset, title: 'stands before every page, leads to the wanted one afterwards and gives the session a new id' } },
  { section: '4', row: 'A missing permission on a child route: redirect to /home', test: { file: routes, title: '%s: without its permission → home' } },
  { section: '4', row: 'Privacy accept: error goes to /login', test: { file: passwords, title: 'leads to the sign-in where accepting it fails, and nothing is accepted' } },
  { section: '4', row: 'Login success goes to /home', test: { file: signIn, title: 'leads home with a new session id in the cookie' } },
  { section: '4', row: 'Logout goes to /logout for SSO users, otherwise /login', test: { file: signInRules, title: 'SSO user %s goes to %s' } },
  { section: '4', row: 'Performance: viewType is sites or locations, default locations', test: { file: performance, title: 'begins with locations in stage 8 over the last 13 weeks, and offers its presets in their order' } },
  { section: '4', row: 'Performance: a click on a column toggles its direction, null values always sort last', test: { file: performance, title: 'sorted by %s, what is not known last' } },
  { section: '4', row: 'Performance: the reduction threshold is taken from the server if it is still 0', test: { file: performance, title: "takes the organisation's own threshold when none is asked for" } },
  { section: '4', row: 'Performance: rows without baseline and figures are greyed and not clickable', test: { file: performance, title: 'greys what has neither a baseline nor a figure, which then opens nothing' } },
  { section: '4', row: 'Performance: compliance shows a check when full and, for locations, a cross when zero', test: { file: performance, title: 'shows a check where every week was compliant, for locations a cross where none was, and how many in between' } },
  { section: '4', row: 'Baseline readiness weeks in period = floor(days / 7)', test: { file: baselines, title: 'judges each week, the newest first, per open day' } },
];

const validation: ChecklistRow[] = [
  { section: '5', row: 'Forgot-password email: required, valid format', test: { file: passwords, title: 'shows the form again for %j' } },
  { section: '5', row: 'Forgot-password: submit disabled while invalid', test: { file: identityJourneys, title: 'the forgot-password window mails a link; Escape closes it and focus returns' } },
  { section: '5', row: 'Login username and password required; submit disabled when invalid', test: { file: identityJourneys, title: 'the button waits until the form can be sent, and a wrong password says so without losing the name' } },
  { section: '5', row: 'Remember-me stores the username when checked, otherwise removes it', test: { file: identityJourneys, title: 'the user name is remembered when asked, and forgotten when not' } },
  { section: '5', row: 'Performance: start date, end date and stage required; Monday, Sunday, end not before start', test: { file: weeks, title: 'rangeProblems > %s' } },
  { section: '5', row: 'Performance: the calls refuse the same', test: { file: performance, title: 'refuses %s' } },
  { section: '5', row: 'Performance: Apply is disabled when any fails', test: { file: performanceJourneys, title: 'wrong dates are said beside the field and cannot be applied; right ones end up in a short address' } },
  { section: '5', row: 'Performance: Apply is disabled while loading', test: { file: performanceJourneys, title: 'Apply cannot be pressed again while the answer is under way' } },
  { section: '5', row: 'Performance: start picker max is the end date; end picker min is the start date and max is today', test: { file: performanceJourneys, title: 'the end picker begins at the start date and ends today' } },
  { section: '5', row: 'Privacy policy continue requires the checkbox', test: { file: passwords, title: 'is asked for first; the button alone does not do' } },
];

const calls: ChecklistRow[] = [
  { section: '7', row: 'GET /locationStatus/{period} with wasteStageId, region, countryCode, segment', test: { file: deployment, title: 'GET /locationStatus/{period} > %s%s' } },
  { section: '7', row: 'GET /locationStatus/{period}: the fields of a row', test: { file: deployment, title: 'has exactly the fields of the specification' } },
  { section: '7', row: 'GET /locationStatus/export with the same query, text/csv', test: { file: deployment, title: 'takes the filters of the page' } },
  { section: '7', row: 'GET /performance/locationSummary', test: { file: performance, title: 'compares each location with its baseline, worked out by hand' } },
  { section: '7', row: 'GET /performance/siteSummary', test: { file: performance, title: 'adds up the locations of each site' } },
  { section: '7', row: 'Performance: reductionExclusionThreshold', test: { file: performance, title: 'leaves reductions of the threshold or more out of the sums, and keeps their rows' } },
  { section: '7', row: 'Performance: segmentName, countryCode, regionName', test: { file: performance, title: 'GET /rest/v1/performance/locationSummary > %s' } },
  { section: '7', row: 'GET /performance/…/export, text/csv', test: { file: performance, title: 'gives every location with formulas defused' } },
  { section: '7', row: 'GET /performance/selectableWasteStages and /performance/countryCodeAndSegment', test: { file: performance, title: 'limits rows and sums to secured sites and locations' } },
  { section: '7', row: 'Baseline readiness by location and stage', test: { file: baselines, title: 'judges each week, the newest first, per open day' } },
  { section: '7', row: 'Baseline details by site, location, stage and stage name', test: { file: baselines, title: 'compares the weeks since the baseline with it, and leaves the running one out' } },
  { section: '7', row: 'Fetch user; login', test: { file: signIn, title: 'leads home with a new session id in the cookie' } },
  { section: '7', row: 'Logout', test: { file: signIn, title: 'ends the session by the form, and the cookie opens nothing afterwards' } },
  { section: '7', row: 'Accept privacy policy', test: { file: forcedReset, title: 'closes the calls too' } },
  { section: '7', row: 'Request password reset with an email', test: { file: passwords, title: 'is replaced by the mailed link, once, and ends every session' } },
  { section: '7', row: 'Start-up loads a configuration file and a translation file', test: { file: shell, title: 'a front end reads the settings and the sentences of a language before anybody has signed in' } },
  { section: '7', row: 'The session is kept alive', test: { file: 'client/runtime/keep-alive.test.ts', title: 'pings after %s' } },
];

const constants: ChecklistRow[] = [
  { section: '9', row: 'Default waste stage filter 8', test: { file: deployment, title: 'shows stage 8 in three cards, the last one closed, with links to the windows' } },
  { section: '9', row: 'Readiness: weekly transactions >= 10, increase < 100%, decrease < 50%', test: { file: baselineRules, title: 'holds a week to its limits: %s' } },
  { section: '9', row: 'Readiness: consecutive weeks 3', test: { file: baselineRules, title: 'takes the earliest three weeks in a row' } },
  { section: '9', row: 'Readiness: weeks since first transaction >= 3', test: { file: baselineRules, title: '%s: enough weeks have elapsed or not, for every row alike' } },
  { section: '9', row: 'Reduction threshold options: 0, 0.5, 0.6, 0.7, 0.8, 0.9, 1 as a percent', test: { file: performance, title: "offers the organisation's own threshold once, as the one that stands when nothing is asked for" } },
  { section: '9', row: 'Date presets: their weeks, all time from 2013-01-07, all end on the last Sunday', test: { file: 'server/platform/table/date-range.rules.test.ts', title: 'presetRange > %s on %s' } },
  { section: '9', row: 'Percent of days tracked with 0 decimals, change percentages with 2', test: { file: performance, title: 'says first what changed and how far it can be trusted' } },
  { section: '9', row: 'Default overall compliance 50', test: { file: performance, title: 'starts from a compliance of 50 where there is no week to judge' } },
  { section: '9', row: 'Performance default stage 8; locations is the default view', test: { file: performance, title: 'begins with locations in stage 8 over the last 13 weeks, and offers its presets in their order' } },
  { section: '9', row: 'Theme lightening factors 0.4 and 0.7, darkening 0.15 and 0.2', test: { file: 'client/styles/tokens.test.ts', title: '%s is lightened by 0.4 and 0.7 and darkened by 0.15 and 0.2' } },
  { section: '9', row: 'Footer copyright from 2014', test: { file: shell, title: 'the footer has the copyright from 2014 to the current year, and leads to the privacy policy' } },
];

/** Screens that were there before the last ones of the specification. */
export const rows: ChecklistRow[] = [...screens, ...states, ...validation, ...calls, ...constants];
