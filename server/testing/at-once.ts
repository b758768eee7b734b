/** Several connections that do random things at once, and chance that repeats. */
import { after } from 'node:test'
import pg from 'pg'
import type { TestApi } from './api.ts'

/** For a test: closed after it. A connection that is killed is no error. */
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
