import { format } from 'date-fns';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import { isDatePattern } from '../../platform/sheet/dates.rules';
import type { ReportedError } from './candidate.rules';
import type { ImportView } from './import.contract';
import { messageKeyOf, type ImportCode } from './import-codes.contract';
import { isUnderWay, progressOf } from './import.rules';
import { countErrors, findImport, findSameFile, type ImportKey, type StoredImport } from './import.store';

const exampleDay = new Date(2026, 0, 31);

/** Date patterns in a sentence read better as a date; those with a time say nothing more about the day. */
function asPeopleRead(params: ReportedError['params']): ReportedError['params'] {
  if (typeof params.expected !== 'string') return params;
  const patterns = params.expected.split(', ').filter((pattern) => isDatePattern(pattern) && !/[Hhm]/.test(pattern.replace(/'[^']*'/g, '')));
  return patterns.length === 0 ? params : { ...params, expected: [...new Set(patterns.map(exampleOf))].join(', ') };
}

function exampleOf(pattern: string): string {
  if (pattern === 'excel-serial') return '46053';
  return format(exampleDay, pattern === 'iso' ? 'yyyy-MM-dd' : pattern);
}

/** The sentence of what is wrong with a line or file. */
export function faultSentence(t: Translate, { code, params }: { code: string; params: ReportedError['params'] }): string {
  const key = code.startsWith('import.') ? messageKeyOf(code as ImportCode) : code;
  return sentence(t, key as MessageKey, asPeopleRead(params));
}

/** @throws 404 imports.notFound */
export async function getImport(db: Db, key: ImportKey): Promise<StoredImport> {
  const found = await findImport(db, key);
  if (!found) throw fail.notFound('imports.notFound');
  return found;
}

interface Viewing {
  organisationId: number;
  t: Translate;
}

/** An import as its own page and the API show it. @throws 404 imports.notFound */
export async function viewImport(db: Db, { organisationId, id, t }: Viewing & { id: number }): Promise<ImportView> {
  const found = await getImport(db, { organisationId, id });
  const asksSame = found.sha256 !== null && !isUnderWay(found) && found.state !== 'DONE' && found.state !== 'UNDONE';
  const same = asksSame && found.sha256 !== null ? await findSameFile(db, { organisationId, id }, found.sha256) : undefined;
  const kept = found.linesRefused > 0 ? await countErrors(db, { organisationId, id }) : 0;
  return { ...shown(found, t), sameFile: same ? { id: same.id, fileName: same.fileName, finishedAt: same.finishedAt.toISOString() } : null, errorsKept: kept };
}

/** What stands in the row itself; a list shows no more. */
export function shown(found: StoredImport, t: Translate): ImportView {
  const { totals, mapping } = found;
  const { name, unknownSites } = mapping as { name: string; unknownSites: string };
  return {
    id: found.id,
    state: found.state,
    fileName: found.fileName,
    fileBytes: totals.bytes,
    mappingName: name,
    uploadedBy: totals.uploadedBy,
    createdAt: found.createdAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
    undoneAt: found.undoneAt?.toISOString() ?? null,
    undoReason: totals.undoReason,
    progress: progressOf({ state: found.state, bytes: totals.bytes, bytesRead: totals.bytesRead }),
    linesRead: found.linesRead,
    linesRefused: found.linesRefused,
    eventsTaken: found.eventsTaken,
    eventsKnown: found.eventsKnown,
    netGrams: totals.grams,
    costs: Object.entries(totals.costs).map(([currency, amount]) => ({ currency, amount })),
    firstDay: totals.firstDay,
    lastDay: totals.lastDay,
    unknownSites: { ...totals.unknownSites, created: unknownSites === 'create' },
    sitesCreated: totals.sitesCreated,
    failure: found.failure === null ? null : { code: found.failure, message: faultSentence(t, { code: found.failure, params: found.failureParams ?? {} }) },
    sameFile: null,
    errorsKept: 0,
  };
}
