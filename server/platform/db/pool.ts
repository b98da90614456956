import pg from 'pg';

const beatMs = 100;

/**
 * A queue that moves is waited in; a queue in which no connection came free and none was made for `stuckMs` is left at once,
 * so that people get an answer while the server is away or every connection is held.
 */
export class PoolWithLimit extends pg.Pool {
  private freed = 0;

  constructor(
    options: pg.PoolConfig,
    private readonly stuckMs: number,
  ) {
    super(options);
    this.on('release', () => {
      this.freed += 1;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    const free = this.idleCount > this.waitingCount;
    const asked = free ? super.connect() : this.unlessStuck(super.connect());
    if (!callback) return asked;
    asked.then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | undefined)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  /** Beats are counted, not milliseconds: a process that was busy itself has let nobody wait in vain. */
  private unlessStuck(asked: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((done, refuse) => {
      let beats = 0;
      let seen = this.freed;
      let left = false;
      const timer = setInterval(() => {
        beats = this.freed === seen ? beats + 1 : 0;
        seen = this.freed;
        if (beats * beatMs < this.stuckMs) return;
        left = true;
        clearInterval(timer);
        refuse(new Error('timeout exceeded when trying to connect: no connection came free'));
      }, beatMs);
      asked.then(
        (client) => {
          clearInterval(timer);
          if (left) client.release();
          else done(client);
        },
        (error: Error) => {
          clearInterval(timer);
          refuse(error);
        },
      );
    });
  }
}
