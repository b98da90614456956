import type { Fault } from './fault';

export const faults: Fault[] = [];
