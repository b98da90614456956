import type { Reading } from '../../../views/imports/how-read';
import type { ProblemGroup } from '../../../views/imports/problem-groups';
import type { AskedQuestion } from '../../../views/imports/question-form';
import { askedOf } from '../../../views/imports/question-words';
import type { Failure } from '../../platform/errors';
import type { Context } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { SheetError } from '../../platform/sheet/sheet.errors';
import { assumptionsOf } from './assumptions.rules';
import { storedMapping } from './import-run.service';
import type { ImportView } from './import.contract';
import { faultSentence, getImport } from './import.presentation';
import { mayChange } from './import.rules';
import { groupErrors, type ImportKey } from './import.store';
import { findUse } from './kept-mapping.store';
import type { MappingJson } from './mapping-json.rules';
import type { ImportMapping } from './mapping.contract';
import type { Question } from './question.contract';
import { draftOf, firstWeighings, headOf, unitOfPerson } from './reading.service';
import { remedyFor } from './remedies.rules';
import { guessOf } from './sheet-preview';

export interface Conversation {
  question: AskedQuestion | null;
  /** Somebody changes what was assumed. */
  changes: boolean;
  reading: Reading | null;
  groups: ProblemGroup[];
}

type RequestContext = Context<'VIEW_DATA_MANAGER'>;

const nothing: Conversation = { question: null, changes: false, reading: null, groups: [] };

/** What is asked about a sheet, or how it is read. */
export async function conversationOf(
  context: RequestContext,
  view: ImportView,
  { ask, failure }: { ask: Question | undefined; failure: Failure | undefined },
): Promise<Conversation> {
  const { t, db, actor, locale } = context;
  const key = { organisationId: actor.organisation.id, id: view.id };
  const found = await getImport(db, key);
  const mapping = storedMapping(found);
  if (!mayChange(found) && view.state !== 'CHECKING')
    return { ...nothing, groups: await groupsOf(context, key, mapping) };
  const words = { t, ...settingsOf({ locale, actor }) };
  const error = failure?.options.fields?.find(({ field }) => field === 'value');
  const said = error && sentence(t, error.code, error.params);
  if (view.state === 'UPLOADED') {
    const draft = await draftOf(db, key, { answers: found.totals.answers, unit: unitOfPerson(actor.unit.abbr) });
    const [next] = draft.open;
    return { ...nothing, question: next ? askedOf(words, draft, { ask: next, error: said }) : null };
  }
  if (!mapping || view.state === 'FAILED') return nothing;
  const { guess, sheets, sheet } = await guessOf(db, key, headOf(found));
  const use = await findUse(db, { organisationId: key.organisationId, batchId: view.id });
  return {
    question:
      ask && view.state === 'CHECKED'
        ? askedOf(words, { guess, mapping: found.mapping as MappingJson }, { ask, error: said })
        : null,
    changes: true,
    reading: {
      weighings: await weighingsOf(context, key, mapping),
      assumptions: assumptionsOf(mapping, guess, { sheets, sheet }),
      recognised: use?.name ?? null,
    },
    groups: await groupsOf(context, key, mapping),
  };
}

async function weighingsOf({ db }: RequestContext, key: ImportKey, mapping: ImportMapping) {
  try {
    return await firstWeighings(db, key, mapping);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return [];
  }
}

async function groupsOf(
  { db, t }: RequestContext,
  key: ImportKey,
  mapping: ImportMapping | null,
): Promise<ProblemGroup[]> {
  const groups = await groupErrors(db, key);
  return groups.map(({ code, column, lines, firstLine, firstRaw, params, raws }) => ({
    key: `${code} ${column ?? ''}`,
    reason: code === 'import.unknownSite' ? t('imports.groups.unknownSites') : faultSentence(t, { code, params }),
    column: code === 'import.unknownSite' ? null : column,
    lines,
    firstLine,
    raw: firstRaw.slice(0, 60),
    remedy: mapping ? remedyFor({ code, column, raws }, mapping) : null,
  }));
}
