import type { FastifyBaseLogger } from 'fastify'

/** Structured, one line per event. Nothing but ids and sentences goes in: no bodies, no secrets. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
