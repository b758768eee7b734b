/** What the requests of recipes refer to. */

import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp, tagsApp } from '#kernel/applications.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import type { Caller, TestApi } from './api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  received,
} from './builders.ts'
import type { Sample } from './checks/rows.ts'

/** What a dealer has before a recipe runs. */
export interface World {
  readonly api: TestApi
  readonly caller: Caller
  /** A plan with room for thousands of units, and a second one. */
  readonly plan: string
  readonly otherPlan: string
  readonly account: number
  readonly user: string
  readonly unit: number
  /** An account for its client to activate, with a subscription. */
  readonly unclaimed: number
  /** An account and a plan of tags_app; only the provider dialect has them. */
  readonly tags: { readonly account: number; readonly plan: string } | undefined
}

const roomyPlanId = '019a0000-0000-7000-8000-000000000104'

export async function aWorld(api: TestApi, caller: Caller): Promise<World> {
  const roomy = {
    managed_plan_id: roomyPlanId,
    quotas: { unit: 10_000, geofence: 5, unit_storage: 10240 },
    modules: ['notification', 'geofence', 'command', 'sharing'],
  }
  const plan = (await aPlan(caller, roomy)).id
  const account = await anActivatedAccount(api, caller, plan)
  const unit = await aUnit(caller, account.id)
  await received(api, unit, [{ timestamp: 1_772_000_000.5, 'position.latitude': 54.7, 'engine.ignition.status': true }])
  const unclaimed = await anUnclaimedAccount(caller)
  await aUnit(caller, unclaimed.id, { app_id: consumerApp })
  await giveSubscription(api.ctx, unclaimed.id, 'basic', fromSeconds(seconds(api.ctx.clock.now()) + 86_400))
  const tagsPlan = caller.dialect === 'provider' ? (await aTagsPlan(caller)).id : undefined
  const tags = tagsPlan && { account: (await aManagedAccount(caller, tagsPlan, tagsApp)).id, plan: tagsPlan }
  const otherPlan = (await aPlan(caller, roomy)).id
  return {
    api,
    caller,
    plan,
    otherPlan,
    account: account.id,
    user: account.user.id,
    unit: unit.id,
    unclaimed: unclaimed.id,
    tags,
  }
}

/** The first sample is the plainest; the others reach parts of the answer that the first leaves empty. */
export type Recipe = (world: World) => readonly Sample[] | Promise<readonly Sample[]>

export const later = ({ api }: World, days: number) => seconds(api.ctx.clock.now()) + days * 86_400

export const anyone: Recipe = () => [{}]
export const listed = (query: Record<string, string>): readonly Sample[] => [
  {},
  { query: { ...query, limit: '1', sort: '-id' } },
  { query: { fields: 'id' } },
]
