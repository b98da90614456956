import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { readConfig } from '../../../server/config';
import { processDirtyWeeks } from '../../../server/domain/measures/rollups.service';
import {
  faultSentence,
  mappingSchema,
  mappingSchemaPath,
  parseMappingText,
  runImportFromStream,
  shippedMapping,
  shippedMappingNames,
  tryAndAsk,
  listErrors,
  correctionAnswers,
  type CheckResult,
  type CorrectionAnswer,
  type ImportMapping,
  type OutlierAnswer,
} from '../../../server/features/imports';
import type { Db } from '../../../server/platform/db/database';
import { defaultLocale, translator } from '../../../server/platform/i18n/messages';
import { afterFilling } from '../../../server/platform/lifecycle/maintenance';
import { createLog } from '../../../server/platform/log';
import { systemClock } from '../../../server/platform/time';
import { domainWithoutJobs, openDatabase } from '../../../server/resources';
import { prepareDatabase } from '../../../server/setup/prepare-database';
import { complain, WrongArguments } from '../complaint';
import { errorLines, summaryOf, type Summary } from './summary';

const help = `npm run import -- FILE --mapping M --organisation O [options]

Imports a spreadsheet: an Excel workbook (.xlsx) or CSV file. Valid rows are imported, invalid rows are listed, and no row is imported twice.

  FILE               the spreadsheet, or a .csv.gz file. In a workbook, the first sheet with a table, or the "worksheet" in the mapping
  --mapping M        a mapping file (JSON), or the name of an included one: ${shippedMappingNames.join(', ')}.
                     The page "Assign columns" creates a mapping file for a sheet ("Download mapping")
  --mapping-schema   prints the JSON schema of mapping files, also at /rest/v1${mappingSchemaPath}
  --organisation O   the organization's ID or exact name
  --dry-run          shows what would be imported and what may already be recorded; changes nothing
  --create-sites     creates sites that do not exist, whatever the mapping says
  --refuse-sites     rejects rows with sites that do not exist, whatever the mapping says
  --outliers A       what to do with weights that are implausible for one weighing: take, leave-out, or other-sign (reads them with
                     the other decimal separator if that is plausible). Without it, a file with such a weight is rejected
  --corrections A    what to do with rows imported before with other values: replace (updates the events; undoing the import
                     restores the earlier values), or leave. Without it, they are left out and counted
  --help             shows this text

Uses the server's database (DATABASE_URL, or the embedded one in DATA_DIR while no server is running).
Exits with 0 if every row was imported, 1 if rows were rejected or the import failed, 2 if the command is invalid.`;

interface Surroundings {
  /** A line, or several. */
  say(text: string): void;
  warn(text: string): void;
  env: Record<string, string | undefined>;
}

interface Wanted {
  file: string;
  mapping: ImportMapping;
  organisation: string;
  dryRun: boolean;
  sites: 'create' | 'refuse' | null;
  outliers: OutlierAnswer | undefined;
  corrections: CorrectionAnswer | undefined;
}

const t = translator(defaultLocale);
const shownErrors = 20;

/** A text is to be printed and nothing else to be done. */
async function readArguments(args: string[]): Promise<Wanted | string> {
  const parsed = parse(args);
  const {
    values,
    positionals: [file, ...more],
  } = parsed;
  if (values.help) return help;
  if (values['mapping-schema']) return JSON.stringify(mappingSchema(), null, 2);
  if (!file || more.length > 0) throw new WrongArguments('Name one file.');
  if (!existsSync(file) || !statSync(file).isFile()) throw new WrongArguments(`File not found: ${file}.`);
  if (!values.organisation) throw new WrongArguments('--organisation is missing.');
  if (!values.mapping) throw new WrongArguments('--mapping is missing.');
  if (values['create-sites'] && values['refuse-sites'])
    throw new WrongArguments('Sites are either created or refused.');
  return {
    file,
    mapping: await readMapping(values.mapping),
    organisation: values.organisation,
    dryRun: values['dry-run'] ?? false,
    outliers: readAnswer(values.outliers),
    corrections: readCorrections(values.corrections),
    sites: values['create-sites'] ? 'create' : values['refuse-sites'] ? 'refuse' : null,
  };
}

const answers: Record<string, OutlierAnswer> = { take: 'take', 'leave-out': 'leaveOut', 'other-sign': 'otherSign' };

function readAnswer(word: string | undefined): OutlierAnswer | undefined {
  if (word === undefined) return undefined;
  if (!Object.hasOwn(answers, word))
    throw new WrongArguments(`--outliers is one of these: ${Object.keys(answers).join(', ')}.`);
  return answers[word];
}

function readCorrections(word: string | undefined): CorrectionAnswer | undefined {
  const answer = correctionAnswers.find((one) => one === word);
  if (word !== undefined && answer === undefined)
    throw new WrongArguments(`--corrections is one of these: ${correctionAnswers.join(', ')}.`);
  return answer;
}

function parse(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        mapping: text,
        organisation: text,
        'dry-run': flag,
        'create-sites': flag,
        'refuse-sites': flag,
        outliers: text,
        corrections: text,
        'mapping-schema': flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new WrongArguments((error as Error).message);
  }
}

async function readMapping(name: string): Promise<ImportMapping> {
  const shipped = shippedMappingNames.find((one) => one === name);
  if (shipped) return shippedMapping(shipped);
  if (!existsSync(name))
    throw new WrongArguments(`Mapping ${name} not found. Included mappings: ${shippedMappingNames.join(', ')}.`);
  const parsed = parseMappingText(await readFile(name, 'utf8'));
  if (parsed.ok) return parsed.mapping;
  throw new WrongArguments(
    `The mapping ${name} is invalid.\n${parsed.problems.map(({ path, ...fault }) => `  ${path || 'mapping'}: ${faultSentence(t, fault)}`).join('\n')}`,
  );
}

async function findOrganisation(db: Db, wanted: string) {
  const found = await db
    .selectFrom('organisation_directory')
    .select(['id', 'name', 'country_code', 'time_zone', 'currency_code'])
    .where((where) => (/^\d{1,15}$/.test(wanted) ? where('id', '=', Number(wanted)) : where('name', '=', wanted)))
    .execute();
  if (found.length > 1)
    throw new WrongArguments(
      `Several organisations are named ${wanted}: name one by its id (${found.map(({ id }) => id).join(', ')}).`,
    );
  if (!found[0] || found[0].id === null) throw new WrongArguments(`There is no organisation ${wanted}.`);
  return found[0];
}

/** Events that came in another way before, with other keys or by hand: they would count twice. */
function beforeLines({ totals: { enteredBefore }, eventsTaken }: CheckResult): string[] {
  if (!enteredBefore) return [];
  const words = ({ events, grams }: { events: number; grams: number }) => ({
    count: events,
    formatted: String(events),
    events: String(events),
    all: String(eventsTaken),
    weight: `${grams / 1_000} kg`,
  });
  return [
    t(enteredBefore.atLeast ? 'imports.before.atLeast' : 'imports.before.sentence', words(enteredBefore)),
    ...enteredBefore.ways.map(
      (way) =>
        `  ${t('imports.before.way', { ...words(way), way: way.importId === null ? t('imports.before.byHand') : `Import ${way.importId}` })}`,
    ),
  ];
}

async function run(
  { file, mapping: given, organisation: name, dryRun, sites, outliers, corrections }: Wanted,
  { say, warn, env }: Surroundings,
): Promise<boolean> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const database = await openDatabase(config, log);
  try {
    await prepareDatabase(database.db);
    const domain = domainWithoutJobs();
    const organisation = await findOrganisation(database.db, name);
    const home = {
      country: organisation.country_code,
      timeZone: organisation.time_zone,
      currency: organisation.currency_code,
    };
    const mapping = { ...given, unknownSites: sites ?? given.unknownSites, newSites: given.newSites ?? home };
    const source = () => (file.endsWith('.gz') ? createReadStream(file).pipe(createGunzip()) : createReadStream(file));
    const key = { organisationId: organisation.id };
    say(`${dryRun ? 'Checking' : 'Importing'} ${basename(file)} for ${organisation.name} (${organisation.id}).`);
    if (dryRun) {
      const result = await tryAndAsk(
        database.db,
        { key, mapping, open: source, clock: systemClock },
        { outliers: null, corrections: corrections ? { lines: 0, answer: corrections } : null },
      );
      if (result.corrections && !corrections)
        say(
          `Lines that were imported before with other values: ${result.corrections.lines}. With --corrections replace the events get the values of the lines; they are left out below.`,
        );
      if (result.outliers)
        say(
          `Lines with an implausible weight, of more than ${Math.round(result.outliers.limitGrams / 1_000)} kg: ${result.outliers.lines}. The import needs --outliers to say what becomes of them; they are left out below.`,
        );
      for (const line of beforeLines(result)) say(line);
      return report(
        say,
        {
          ...result,
          ...result.totals,
          dryRun,
          unknownSites: result.totals.unknownSites,
          createsSites: mapping.unknownSites === 'create',
        },
        result.errors,
      );
    }
    const done = await runImportFromStream(
      { database, clock: systemClock, domain },
      {
        ...key,
        createdBy: null,
        login: 'command line',
        fileName: basename(file).replace(/\.gz$/, ''),
        mapping,
        source,
        outliers,
        corrections,
        say: (progress) => {
          if ('sameFile' in progress)
            say(`This file was already imported, as import ${progress.sameFile.id}; its lines are recognized.`);
          if ('brokenOff' in progress)
            say(
              `Import ${progress.brokenOff.id} of this very file was broken off after ${progress.brokenOff.linesRead} lines; they are recognized, and this import goes on from there.`,
            );
        },
      },
    );
    if (done.state === 'FAILED') {
      warn(faultSentence(t, { code: done.failure ?? '', params: done.failureParams ?? {} }));
      return false;
    }
    const { weeks } = await processDirtyWeeks(database.db, {
      clock: systemClock,
      domain,
      organisationId: organisation.id,
    });
    await afterFilling(database);
    const errors = await listErrors(database.db, { ...key, id: done.id }, { limit: shownErrors, offset: 0 });
    return report(say, { ...done, ...done.totals, id: done.id, weeks, dryRun }, errors);
  } finally {
    await database.close();
  }
}

function report(say: Surroundings['say'], summary: Summary, errors: CheckResult['errors']): boolean {
  say(summaryOf(summary));
  if (errors.length > 0) say(errorLines(errors.slice(0, shownErrors), (error) => faultSentence(t, error)));
  return summary.linesRefused === 0;
}

/** What a person can mend is one line; anything else keeps its stack. @returns the exit code */
function explain(warn: Surroundings['warn'], error: unknown): number {
  if (error instanceof WrongArguments) {
    warn(`${error.message}\nSee npm run import -- --help.`);
    return 2;
  }
  const fault = error as { name?: string; code?: string; params?: Record<string, string | number> };
  if (fault.name === 'SheetError') warn(faultSentence(t, { code: fault.code ?? '', params: fault.params ?? {} }));
  else if (fault.code?.startsWith('Z_'))
    warn('Nothing was imported. The file ends with .gz, but it is not a whole gzip file.');
  else
    complain(
      {
        nothing: 'Nothing was imported.',
        failed: 'The import failed.',
        inUse: 'Stop the server first, or import on its page.',
      },
      error,
      warn,
    );
  return 1;
}

/**
 * What `npm run import` does.
 * @param args as they were typed after the name of the command
 * @returns the exit code
 */
export async function importCommand(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    const wanted = await readArguments(args);
    if (typeof wanted !== 'string') return (await run(wanted, surroundings)) ? 0 : 1;
    surroundings.say(wanted);
    return 0;
  } catch (error) {
    return explain(surroundings.warn, error);
  }
}
