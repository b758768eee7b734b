/**
 * A person who may not change rules may not change what makes them act: otherwise a dealer in a support session could
 * immobilise a vehicle through a geofence, a sensor, a group, a service or a document (docs/decisions/0128).
 */

import { type RawBuilder, sql } from 'kysely'
import { firstRow } from '#kernel/db/rows.ts'
import { forbidden } from '#kernel/errors.ts'
import type { ClientCall } from './call.ts'
import { mayInside } from './session.ts'

/** What a rule may depend on. A geofence without an id is one that is about to be drawn. */
export type Basis =
  | { readonly geofence: string | null }
  | { readonly sensors: readonly string[] }
  | { readonly group: string }
  | { readonly condition: 'service' | 'document' }

const namesGeofence = (id: RawBuilder<unknown>) => sql<boolean>`jsonb_path_exists(condition,
  '$.** ? (@.geofenceIds.size() == 0 || @.geofenceIds[*] == $id)', jsonb_build_object('id', ${id}))`

function dependsOn(basis: Basis): RawBuilder<boolean> {
  if ('geofence' in basis) return namesGeofence(sql`${basis.geofence}::text`)
  if ('sensors' in basis) {
    const names = basis.sensors.map((name) => name.toLowerCase())
    return sql`exists (select from jsonb_path_query(condition, '$.**.sensor') as name
      where lower(name #>> '{}') = any(${names}::text[]))`
  }
  if ('condition' in basis) return sql`condition ->> 'type' = ${basis.condition}`
  return sql`(exists (select from notification_rule_groups where rule_id = notification_rules.id and group_id = ${basis.group})
    or jsonb_path_exists(condition, '$.**.groupIds[*] ? (@ == $id)', jsonb_build_object('id', ${basis.group}::text))
    or exists (select from geofence_groups where group_id = ${basis.group} and ${namesGeofence(sql`geofence_id::text`)}))`
}

export async function requireNoAction(call: ClientCall, basis: Basis): Promise<void> {
  const rule = await firstRow<object>(call.db)`
    select from notification_rules
    where account_id = ${call.account} and jsonb_array_length(actions) > 0 and ${dependsOn(basis)} limit 1`
  if (rule === undefined || mayInside(call.session, 'client.share')) return
  forbidden('This would change when or where a rule with actions applies. Ask an owner of the account to do it.')
}
