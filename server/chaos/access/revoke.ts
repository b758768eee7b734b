/** Sessions that are revoked while in use: how late does the last request succeed, and the last stream end? */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '#entry/simulation/random.ts'
import { revokeToken } from '#identity/dealers/actions.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Caller, startApi, type TestApi } from '#testing/api.ts'
import { aManagedAccount, anUnclaimedAccount } from '#testing/builders.ts'
import { aClient, askAs, type Client, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { globalTeardown } from '#testing/setup.ts'
import type { Check, Say, Verdict } from '../check.ts'

export const revoke: Check = {
  name: 'revoke',
  about:
    'Polls and streams with a session of a client’s application while service mode is switched off, the account is blocked ' +
    'or deleted, the access token is revoked or a password is changed. Nothing may succeed more than a second later.',
  numbers: { rounds: 500 },
  async run({ seed, number }, say) {
    const api = await startApi()
    try {
      return await revokeRounds(api, { rounds: number('rounds'), seed, say })
    } finally {
      await api.close()
      await globalTeardown()
    }
  },
}

const allowedMs = 1000

/** One way to lose a session: how it begins, and what ends it. */
interface Way {
  readonly name: string
  prepare(api: TestApi, dealer: Caller): Promise<{ token: string; close(): Promise<unknown> }>
}

const inServiceMode = async (api: TestApi, dealer: Caller): Promise<{ client: Client; token: string }> => {
  const client = await aClient(api, dealer, await anUnclaimedAccount(dealer))
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  return { client, token: await serviceKey(dealer, client.user.id, consumerApp) }
}
const another = 'a loud green mountain'

const ways: readonly Way[] = [
  {
    name: 'service mode is switched off',
    async prepare(api, dealer) {
      const { client, token } = await inServiceMode(api, dealer)
      return { token, close: () => client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: false }) }
    },
  },
  {
    name: 'the access token behind it is revoked',
    async prepare(api, dealer) {
      const { token } = await inServiceMode(api, dealer)
      const { id } = await api.ctx.db
        .selectFrom('accessTokens')
        .select('id')
        .where('dealerId', '=', dealer.dealer)
        .executeTakeFirstOrThrow()
      return { token, close: () => revokeToken(api.ctx, id) }
    },
  },
  {
    name: 'the client changes its password',
    async prepare(api, dealer) {
      const { client, token } = await inServiceMode(api, dealer)
      const body = { password: goodPassword, new_password: another, repeat_password: another }
      return { token, close: () => client.ask('PUT', '/me/password', body) }
    },
  },
  {
    name: 'the client is blocked',
    async prepare(api, dealer) {
      const account = await aManagedAccount(dealer)
      const { token } = await aClient(api, dealer, account)
      return { token, close: () => dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true }) }
    },
  },
  {
    name: 'the client is blocked while the dealer looks as the user',
    async prepare(_api, dealer) {
      const account = await aManagedAccount(dealer)
      await dealer.ask('PUT', `/accounts/${account.id}/activate`)
      const token = await serviceKey(dealer, account.user.id, fleetApp, 'service_as_user')
      return { token, close: () => dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true }) }
    },
  },
  {
    name: 'the account is deleted',
    async prepare(api, dealer) {
      const account = await aManagedAccount(dealer)
      const { token } = await aClient(api, dealer, account)
      return { token, close: () => dealer.ask('DELETE', `/accounts/${account.id}`) }
    },
  },
  {
    name: 'the client ends the session from another one',
    async prepare(api, dealer) {
      const client = await aClient(api, dealer)
      const own = askAs(api, await logIn(api, client.email))
      const sessions = (await own('GET', '/sessions')).body as { id: string; current: boolean }[]
      const other = sessions.find(({ current }) => !current)?.id
      return { token: client.token, close: () => own('DELETE', `/sessions/${other}`) }
    },
  },
]

interface Options {
  readonly rounds: number
  readonly seed: number
  readonly say: Say
}

export async function revokeRounds(api: TestApi, { rounds, seed, say }: Options): Promise<Verdict> {
  const random = randomFrom(`revoke ${seed}`)
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const polls: number[] = []
  const streams: number[] = []
  let [successes, unended] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const way = ways[round % ways.length] as Way
    // A dealer for each, because emails are counted per dealer.
    const { token, close } = await way.prepare(api, await api.dealer('provider'))
    const poller = poll(address, token)
    const listener = await listen(address, token)
    await wait(20 + random() * 60)
    await close()
    const closedAt = performance.now()
    const end = await listener.ended
    const last = await poller.stop()
    assert.ok(last.count > 0, `${way.name}: nothing succeeded before, so the check proves nothing.`)
    successes += last.count
    polls.push(Math.max(0, last.at - closedAt))
    streams.push(Math.max(0, end.at - closedAt))
    if (!end.isTold) unended += 1
    if ((round + 1) % 50 === 0)
      say(`${round + 1} of ${rounds} rounds, longest ${Math.round(Math.max(...polls, ...streams))} ms`)
  }
  const longest = {
    longest_poll_ms: Math.round(Math.max(...polls)),
    longest_stream_ms: Math.round(Math.max(...streams)),
  }
  const late = [...polls, ...streams].filter((ms) => ms > allowedMs).length
  return { rounds, successes, ...longest, late, streams_without_end: unended, pass: late === 0 && unended === 0 }
}

/** Repeats a request, two at a time, and records the last success. */
function poll(address: string, token: string) {
  const last = { at: 0, count: 0 }
  let isStopped = false
  const headers = { authorization: `Bearer ${token}` }
  const run = async () => {
    while (!isStopped) {
      const answer = await fetch(`${address}/client/me`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) continue
      last.at = performance.now()
      last.count += 1
    }
  }
  const runs = [run(), run()]
  return {
    async stop() {
      // Long enough to see a success that comes slightly too late.
      await wait(50)
      isStopped = true
      await Promise.all(runs)
      return last
    },
  }
}

/** Holds a stream open until the server ends it. */
async function listen(address: string, token: string) {
  const answer = await fetch(`${address}/client/live`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200)
  const read = async () => {
    let text = ''
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(piece).toString()
    return { at: performance.now(), isTold: /event: end\n/.test(text) }
  }
  return {
    ended: Promise.race([read(), wait(10_000, { at: Number.POSITIVE_INFINITY, isTold: false }, { ref: false })]),
  }
}
