/**
 * Callers are admitted before their body is read, and may hold it back for as long as a request may take. Their access
 * may have ended meanwhile, so they are admitted again.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Access ends within a second, and nearly every body is here sooner. */
const lateMs = 1000

export const isLate = ({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>): boolean => elapsedTime > lateMs

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void

/** A hook for `preHandler`, which runs once the body was read. */
export const again =
  (admit: Admit) =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (!isLate(reply)) {
      done()
      return
    }
    const admitting = (async () => admit(request, reply))()
    admitting.then(() => done(), done)
  }
