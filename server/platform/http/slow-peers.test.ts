import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cutSlowPeers } from './slow-peers';

const limits = { windowMs: 300, leastBytes: 1_000 };
const upload = 'POST / HTTP/1.1\r\nHost: tare.test\r\nContent-Length: 1000000\r\n\r\n';

let server: Server;
let socket: Socket;

// The sockets are real, and only the limit's own clock is held: a busy machine makes nobody slow.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  server = createServer().listen(0, '127.0.0.1');
  cutSlowPeers(server, limits);
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const turn = () => new Promise((done) => setImmediate(done));

async function ask(head: string): Promise<{ request: IncomingMessage; response: ServerResponse }> {
  socket.write(head);
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return { request, response };
}

/** Sends so many bytes and waits until they are there. */
async function send(request: IncomingMessage, bytes: number): Promise<void> {
  const wanted = request.socket.bytesRead + bytes;
  socket.write(Buffer.alloc(bytes));
  while (request.socket.bytesRead < wanted) await turn();
}

describe('a peer that is too slow', () => {
  it('is cut while it drips its body', async () => {
    const { request } = await ask(upload);
    request.on('error', () => undefined).resume();
    for (let sent = 0; sent < 5; sent += 1) {
      await send(request, 1);
      await pass(50);
    }
    expect(request.socket.destroyed).toBe(false);
    await send(request, 1);
    await pass(100);
    expect(request.socket.destroyed).toBe(true);
  });

  it('is cut while it takes nothing of its answer', async () => {
    const { request, response } = await ask('GET / HTTP/1.1\r\nHost: tare.test\r\n\r\n');
    response.end(Buffer.alloc(64 * 1024 * 1024));
    await once(socket, 'data');
    socket.pause();
    // What the system's buffers take of it at first counts as taken.
    for (let turns = 0; turns < 10_000 && !request.socket.destroyed; turns += 1) {
      await turn();
      await pass(1);
    }
    expect(request.socket.destroyed).toBe(true);
  });

  it('is not somebody who sends steadily, waits for a slow answer, or rests between two requests', async () => {
    const { request, response } = await ask(upload);
    request.resume();
    for (let sent = 0; sent < 1_000_000; sent += 50_000) {
      await send(request, 50_000);
      await pass(50);
    }
    await pass(3 * limits.windowMs);
    response.end('done');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('200 OK');
    await pass(3 * limits.windowMs);
    expect(request.socket.destroyed).toBe(false);
  });
});
