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
  attachments: { name: string; type: string; content: Buffer }[];
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

/** What nodemailer writes: headers, and a text and an HTML part in one of two encodings, with files beside them. */
function readMail(raw: string): TakenMail {
  const [head = ''] = split(raw);
  const parts = partsOf(raw);
  const content = (type: string) => {
    const { headers = '', body = '' } = parts.find((part) => part.headers.includes(type)) ?? {};
    return decode(body, encodingOf(headers)).trimEnd();
  };
  return {
    messageId: header(head, 'Message-ID'),
    to: header(head, 'To'),
    subject: words(header(head, 'Subject')),
    text: content('text/plain'),
    html: content('text/html'),
    attachments: parts
      .filter(({ headers }) => /Content-Disposition: attachment/i.test(headers))
      .map(({ headers, body }) => ({
        name: fileName(headers),
        type: /Content-Type: ([^;\r\n]+)/i.exec(headers)?.[1] ?? '',
        content: Buffer.from(body, 'base64'),
      })),
    header: (name) => header(head, name),
  };
}

/** Parts that hold something, however deep they lie. */
function partsOf(text: string): { headers: string; body: string }[] {
  const [headers, body] = split(text);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  if (boundary === undefined) return [{ headers, body }];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.trimStart()));
}

/** In one piece, or in several with what is no ASCII escaped (RFC 2231). */
const fileName = (headers: string) =>
  decodeURIComponent(
    [...headers.matchAll(/filename(?:\*\d*\*?)?="?([^";\r\n]+)/gi)]
      .map(([, piece = '']) => piece)
      .join('')
      .replace(/^utf-8''/i, ''),
  );

const encodingOf = (headers: string) => /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1] ?? '';

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
