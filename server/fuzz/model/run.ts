/** Runs the real server and the model in parallel, and stops at the first difference. */
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { jobs } from '#entry/timetable.ts'
import { approveCompany, verifyPaymentInfo } from '#identity/company/actions.ts'
import { createToken, revokeToken } from '#identity/dealers/actions.ts'
import { isOwned } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Answer, TestApi } from '#testing/api.ts'
import { setServiceMode } from '#testing/builders.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import * as accounts from './accounts.ts'
import { attempts, opening } from './commands.ts'
import { everything, type Move } from './lists.ts'
import type { Attempt } from './pools.ts'
import { type Account, type Dealer, here, type State, type Token } from './state.ts'

interface Run {
  readonly api: TestApi
  readonly counts: { steps: number; statuses: Map<number, number> }
}

type Step = fc.AsyncCommand<State, Run>

const request = (attempt: Attempt): Step => ({
  check: () => true,
  run: (state, run) => play(attempt.move(state), run),
  toString: () => `${attempt.name} ${JSON.stringify(attempt.args)}`,
})

async function play(move: Move, { counts }: Run): Promise<void> {
  const { token, request: asked } = move
  const answer = await token.caller.ask(asked.method, asked.path, asked.body)
  counts.steps++
  counts.statuses.set(answer.status, (counts.statuses.get(answer.status) ?? 0) + 1)
  compare(move, answer)
}

function compare({ token, request: asked, expected, isList }: Move, answer: Answer): void {
  const what = `${token.name}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body ?? null)}`
  assert.equal(answer.status, expected.status, `${what}\nexpected ${JSON.stringify(expected)}\ngot ${answer.text}`)
  if (expected.status >= 400) {
    assertError(answer)
    assert.equal(answer.body.errors[0].code, expected.code, `${what}\n${answer.text}`)
    const fields = answer.body.errors.map(({ field = '' }: { field?: string }) => field).sort()
    if (expected.fields) assert.deepEqual(fields, [...expected.fields].sort(), `${what}\n${answer.text}`)
    return
  }
  if (!expected.payload) return
  const payload = isWrapped(asked, token) ? answer.body.data : answer.body
  const wanted = expected.payload(payload)
  assert.ok(isList !== true || isSorted(payload), `${what}: not in the order of ids`)
  const [one, other] = isList ? [byId(payload), byId(wanted as { id: never }[])] : [payload, wanted]
  if (!isDeepStrictEqual(one, other)) assert.deepEqual(one, other, what)
}

/** Everything in partner; in provider, what the specification lists. */
const isWrapped = ({ method, path }: Move['request'], { dialect }: Token): boolean =>
  dialect === 'partner' ||
  (method === 'GET' && /^\/(accounts(\?|$)|units\/count|units\/\d+\/(messages|telemetry|channel)|company$)/.test(path))

type Identified = { id: number | string }
const compareIds = (one: Identified, other: Identified) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
const byId = (items: readonly Identified[]) => items.toSorted(compareIds)
const isSorted = (items: readonly Identified[]) => isDeepStrictEqual(byId(items), items)

/** What happens outside the dealer API: time, the operator, the client. */
const aside = (name: string, work: (state: State, run: Run) => Promise<void>): Step => ({
  check: () => true,
  run: work,
  toString: () => name,
})

const advance = (seconds: number): Step =>
  aside(`${seconds} s go by`, async (state, { api }) => {
    api.ctx.clock.advance(seconds)
    for (const job of jobs) {
      await job.run({ ...api.ctx, actor: { kind: 'job', id: job.name, address: null, requestId: null } })
    }
    accounts.advance(state, seconds)
  })

const clientActivates = (at: number): Step =>
  aside(`a client activates its account ${at}`, async (state, { api }) => {
    const account = unclaimed(state)[at % Math.max(unclaimed(state).length, 1)]
    if (!account) return
    const now = api.ctx.clock.now()
    await api.ctx.db.updateTable('accounts').set({ ack: now }).where('id', '=', account.id).execute()
    await api.ctx.db.updateTable('users').set({ enabled: true }).where('accountId', '=', account.id).execute()
    account.ack = state.now
    account.user.enabled = true
  })

const unclaimed = (state: State) =>
  here(state, state.accounts).filter((account) => !account.isManaged && account.ack === 0)
const owned = (state: State) => here(state, state.accounts).filter((account) => !account.isManaged)

const serviceMode = (at: number, isOn: boolean): Step =>
  aside(`a client sets service mode ${isOn} ${at}`, async (state, { api }) => {
    const account = owned(state).filter(({ ack }) => ack > 0)[at % Math.max(owned(state).length, 1)]
    if (!account) return
    account.serviceApps = isOn ? [...account.apps] : []
    await setServiceMode(api, account.id, account.serviceApps)
  })

const subscribe = (at: number, seconds: number): Step =>
  aside(`the operator gives a subscription for ${seconds} s ${at}`, async (state, { api }) => {
    const account = owned(state)[at % Math.max(owned(state).length, 1)] as Account | undefined
    if (!account) return
    const until = state.now + seconds
    const ids = await giveSubscription(api.ctx, account.id, 'basic', new Date(until * 1000))
    const apps = account.apps.filter(isOwned)
    for (const [index, app] of apps.entries()) {
      const subscription = { id: ids[index] as string, app, plan: 'basic', until }
      account.subscriptions.set(app, subscription)
      account.given.push(subscription)
    }
  })

const approve = (at: number): Step =>
  aside(`the operator approves a card ${at}`, async (state, { api }) => {
    const dealer = state.dealers[at % state.dealers.length] as Dealer
    await approveCompany({ ...api.ctx, actor: operator('test') }, dealer.id)
    Object.assign(dealer.company, dealer.pending, { updated: state.now })
    dealer.isApproved = true
    dealer.pending = undefined
  })

const verify = (at: number): Step =>
  aside(`the operator verifies a dealer ${at}`, async (state, { api }) => {
    const dealer = state.dealers[at % state.dealers.length] as Dealer
    await verifyPaymentInfo({ ...api.ctx, actor: operator('test') }, dealer.id)
    dealer.isVerified = true
  })

/** Takes effect as soon as the server is notified, which the specification limits to a second. */
const revoke = (at: number): Step =>
  aside(`a token is revoked ${at}`, async (state, { api }) => {
    const token = state.tokens[at % state.tokens.length] as Token
    await revokeToken(api.ctx, token.tokenId)
    token.isRevoked = true
    // The product promises a second; a test machine may be busier than any server.
    const deadline = Date.now() + 5_000
    const isKnown = async () => (await token.caller.ask('GET', '/company')).body.errors?.[0].code === 'INVALID_TOKEN'
    while (!(await isKnown())) {
      assert.ok(Date.now() < deadline, 'A revoked token is still valid.')
      // A refusal needs no database, so without a pause the notification would never be read.
      await turn()
    }
  })

const renew = (at: number, seconds: number): Step =>
  aside(`a token is renewed for ${seconds} s ${at}`, async (state, { api }) => {
    await issue(api, state, state.tokens[at % state.tokens.length] as Token, seconds)
  })

async function issue(api: TestApi, state: Pick<State, 'now'>, token: Token, seconds: number): Promise<void> {
  const { dialect, isReader } = token
  const level = isReader ? 'read' : 'full'
  const settings = {
    dealer: token.dealer.id,
    dialect,
    level,
    name: 'Model',
    mayReadSecrets: false,
    ttlSeconds: seconds,
  } as const
  const { tokenId, accessToken } = await createToken(api.ctx, settings)
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    api.ask(method, `/${dialect}${path}`, body, { 'x-accesstoken': accessToken, ...headers })
  token.caller = { dealer: token.dealer.id, token: accessToken, dialect, ask }
  Object.assign(token, { tokenId, expires: state.now + seconds, isRevoked: false })
}

const some = fc.nat({ max: 1_000 })
const happenings = [
  fc.constantFrom(1, 60, 3_600, 86_400, 40 * 86_400).map(advance),
  some.map(clientActivates),
  fc.tuple(some, fc.boolean()).map(([at, isOn]) => serviceMode(at, isOn)),
  fc.tuple(some, fc.constantFrom(60, 864_000)).map(([at, seconds]) => subscribe(at, seconds)),
  some.map(approve),
  some.map(verify),
  fc.tuple(some, fc.constantFrom(3_600, 864_000_000)).map(([at, seconds]) => renew(at, seconds)),
]

const steps = (most: number) =>
  fc.commands(
    [
      ...attempts.flatMap(({ weight, arbitrary }) => Array(weight).fill(arbitrary.map(request))),
      ...happenings.flatMap((happening) => [happening, happening]),
      some.map(revoke),
    ],
    { maxCommands: most, size: 'max' },
  )

const longLived = 864_000_000

/** Two dealers, one of them with tokens of both dialects, and a read-only token. */
async function begin(api: TestApi, runNumber: number): Promise<State> {
  // The end of a long month, so that months have to be clamped.
  api.ctx.clock.set(new Date('2026-01-31T12:00:00Z'))
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  const dealers: Dealer[] = []
  for (const isVerified of [true, runNumber % 3 > 0]) {
    const { dealer } = await api.dealer('provider', isVerified)
    const company = { name: 'Dealer provider', about: '', created: now, updated: now }
    dealers.push({ id: dealer, isApproved: isVerified, isVerified, company, pending: undefined })
  }
  const [first, second] = dealers as [Dealer, Dealer]
  const tokens: Token[] = []
  for (const [name, dealer, dialect, isReader] of [
    ['first provider', first, 'provider', false],
    ['first partner', first, 'partner', false],
    ['second partner', second, 'partner', false],
    ['second provider', second, 'provider', false],
    ['first reader', first, 'provider', true],
  ] as const) {
    const token = { name, dealer, dialect, isReader } as Token
    await issue(api, { now }, token, longLived)
    tokens.push(token)
  }
  const state: State = {
    ...{ now, nonce: `${process.pid}-${runNumber}`, dealers, tokens },
    ...{ accounts: [], plans: [], units: [], gone: new Set() },
  }
  return state
}

/** How every run begins, so that requests can conflict. Run and compared like the rest. */
async function open(state: State, run: Run): Promise<void> {
  for (const move of opening) await play(move(state), run)
}

/** At the end of every run, reads everything with every token. */
async function compareAll(state: State, run: Run): Promise<void> {
  for (const token of state.tokens.filter(({ isReader }) => !isReader)) {
    if (token.isRevoked || token.expires <= state.now) await issue(run.api, state, token, longLived)
    for (const move of everything(state, token)) await play(move, run)
  }
}

export interface ModelRun {
  readonly runs: number
  readonly seed: number
  /** The path of a failure, as it was printed: only that sequence runs again. */
  readonly path?: string | undefined
  readonly stepsMax?: number
  readonly say?: (line: string) => void
}

export interface ModelVerdict {
  readonly steps: number
  readonly statuses: ReadonlyMap<number, number>
}

export async function runModel(
  api: TestApi,
  { runs, seed, path, stepsMax = 100, say = () => {} }: ModelRun,
): Promise<ModelVerdict> {
  const run: Run = { api, counts: { steps: 0, statuses: new Map() } }
  let played = 0
  const property = fc.asyncProperty(steps(stepsMax), async (commands) => {
    const state = await begin(api, played++)
    await open(state, run)
    await fc.asyncModelRun(() => ({ model: state, real: run }), commands)
    await compareAll(state, run)
    if (played % 50 === 0) say(`${played} sequences, ${run.counts.steps} requests`)
  })
  await fc.assert(property, { seed, numRuns: runs, ...(path !== undefined && { path }) })
  return run.counts
}
