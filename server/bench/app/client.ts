/** A client of the bench: one account that has the units, every module, and a session. */

import { modulesOf } from '#billing/plans/modules.ts'
import { clientRealm, newSecret, secretHash } from '#identity/login/realm.ts'
import { fleetApp } from '#kernel/applications.ts'
import type { Site } from '../site.ts'
import { type BenchUnit, withClient } from '../trackers/units.ts'

/** Its token. */
export async function clientOf({ databaseUrl }: Site, account: number, units: readonly BenchUnit[]): Promise<string> {
  const secret = newSecret(clientRealm)
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  await withClient(databaseUrl, async (client) => {
    await client.query(`update client_plans set modules = $1`, [modules])
    await client.query('update units set account_id = $1 where id = any($2::bigint[])', [
      account,
      units.map(({ id }) => id),
    ])
    const { rows } = await client.query(
      `insert into users (id, dealer_id, account_id, name, enabled, created_at, updated_at)
       select gen_random_uuid(), dealer_id, id, 'bench client ' || id, true, now(), now() from accounts where id = $1 returning id`,
      [account],
    )
    await client.query(
      `insert into sessions (id, hash, user_id, account_id, created_at, last_used_at, expires_at)
       values (gen_random_uuid(), $1, $2, $3, now(), now(), now() + interval '1 day')`,
      [secretHash(secret), rows[0].id, account],
    )
  })
  return secret
}
