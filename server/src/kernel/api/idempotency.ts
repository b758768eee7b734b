/**
 * A POST with an Idempotency-Key takes effect once. The answer is written in the transaction of the effect. If the
 * effect is at a card processor, where no transaction can include it, the key is claimed first and the answer written
 * afterwards: the work then gets an id by which it recognises what it began (docs/decisions/0023). A refusal changed
 * nothing, so it is not remembered, and the same request may be tried again.
 */
import { createHash } from 'node:crypto'
import type { Call } from '../context.ts'
import { firstRow } from '../db/rows.ts'
import { inTransaction } from '../db/transaction.ts'
import { conflict, Refusal, refuse } from '../errors.ts'
import { uuidv7 } from '../ids.ts'

interface Answer {
  readonly status: number
  /** Without the envelope, which is the caller's. */
  readonly body: string
}

export interface KeyedRequest {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly query: unknown
  readonly body: unknown
}

type Work = (call: Call) => Promise<Answer>
type Once = Answer & { readonly isReplay: boolean }

export const keySeconds = 24 * 3600

const scopeOf = (call: Call, { method, path, key }: KeyedRequest) => ({ dealerId: call.dealer, method, path, key })
type Scope = ReturnType<typeof scopeOf>
const keyColumns = ['dealerId', 'method', 'path', 'key'] as const

/** `isSecret`: the answer is stored sealed, with a key outside the database. */
export const answerOnce = (caller: Call, request: KeyedRequest, work: Work, isSecret = false): Promise<Once> =>
  inTransaction(caller, async (call) => {
    const scope = scopeOf(call, request)
    if (!(await lock(call, scope))) isRunning()
    const digest = digestOf(request)
    const known = await find(call, scope, digest)
    const label = `idempotency_keys.body:${JSON.stringify(scope)}`
    if (known?.status && known.body !== null) {
      const body = isSecret ? call.vault.open(Buffer.from(known.body, 'base64'), label) : known.body
      return { status: known.status, body, isReplay: true }
    }
    const answer = await work(call)
    const body = isSecret ? call.vault.seal(answer.body, label).toString('base64') : answer.body
    await remember(call, scope, { digest, status: answer.status, body, runningUntil: null })
    return { ...answer, isReplay: false }
  })

/** Longer than such a request can take: it calls the processor twice at most, for ten seconds each. */
const runningSeconds = 45

/**
 * The same for work that does not fit into one transaction. `keepsAnswer` false: the answer contains a secret, so it is
 * not stored, and the work returns it again.
 */
export async function answerStaged(
  caller: Call,
  request: KeyedRequest,
  work: Work,
  keepsAnswer: boolean,
): Promise<Once> {
  const scope = scopeOf(caller, request)
  const digest = digestOf(request)
  const claim = await claimKey(caller, scope, digest)
  if (claim.body !== null && claim.status !== null) return { status: claim.status, body: claim.body, isReplay: true }
  const call = { ...caller, operationId: claim.operationId }
  if (claim.status !== null) return { ...(await work(call)), isReplay: true }
  let answer: Answer
  try {
    answer = await work(call)
  } catch (error) {
    await release(caller, scope, error).catch(() => {})
    throw error
  }
  await remember(caller, scope, {
    digest,
    status: answer.status,
    body: keepsAnswer ? answer.body : null,
    operationId: claim.operationId,
    runningUntil: null,
  })
  return { ...answer, isReplay: false }
}

interface Claim {
  readonly operationId: string
  /** Set when the work was done. */
  readonly status: number | null
  readonly body: string | null
}

const claimKey = (caller: Call, scope: Scope, digest: Buffer): Promise<Claim> =>
  inTransaction(caller, async (call) => {
    if (!(await lock(call, scope))) isRunning()
    const now = call.clock.now()
    const known = await find(call, scope, digest)
    const operationId = known?.operationId ?? uuidv7(now)
    if (known?.status) return { operationId, status: known.status, body: known.body }
    if (known?.runningUntil && known.runningUntil > now) isRunning()
    const runningUntil = new Date(now.getTime() + runningSeconds * 1000)
    await remember(call, scope, { digest, status: null, body: null, operationId, runningUntil })
    return { operationId, status: null, body: null }
  })

/**
 * A refused request is forgotten. One that broke off may have begun: the next attempt with this key resumes it at once.
 */
async function release(call: Call, scope: Scope, error: unknown): Promise<void> {
  const isRefused = error instanceof Refusal && error.code !== 'SERVICE_UNAVAILABLE'
  const own = call.db.deleteFrom('idempotencyKeys').where((eb) => eb.and(scope))
  if (isRefused) await own.execute()
  else {
    await call.db
      .updateTable('idempotencyKeys')
      .set({ runningUntil: null })
      .where((eb) => eb.and(scope))
      .execute()
  }
}

async function find(call: Call, scope: Scope, digest: Buffer) {
  const known = await call.db
    .selectFrom('idempotencyKeys')
    .select(['digest', 'status', 'body', 'operationId', 'runningUntil'])
    .where((eb) => eb.and(scope))
    .where('createdAt', '>', new Date(call.clock.now().getTime() - keySeconds * 1000))
    .executeTakeFirst()
  if (known && !known.digest.equals(digest)) {
    refuse('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request. Choose a new key.')
  }
  return known
}

interface Remembered {
  readonly digest: Buffer
  readonly status: number | null
  readonly body: string | null
  readonly operationId?: string
  readonly runningUntil: Date | null
}

async function remember(call: Call, scope: Scope, row: Remembered): Promise<void> {
  const values = { operationId: null, ...row, createdAt: call.clock.now() }
  await call.db
    .insertInto('idempotencyKeys')
    .values({ ...scope, ...values })
    .onConflict((oc) => oc.columns(keyColumns).doUpdateSet(values))
    .execute()
}

/** Held until the transaction ends, so that a second request with the key is refused instead of waiting. */
const lock = async (call: Call, scope: Scope): Promise<boolean> =>
  (
    await firstRow<{ mine: boolean }>(call.db)`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(scope)}, 0)) as mine`
  )?.mine ?? false

const isRunning = (): never => conflict('A request with this Idempotency-Key is still running. Try again in a moment.')

/** The order of fields does not make it another request. */
const digestOf = ({ query, body }: KeyedRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(inOrder([query ?? null, body ?? null])))
    .digest()

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, inOrder(field)]),
  )
}
