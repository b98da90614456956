import { ImportPreviewPage } from '../../../views/calendar/import-preview-page';
import { fail, type Failure } from '../../platform/errors';
import { reply, type Context, type Reply, type UploadedFile } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { contentOf } from './calendar-calls.routes';
import { contentInField, type ImportForm } from './calendar-forms.contract';
import type { ImportPlan } from './calendar-import.service';
import { selectLocation } from './calendar-view.service';
import type { Answer } from './closure-questions.rules';
import { closureLimits } from './closures.rules';

interface SentFile {
  content: Buffer;
  name: string;
  answers: Answer[];
}

/** The file that came with the form, or the one that the preview carried on. @throws 413, 422 calendar.import.noFile */
export async function fileOf({ body, files }: { body: ImportForm; files: readonly UploadedFile[] }): Promise<SentFile> {
  const answers = body.means;
  if (!body.content)
    return { content: await contentOf(files), name: files.find((one) => one.field === 'file')?.name ?? '', answers };
  const content = Buffer.from(body.content.join(''), 'base64');
  if (content.length > closureLimits.bytes)
    throw fail.tooLarge('errors.tooLarge', { params: { max: `${closureLimits.bytes / 1_048_576} MB` } });
  return { content, name: body.name ?? '', answers };
}

interface Previewed {
  body: ImportForm;
  file: SentFile;
  plan: ImportPlan;
  problem?: Failure;
}

/** What a file would do, with what has to be said first; the page carries the file on. */
export async function previewOf(context: Context, { body, file, plan, problem }: Previewed): Promise<Reply> {
  const { t, locale, actor } = context;
  const location = await selectLocation(context.db, actor, body.location);
  const encoded = file.content.toString('base64');
  const title = plan.ofMany
    ? t('calendar.preview.titleMany')
    : t('calendar.preview.title', { location: location.locationName });
  const element = (
    <ImportPreviewPage
      t={t}
      format={settingsOf({ locale, actor }, location.timeZone)}
      place={{ location: body.location, month: body.month }}
      title={title}
      fileName={file.name}
      content={Array.from({ length: Math.ceil(encoded.length / contentInField) }, (_, at) =>
        encoded.slice(at * contentInField, (at + 1) * contentInField),
      )}
      plan={plan}
      leaveOutUnknown={body.leaveOutUnknown === 'on'}
      problem={problem ? sentence(t, problem.code, problem.options.params) : null}
    />
  );
  return reply.page(element, { title, status: problem ? 422 : undefined });
}
