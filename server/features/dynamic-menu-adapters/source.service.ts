import { Readable } from 'node:stream';
import { isNestedTooDeep } from '../../platform/http/json-depth.rules';
import { OutboundRefused, type Outbound } from '../../platform/outbound/outbound';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { readSheetInBlocks } from '../../platform/sheet/sheet.reader';
import { turnsEvery } from '../../platform/turns';
import { adapterLimits } from './adapter-limits.rules';
import type { AuthKind, SourceProblem, SourceProblemCode } from './adapters.contract';
import { credentialHeaders } from './adapters.rules';
import type { SourceRow } from './columns.rules';
import { tableOfJson, type JsonTable } from './json-rows.rules';

/** Why a source gives no table. */
export class UnreadableSource extends Error implements SourceProblem {
  constructor(
    readonly code: SourceProblemCode,
    readonly params: SourceProblem['params'] = {},
  ) {
    super(code);
  }
}

export interface Feed {
  address: string;
  auth: AuthKind;
  authName: string;
  secret: string;
}

const megabytes = { max: adapterLimits.bytes / 1_000_000 };
const timeoutMs = 30_000;

/** @throws UnreadableSource */
export async function fetchFeed(outbound: Outbound, { address, auth, authName, secret }: Feed): Promise<Buffer> {
  const answer = await outbound
    .call({
      url: address,
      timeoutMs,
      largestAnswer: adapterLimits.bytes,
      headers: {
        ...credentialHeaders(auth, { name: authName, secret }),
        accept: 'text/csv, application/json;q=0.9, */*;q=0.1',
        'user-agent': 'Tare',
      },
    })
    .catch((error: unknown) => {
      throw problemOf(error);
    });
  const { status, body } = answer;
  if (status === 401 || status === 403) throw new UnreadableSource('credentials', { status });
  if (status === 404 || status === 410) throw new UnreadableSource('missing', { status });
  if (status < 200 || status > 299) throw new UnreadableSource('status', { status });
  return body;
}

const faults: Record<OutboundRefused['fault'], SourceProblemCode> = {
  address: 'address',
  scheme: 'address',
  private: 'private',
  unknownHost: 'unknownHost',
  redirect: 'redirect',
  tooLarge: 'tooLarge',
  tooSlow: 'tooSlow',
};

function problemOf(error: unknown): unknown {
  if (error instanceof OutboundRefused) return new UnreadableSource(faults[error.fault], megabytes);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Everything that a connection says of itself has a code; a mistake of ours has none.
  if (code === '') return error;
  const ofCertificate = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code);
  return new UnreadableSource(ofCertificate ? 'certificate' : 'unreachable');
}

/** @throws UnreadableSource */
export async function readTable(content: Buffer): Promise<JsonTable> {
  if (content.length > adapterLimits.bytes) throw new UnreadableSource('tooLarge', megabytes);
  const start = content
    .subarray(0, 200)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start === '') throw new UnreadableSource('empty');
  if (start.startsWith('<')) throw new UnreadableSource('html');
  return start.startsWith('{') || start.startsWith('[') ? readJson(content) : readCsv(content);
}

async function readJson(content: Buffer): Promise<JsonTable> {
  if (content.length > adapterLimits.jsonBytes)
    throw new UnreadableSource('jsonTooLarge', { max: adapterLimits.jsonBytes / 1_000_000 });
  if (isNestedTooDeep(content)) throw new UnreadableSource('notJson');
  const table = await tableOfJson(parsed(content), adapterLimits.rows, turnsEvery(100));
  if (table === null) throw new UnreadableSource('noList');
  if (table === 'tooMany') throw new UnreadableSource('tooManyRows', { max: adapterLimits.rows });
  return table;
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    throw new UnreadableSource('notJson');
  }
}

const sheetProblems: Partial<Record<SheetError['code'], SourceProblemCode>> = {
  'import.markup': 'html',
  'import.notText': 'notText',
  'import.emptyFile': 'empty',
  'import.noRows': 'empty',
  'import.missingColumn': 'empty',
  'import.tooManyLines': 'tooManyRows',
  'import.tooManyColumns': 'tooManyColumns',
  'import.endsInTheMiddle': 'broken',
  'import.fileTooLarge': 'tooLarge',
};

async function readCsv(content: Buffer): Promise<JsonTable> {
  let columns: string[] = [];
  const rows: SourceRow[] = [];
  const blocks = readSheetInBlocks(Readable.from(inPieces(content)), {
    encoding: 'auto',
    delimiter: 'auto',
    headerRow: 1,
    columns: [],
    optionalColumns: [],
    raggedLines: 'accept',
    // Empty lines count too.
    limits: { bytes: adapterLimits.bytes, lines: adapterLimits.rows * 2 },
    onHeader: (names) => {
      columns = names.filter((name) => name !== '');
    },
  });
  try {
    for await (const block of blocks)
      for (const { line, cells, errors } of block) {
        if (errors?.every(({ code }) => code === 'import.duplicateColumn')) continue;
        if (rows.length === adapterLimits.rows) throw new UnreadableSource('tooManyRows', { max: adapterLimits.rows });
        rows.push(cells ? { line, cells } : { line, cells: {}, broken: true });
      }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new UnreadableSource(sheetProblems[error.code] ?? 'unreadable', {
      line: error.line ?? 1,
      max: error.code === 'import.tooManyLines' ? adapterLimits.rows : megabytes.max,
    });
  }
  return { columns, rows };
}

/** A stream that comes in one piece would be parsed without anyone else having a turn. */
function* inPieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}
