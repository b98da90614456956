import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cutSlowPeers } from './slow-peers';

const limits = { windowMs: 300, leastBytes: 1_000 };
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function visit(listener: RequestListener, work: (socket: Socket) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  cutSlowPeers(server, limits);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  await work(socket);
  socket.destroy();
  server.closeAllConnections();
  server.close();
}

const isCutWithin = (socket: Socket, ms: number) => Promise.race([once(socket, 'close').then(() => true), later(ms).then(() => false)]);
const upload = 'POST / HTTP/1.1\r\nHost: tare.test\r\nContent-Length: 1000000\r\n\r\n';

describe('a peer that is too slow', () => {
  it('is cut while it drips its body', async () => {
    await visit((request) => request.resume(), async (socket) => {
      socket.write(upload);
      const drip = setInterval(() => socket.write('a'), 20);
      expect(await isCutWithin(socket.resume(), 2_000)).toBe(true);
      clearInterval(drip);
    });
  });

  it('is cut while it takes nothing of its answer', async () => {
    let closed = false;
    await visit((_request, response) => {
      response.once('close', () => { closed = true; });
      response.end(Buffer.alloc(64 * 1024 * 1024));
    }, async (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: tare.test\r\n\r\n');
      await once(socket, 'data');
      socket.pause();
      await later(1_500);
      expect(closed).toBe(true);
    });
  });

  it('is not somebody who sends steadily, waits for a slow answer, or rests between two requests', async () => {
    await visit((request, response) => {
      request.resume().once('end', () => setTimeout(() => response.end('done'), 800));
    }, async (socket) => {
      socket.write(upload);
      for (let sent = 0; sent < 1_000_000; sent += 50_000) {
        socket.write(Buffer.alloc(50_000));
        await later(50);
      }
      const [answer] = await once(socket, 'data') as [Buffer];
      expect(answer.toString()).toContain('200 OK');
      expect(await isCutWithin(socket.resume(), 900)).toBe(false);
    });
  });
});
