import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The provider's script, as pages load it: it gives one token after another. */
const script = `window.grecaptcha = { ready: (go) => go(), execute: async (siteKey, { action }) => 'solved ' + action };`;

export interface CaptchaProvider {
  verifyUrl: string;
  scriptUrl: string;
  host: string;
  /** What was asked, the newest last. */
  asked: Record<string, string>[];
  /** Answered from now on: an object as JSON, a number as that status without a verdict. */
  answer: object | number;
  close(): Promise<void>;
}

/** Stands in for a captcha provider: the check of tokens, and the script. */
export async function captchaProvider(): Promise<CaptchaProvider> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/captcha/api.js'))
      return response
        .writeHead(200, { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' })
        .end(script);
    return void formOf(request).then((form) => {
      here.asked.push(form);
      if (typeof here.answer === 'number')
        return response.writeHead(here.answer, { 'content-type': 'text/html' }).end('<html>');
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(here.answer));
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here: CaptchaProvider = {
    host,
    verifyUrl: `http://${host}/captcha/siteverify`,
    scriptUrl: `http://${host}/captcha/api.js`,
    asked: [],
    answer: { success: true },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return here;
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString('utf8')));
}
