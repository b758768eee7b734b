/** Several connections that do random things at once, with a repeatable seed. */
import { after } from 'node:test'
import pg from 'pg'
import type { TestApi } from './api.ts'

/** For a test, and closed after it. A killed connection is not an error. */
export async function openConnections(api: TestApi, count: number): Promise<readonly pg.Client[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: api.databaseUrl })
      client.on('error', () => {})
      await client.connect()
      return client
    }),
  )
  after(() => Promise.all(clients.map((client) => client.end().catch(() => {}))))
  return clients
}

export function chanceOf(seed: number) {
  let state = seed
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  return { random, pick }
}

export interface Changes {
  readonly changed: number
  readonly refused: number
}

export const sumOf = (all: readonly Changes[], what: keyof Changes): number =>
  all.reduce((sum, one) => sum + one[what], 0)

/**
 * Rounds of random changes, some of them rolled back. Counts those that succeeded, and those that failed for one of
 * these reasons.
 */
export async function changeAtRandom(
  client: pg.Client,
  rounds: number,
  statements: readonly (() => string)[],
  { random, pick }: ReturnType<typeof chanceOf>,
  allowed: RegExp,
): Promise<Changes> {
  let [changed, refused] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    try {
      await client.query('begin')
      for (let step = 0; step < 1 + Math.floor(random() * 3); step++) await client.query(pick(statements)())
      await client.query(random() < 0.2 ? 'rollback' : 'commit')
      changed += 1
    } catch (error) {
      if (!allowed.test((error as Error).message)) throw error
      refused += 1
      await client.query('rollback').catch(() => {})
    }
  }
  return { changed, refused }
}
