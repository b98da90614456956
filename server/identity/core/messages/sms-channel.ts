import { z } from 'zod';
import { defineChannel } from '../../../platform/outbox/define-channel';
import { Dropped } from '../../../platform/outbox/dropped';

const longestBackOffMs = 60_000;

const text = z.object({ to: z.string(), text: z.string() });

/** Text messages, by Twilio's Messages API (2010-04-01). Without an account there they wait, as mail does without a server. */
export const smsChannel = defineChannel({
  name: 'sms',
  payload: text,
  targetOf: ({ to }) => to,
  // What it says has ended by then: codes live for minutes.
  expiresAfterMs: 600_000,
  maxAttempts: 8,
  backOffMs: (attempts) => Math.min(1_000 * 2 ** (attempts - 1), longestBackOffMs),
  concurrency: 10,
  perTarget: 1,
  timeoutMs: 15_000,
  isOpen: ({ sms }) => sms !== undefined,
  async deliver(
    { payload },
    {
      resources: {
        config: { sms },
        outbound,
      },
      signal,
    },
  ) {
    if (!sms) throw new Error('no account for text messages is set');
    const { status, body } = await outbound.call({
      url: `${sms.baseUrl}/2010-04-01/Accounts/${sms.accountSid}/Messages.json`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: payload.to, From: sms.from, Body: payload.text }).toString(),
      largestAnswer: 20_000,
      timeoutMs: 10_000,
      signal,
    });
    // A number that cannot be reached stays so.
    if (status === 400) throw new Dropped(`the text service answered 400 (${codeOf(body)})`);
    if (status !== 201) throw new Error(`the text service answered ${status}`);
  },
});

/** Twilio's own number for what was wrong; never its words, which repeat the telephone number. */
function codeOf(body: Buffer): string {
  const said = /"code"\s*:\s*(\d{3,6})/.exec(body.toString('utf8'));
  return said?.[1] ?? 'no code';
}
