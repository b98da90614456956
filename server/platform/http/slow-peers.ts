import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

interface Limits {
  /** How long a peer may be slow. */
  windowMs: number;
  /** What has to come, or to be taken, in that time. */
  leastBytes: number;
}

interface Peer {
  request: IncomingMessage | null;
  since: number;
  received: number;
  taken: number;
  /** Of what was handed to the system, the bytes that still wait. */
  queued: number;
}

/**
 * Cuts connections whose other end sends its request or takes its answer too slowly to mean it. Node limits the time of a
 * whole request only, which a large upload over a slow line may need, and an answer not at all.
 */
export function cutSlowPeers(
  server: Server,
  { windowMs, leastBytes }: Limits = { windowMs: 12_000, leastBytes: 12_000 },
): void {
  const peers = new Map<Socket, Peer>();
  server.on('connection', (socket) => {
    peers.set(socket, { request: null, ...progressOf(socket) });
    socket.once('close', () => peers.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage) => {
    const peer = peers.get(request.socket);
    if (peer) Object.assign(peer, { request, ...progressOf(request.socket) });
  });
  setInterval(() => {
    for (const [socket, peer] of peers) {
      const now = progressOf(socket);
      const receiving = peer.request !== null && !peer.request.complete;
      // Bytes wait here only while the other end takes none: what we are slow to make is not its fault.
      const sending = socket.writableLength > 0;
      const sent = Math.max(now.taken - peer.taken, peer.queued - now.queued);
      const moved = (receiving && now.received - peer.received >= leastBytes) || (sending && sent >= leastBytes);
      if ((!receiving && !sending) || moved) Object.assign(peer, now);
      else if (now.since - peer.since >= windowMs) socket.destroy();
    }
  }, windowMs / 6).unref();
}

function progressOf(socket: Socket): Omit<Peer, 'request'> {
  const handle = (socket as { _handle?: { writeQueueSize?: number } })._handle;
  return {
    since: performance.now(),
    received: socket.bytesRead,
    taken: socket.bytesWritten - socket.writableLength,
    // Also the time limit of net.Socket reads it: a large piece is otherwise seen only when all of it is gone.
    queued: handle?.writeQueueSize ?? 0,
  };
}
