import type { Measure } from '../measure';
import { alertIngest } from './alert-ingest';
import { embeddedBounds } from './embedded-bounds';
import { eventSearch } from './event-search';
import { heartbeats } from './heartbeats';
import { homePage } from './home-page';
import { importMemory } from './import-memory';
import { importRate } from './import-rate';
import { ingestRate } from './ingest-rate';
import { lighthouse } from './lighthouse';
import { load } from './load';
import { mergePages } from './merge-pages';
import { oauthRefresh } from './oauth-refresh';
import { pageRate } from './page-rate';
import { queryTime } from './query-time';
import { reportPdf } from './report-pdf';
import { routeCount } from './route-count';
import { samlRoundTrip } from './saml-round-trip';
import { scim } from './scim';
import { scriptSize } from './script-size';
import { sessions } from './sessions';
import { sheetGuess } from './sheet-guess';
import { signInLoad } from './sign-in-load';
import { startTime } from './start-time';
import { stranger } from './stranger';
import { teamSize } from './team-size';
import { tracker } from './tracker';
import { weightAccuracy } from './weight-accuracy';
import { wideImportMemory } from './wide-import-memory';

export const measures: Measure[] = [
  scriptSize,
  startTime,
  pageRate,
  homePage,
  queryTime,
  eventSearch,
  ingestRate,
  alertIngest,
  heartbeats,
  importRate,
  importMemory,
  wideImportMemory,
  sheetGuess,
  embeddedBounds,
  sessions,
  signInLoad,
  lighthouse,
  load,
  reportPdf,
  mergePages,
  routeCount,
  stranger,
  tracker,
  weightAccuracy,
  samlRoundTrip,
  oauthRefresh,
  scim,
  teamSize,
];
