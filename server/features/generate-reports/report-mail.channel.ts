import { z } from 'zod';
import { reportMail } from '../../../views/generate-reports/report-mail';
import { translator } from '../../platform/i18n/messages';
import { defineChannel } from '../../platform/outbox/define-channel';
import { Dropped } from '../../platform/outbox/dropped';
import { mailSettings, sendMail } from '../../platform/outbox/mail';
import { findPdf, noteMailed } from './report-runs.store';

const payload = z.object({
  organisationId: z.int(),
  runId: z.int(),
  outboxKey: z.string(),
  to: z.string(),
  name: z.string(),
  organisation: z.string(),
  /** Who asked for it. */
  author: z.string(),
  /** Whether the reader may open it here, too. */
  opens: z.boolean(),
});

/** A report with its PDF. The file is read when it is sent: what was deleted meanwhile goes to nobody. */
export const reportMailChannel = defineChannel({
  ...mailSettings,
  name: 'reportMail',
  payload,
  targetOf: ({ to }) => to,
  async deliver({ id, payload: { organisationId, runId, to, outboxKey, opens, ...said } }, delivery) {
    const { resources } = delivery;
    const { db } = resources.database;
    const key = { organisationId, id: runId };
    const file = await findPdf(db, key);
    if (!file) throw new Dropped('the report was deleted');
    const { document } = file;
    await sendMail(
      {
        id,
        content: {
          to,
          ...reportMail(translator(document.locale), {
            ...said,
            document,
            url: opens ? new URL(`/generate-reports/runs/${runId}`, resources.config.publicUrl).href : null,
          }),
          attachments: [{ filename: `${document.title}.pdf`, content: file.pdf, contentType: 'application/pdf' }],
        },
      },
      delivery,
    );
    await noteMailed(db, key, { outboxKey, now: resources.clock.now() });
  },
});
