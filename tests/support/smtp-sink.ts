import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it came in. */
interface TakenMail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A header of it, unfolded; empty where there is none. */
  header(name: string): string;
}

export interface SmtpSink {
  url: string;
  received: TakenMail[];
  /** What came in for an address. */
  to(address: string): TakenMail[];
  close(): Promise<void>;
}

/** A real SMTP server that keeps what it takes. `port`: one that was used before. */
export async function openSmtpSink({ port = 0 }: { port?: number } = {}): Promise<SmtpSink> {
  const received: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, taken) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        received.push(readMail(Buffer.concat(pieces).toString('latin1')));
        taken();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    to: (address) => received.filter((mail) => mail.to === address),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
      }),
  };
}

/** What nodemailer writes: headers, and a text and an HTML part in one of two encodings. */
function readMail(raw: string): TakenMail {
  const [head = '', body = ''] = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => split(part.trimStart()));
  const content = (type: string) => {
    const [headers = '', text = ''] = parts.find(([one = '']) => one.includes(type)) ?? [];
    return decode(text, /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1] ?? '').trimEnd();
  };
  return {
    messageId: header(head, 'Message-ID'),
    to: header(head, 'To'),
    subject: words(header(head, 'Subject')),
    text: content('text/plain'),
    html: content('text/html'),
    header: (name) => header(head, name),
  };
}

const split = (text: string): [string, string] => {
  const at = text.indexOf('\r\n\r\n');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)];
};
const header = (head: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8');
const unquoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function decode(text: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(text, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  const plain = /quoted-printable/i.test(encoding) ? unquoted(text.replace(/=\r\n/g, '')) : text;
  return utf8(plain).replaceAll('\r\n', '\n');
}

/** Encoded words of a header, joined where only space stands between them. */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, coded: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : utf8(unquoted(coded.replaceAll('_', ' '))),
    );
