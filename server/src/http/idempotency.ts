/**
 * A POST with an Idempotency-Key has its effect once: the answer is written in the transaction of the effect.
 * A refusal changed nothing, so it is not remembered, and the same request may be tried again.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Call, inTransaction } from '../context.ts'
import { conflict, refuse } from '../errors.ts'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface KeyedRequest {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: unknown
}

export const keySeconds = 24 * 3600

export const answerOnce = (
  caller: Call,
  request: KeyedRequest,
  work: (call: Call) => Promise<Answer>,
): Promise<Answer & { isReplay: boolean }> =>
  inTransaction(caller, async (call) => {
    const { method, path, key } = request
    const scope = { dealerId: call.dealer, method, path, key }
    await claim(call, scope)
    const digest = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest()
    const now = call.clock.now()
    const known = await call.db
      .selectFrom('idempotencyKeys')
      .select(['digest', 'status', 'body'])
      .where((eb) => eb.and(scope))
      .where('createdAt', '>', new Date(now.getTime() - keySeconds * 1000))
      .executeTakeFirst()
    if (known) {
      if (!known.digest.equals(digest)) {
        refuse('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request. Choose a new key.')
      }
      return { status: known.status, body: known.body, isReplay: true }
    }
    const answer = await work(call)
    const row = { digest, status: answer.status, body: answer.body, createdAt: now }
    await call.db
      .insertInto('idempotencyKeys')
      .values({ ...scope, ...row })
      .onConflict((oc) => oc.columns(['dealerId', 'method', 'path', 'key']).doUpdateSet(row))
      .execute()
    return { ...answer, isReplay: false }
  })

/** Held until the transaction ends, so that a second request with the key is told to wait instead of waiting. */
async function claim(call: Call, scope: object): Promise<void> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(scope)}, 0)) as mine`.execute(call.db)
  if (!rows[0]?.mine) conflict('A request with this Idempotency-Key is still running. Try again in a moment.')
}
