import type { Measure } from '../measure';
import { importMemory } from './import-memory';
import { importRate } from './import-rate';
import { embeddedBounds } from './embedded-bounds';
import { eventSearch } from './event-search';
import { ingestRate } from './ingest-rate';
import { lighthouse } from './lighthouse';
import { load } from './load';
import { pageRate } from './page-rate';
import { queryTime } from './query-time';
import { routeCount } from './route-count';
import { scriptSize } from './script-size';
import { sessions } from './sessions';
import { sheetGuess } from './sheet-guess';
import { startTime } from './start-time';
import { stranger } from './stranger';
import { wideImportMemory } from './wide-import-memory';

export const measures: Measure[] = [scriptSize, startTime, pageRate, queryTime, eventSearch, ingestRate, importRate, importMemory, wideImportMemory, sheetGuess, embeddedBounds, sessions, lighthouse, load, routeCount, stranger];
