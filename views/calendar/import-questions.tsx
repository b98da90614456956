import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Meaning } from '../../server/domain/calendar/closure-words.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import type { CalendarFormat } from './month';
import s from './panels.module.css';

export interface AskedQuestion {
  column: string;
  values: { value: string; lines: number; suggested: Meaning | null; means: Meaning | null }[];
}

export interface AskedKitchen {
  name: string;
  lines: number;
}

interface CarriedFile {
  place: { location: number; month: string };
  fileName: string;
  /** The file in base64, cut as the fields of a form hold it. */
  content: string[];
}

interface ImportQuestionsProps extends CarriedFile {
  t: Translate;
  format: CalendarFormat;
  questions: AskedQuestion[];
  unknown: AskedKitchen[];
  leaveOutUnknown: boolean;
}

const mostNames = 20;

/** As one field of a form carries an answer. */
export const answerText = (column: string, value: string, means: Meaning) => JSON.stringify([column, value, means]);

/** The file and the place, for the step that follows. */
export function Carried({ place, fileName, content }: CarriedFile) {
  return (
    <>
      <input type="hidden" name="location" value={place.location} />
      <input type="hidden" name="month" value={place.month} />
      <input type="hidden" name="name" value={fileName} />
      {content.map((part, at) => (
        <input key={String(at)} type="hidden" name="content" value={part} />
      ))}
    </>
  );
}

/** Asks what only a person can say of a file: which values close a kitchen, and whether unknown kitchens are left out. */
export function ImportQuestions({ t, format, questions, unknown, leaveOutUnknown, ...carried }: ImportQuestionsProps) {
  const meanings = (['closed', 'nothing', 'open'] as const).map((means) => ({
    means,
    label: t(`calendar.asked.${means}`),
  }));
  return (
    <Section
      id="import-questions"
      title={t('calendar.asked.title')}
      sentence={questions.length > 0 ? t('calendar.asked.sentence') : undefined}
    >
      <PostForm action="/locationCalendar/import" encType="multipart/form-data" className={s.asked}>
        <Carried {...carried} />
        {questions.map(({ column, values }, at) => (
          <fieldset key={column} className={s.question}>
            <legend>{t('calendar.asked.column', { column })}</legend>
            {values.map(({ value, lines, suggested, means }, place) => (
              <FormField
                key={value}
                id={`asked-${at}-${place}`}
                name="means"
                kind="select"
                required
                label={value === '' ? t('calendar.asked.empty') : value}
                note={`· ${t('calendar.asked.lines', format.counted(lines))}`}
                defaultValue={(means ?? suggested) ? answerText(column, value, (means ?? suggested) as Meaning) : ''}
                options={[
                  { value: '', label: t('calendar.asked.choose'), disabled: true },
                  ...meanings.map((one) => ({ value: answerText(column, value, one.means), label: one.label })),
                ]}
              />
            ))}
          </fieldset>
        ))}
        {unknown.length > 0 && (
          <fieldset className={s.question}>
            <legend>{t('calendar.asked.unknown', format.counted(unknown.length))}</legend>
            <ul className={s.names}>
              {unknown.slice(0, mostNames).map(({ name, lines }) => (
                <li key={name}>
                  <span>{name || t('calendar.asked.noName')}</span>{' '}
                  <small>{t('calendar.asked.lines', format.counted(lines))}</small>
                </li>
              ))}
            </ul>
            {unknown.length > mostNames && (
              <p className={s.note}>{t('calendar.preview.more', format.counted(unknown.length - mostNames))}</p>
            )}
            <p className={s.note}>{t('calendar.asked.unknownHint')}</p>
            <FormField
              kind="checkbox"
              name="leaveOutUnknown"
              label={t('calendar.asked.leaveOut')}
              defaultChecked={leaveOutUnknown}
            />
          </fieldset>
        )}
        <Button type="submit" tone="primary">
          {t('calendar.asked.show')}
        </Button>
      </PostForm>
    </Section>
  );
}
