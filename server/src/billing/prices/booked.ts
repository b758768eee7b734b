/**
 * What add-ons add to a quota, in SQL: for statements that count towards it. `add-ons.ts` has the same rule; a test
 * compares both.
 */
import { type RawBuilder, sql } from 'kysely'

/** The add-ons of the agreement in effect now, in the time zone of the dealer of `accounts`. */
export const agreedOn = (now: Date) => sql`(
  select add_ons from client_prices where client_prices.account_id = accounts.id
    and valid_from <= (${now}::timestamptz at time zone (
      select time_zone from payment_infos where payment_infos.dealer_id = accounts.dealer_id))::date
  order by valid_from desc limit 1)`

/** In addition to the quota in `client_plans`, which `accounts` is on. */
export const bookedQuota = (name: RawBuilder<unknown>, now: Date) => sql<number>`coalesce((
  select greatest(0, least(
    coalesce(sum((add_on ->> 'quantity')::bigint * (add_on -> 'quotas' ->> ${name}::text)::bigint), 0),
    (select (limits -> ${name}::text ->> 'max')::bigint from provider_plans
     where provider_plans.id = client_plans.provider_plan_id) - (client_plans.quotas ->> ${name}::text)::bigint))
  from jsonb_array_elements(${agreedOn(now)}) as booked (add_on)), 0)::integer`
