/** Guesses login keys and passwords from many addresses: how many are checked, and does one succeed? */

import { randomFrom } from '#entry/simulation/random.ts'
import { consumerApp } from '#kernel/applications.ts'
import { startApi, type TestApi } from '#testing/api.ts'
import { anUnclaimedAccount, fresh } from '#testing/builders.ts'
import { aClient, clientIdOf } from '#testing/people/client.ts'
import { globalTeardown } from '#testing/setup.ts'
import type { Check, Say, Verdict } from '../check.ts'

export const guess: Check = {
  name: 'guess',
  about:
    'Guesses login keys and passwords of existing and other logins from thousands of addresses. No more than the hourly ' +
    'limit may be checked, none may succeed, and neither text nor timing may reveal whether a login exists.',
  numbers: { guesses: 100_000 },
  async run({ seed, number }, say) {
    const api = await startApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
    try {
      return await guessAll(api, { guesses: number('guesses'), seed, say })
    } finally {
      await api.close()
      await globalTeardown()
    }
  },
}

interface Options {
  readonly guesses: number
  readonly seed: number
  readonly say: Say
}

/** What an hour allows: ten per target, and for all together as written in login-throttle. */
const perTarget = 10
const installation = { key: 1000, password: 5000 }
const targets = 20
const parallel = 16

export async function guessAll(api: TestApi, { guesses, seed, say }: Options): Promise<Verdict> {
  const random = randomFrom(`guess ${seed}`)
  const dealer = await api.dealer('provider')
  const accounts = await Promise.all(
    Array.from({ length: targets }, () =>
      anUnclaimedAccount(dealer, [consumerApp], { name: fresh('user'), login_key: keyFrom(random) }),
    ),
  )
  const clients: string[] = []
  for (let at = 0; at < targets; at++) clients.push((await aClient(api, dealer)).email)
  const alike = await compareTimes(api, clients)
  say(`Times of logins that exist and of others: t = ${alike.t}`)

  const judged = countJudged(api)
  const outcomes: Record<string, number> = {}
  const words = { key: new Set<string>(), password: new Set<string>() }
  let begun = 0
  const guesser = async () => {
    while (begun < guesses) {
      begun += 1
      const kind = random() < 0.5 ? 'key' : 'password'
      const isKnown = random() < 0.8
      const at = Math.floor(random() * targets)
      judged.kind = kind
      const answer =
        kind === 'key'
          ? await tryKey(api, isKnown ? accounts[at].user.name : fresh('nobody'), keyFrom(random), addressFrom(random))
          : await tryPassword(
              api,
              isKnown ? (clients[at] as string) : fresh('nobody'),
              keyFrom(random),
              addressFrom(random),
            )
      outcomes[answer.status] = (outcomes[answer.status] ?? 0) + 1
      if (answer.status < 429) words[kind].add(answer.text)
      if (begun % 10_000 === 0) say(`${begun} of ${guesses} guesses, ${judged.count} checked`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, guesser))
  const succeeded = (outcomes[202] ?? 0) + (outcomes[201] ?? 0)
  const allowed = installation.key + installation.password
  const perTargetMax = Math.max(
    ...(await api.ctx.db.selectFrom('tries').select('count').where('bucket', 'like', '%:target:%').execute()).map(
      ({ count }) => count,
    ),
  )
  const distinct = words.key.size + words.password.size
  return {
    guesses,
    judged: judged.count,
    allowed,
    per_target_max: perTargetMax,
    succeeded,
    outcomes,
    distinct_answers: distinct,
    t: alike.t,
    pass:
      succeeded === 0 &&
      judged.count <= allowed &&
      perTargetMax <= perTarget &&
      distinct === 2 &&
      Math.abs(alike.t) < 4.5,
  }
}

/** Four characters, the shortest that a dealer may set. */
const keyFrom = (random: () => number) => random().toString(36).slice(2, 6).padEnd(4, 'x')
const addressFrom = (random: () => number) =>
  `10.${Array.from({ length: 3 }, () => Math.floor(random() * 254)).join('.')}`

const ask = (api: TestApi, url: string, body: object, address: string) =>
  api.ask('POST', url, body, { 'x-forwarded-for': address, 'x-request-id': 'same' })

const tryKey = (api: TestApi, login: string, login_key: string, address: string) => {
  const chosen = { email: 'guesser@example.com', password: 'a quiet blue harbour' }
  return ask(api, '/client/registration', { client_id: clientIdOf(consumerApp), login, login_key, ...chosen }, address)
}
const tryPassword = (api: TestApi, login: string, password: string, address: string) =>
  ask(api, '/client/sessions', { login, password: `${password}-${password}` }, address)

/** Every check of a secret uses the vault. */
function countJudged(api: TestApi): { count: number; kind: string } {
  const counter = { count: 0, kind: '' }
  const vault = api.ctx.vault as { isSecret: (hashed: string, secret: string) => Promise<boolean> }
  const { isSecret } = vault
  vault.isSecret = (hashed, secret) => {
    counter.count += 1
    return isSecret(hashed, secret)
  }
  return counter
}

/** Welch's t over interleaved wrong logins; above 4.5 an attacker could distinguish the two. */
async function compareTimes(api: TestApi, known: readonly string[]): Promise<{ t: number }> {
  const unknown = known.map(() => `${fresh('nobody')}@example.com`)
  const times: [known: number[], unknown: number[]] = [[], []]
  for (let round = 0; round < perTarget - 1; round++) {
    for (const at of known.keys()) {
      // The order alternates, so that neither always finds a warm cache.
      for (const which of (round + at) % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const login = (which === 0 ? known : unknown)[at] as string
        const begin = performance.now()
        await tryPassword(api, login, `x${round}`, `10.250.${which}.${at}`)
        times[which].push(performance.now() - begin)
      }
    }
  }
  // The first ones warm everything up; the slowest are the machine's, not ours.
  const [one, other] = times.map((all) =>
    all
      .slice(20)
      .sort((a, b) => a - b)
      .slice(0, -5),
  ) as [number[], number[]]
  const [first, second] = [momentsOf(one), momentsOf(other)]
  const t = (first.mean - second.mean) / Math.sqrt(first.variance / one.length + second.variance / other.length)
  return { t: Math.round(t * 100) / 100 }
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) }
}
