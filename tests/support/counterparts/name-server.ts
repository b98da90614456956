import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { decode, encode } from 'dns-packet';

export interface NameServer {
  /** As `DNS_SERVERS` takes it. */
  address: string;
  /** TXT records by name; several strings in one record are the pieces of a long one. A name that is not there does not exist. */
  records: Map<string, string[][]>;
  /** Answers nothing but its failure from now on. */
  failing: boolean;
  close(): Promise<void>;
}

/** A name server of its own port that knows what a test tells it. */
export async function nameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  await new Promise<void>((listening) => {
    socket.bind(0, '127.0.0.1', listening);
  });
  const here: NameServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    records: new Map(),
    failing: false,
    close: () =>
      new Promise((closed) => {
        socket.close(() => closed());
      }),
  };
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = decode(message);
    const [question] = questions;
    const found = here.records.get(question?.name.toLowerCase() ?? '');
    // 2 is the server's failure, 3 that there is no such name (RFC 1035, 4.1.1).
    const code = here.failing ? 2 : found ? 0 : 3;
    const answers =
      here.failing || question?.type !== 'TXT'
        ? []
        : (found ?? []).map((data) => ({ type: 'TXT' as const, name: question.name, ttl: 0, data }));
    socket.send(encode({ type: 'response', id, flags: 0x0180 | code, questions, answers }), port, address);
  });
  return here;
}
