/** Notifications that late data disproves, and those that it proves again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, receivedAtOnce } from '#testing/builders.ts'
import { askFor } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { computeVisits, visitProjection } from '../geofences/compute.ts'
import { follow } from '../projections/follow.ts'
import { notifyNew, withdrawFalse } from './notify.ts'

const api = await openApi()
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)

const at = (seconds: number, degrees: number) => ({
  ...{ timestamp: routeStart + seconds, 'position.latitude': 50, 'position.longitude': 10 + degrees },
})

/** With a rule about geofences of these names, all at one place, and a unit that is outside. */
async function aRule(...names: readonly string[]) {
  const account = await anActivatedAccount(api, dealer, plan.id)
  api.ctx.clock.set(new Date(routeStart * 1000))
  const ask = await askFor(api, dealer, account.user)
  const made = async (path: string, body: object) => {
    const answer = await ask('POST', path, body)
    assert.equal(answer.status, 201, answer.text)
  }
  const unit = await aUnit(dealer, account.id)
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  for (const name of names) await made('/geofences', { name, shape, min_seconds: 60 })
  await made('/notification-rules', { name: 'In', condition: { type: 'geofence', crossings: ['enter'] } })
  api.ctx.clock.set(new Date((routeStart + 300) * 1000))
  return {
    async take(...messages: ReturnType<typeof at>[]) {
      await receivedAtOnce(api, unit, messages)
      await follow(acting, [visitProjection])
      await computeVisits(acting)
      await notifyNew(acting)
    },
    /** The places of all notifications, and of those that are not withdrawn. */
    async told() {
      const all = (await ask('GET', '/notifications')).body as {
        withdrawn_at: number | null
        facts: { geofence_name: string }
      }[]
      const names = (some: typeof all) => some.map(({ facts }) => facts.geofence_name).sort()
      return { all: names(all), valid: names(all.filter((one) => one.withdrawn_at === null)) }
    },
  }
}

const entering = [at(0, 0.03), at(60, 0), at(200, 0)]
/** It was two kilometres away in between, so it was not there for long enough. */
const away = at(130, 0.03)
/** That was only an outlier. */
const outlier = at(129, 0)

test('of two geofences entered at one moment each keeps its own notification', async () => {
  const { take, told } = await aRule('Depot', 'North')
  await take(...entering)
  await withdrawFalse(acting)
  assert.deepEqual((await told()).valid, ['Depot', 'North'])
  await take(away)
  await withdrawFalse(acting)
  assert.deepEqual((await told()).valid, [])
  await take(outlier)
  await withdrawFalse(acting)
  assert.deepEqual(await told(), { all: ['Depot', 'North'], valid: ['Depot', 'North'] })
})

test('what is found again before its notification was withdrawn is not notified twice', async () => {
  const { take, told } = await aRule('Depot')
  await take(...entering)
  await take(away)
  await take(outlier)
  await withdrawFalse(acting)
  assert.deepEqual(await told(), { all: ['Depot'], valid: ['Depot'] })
})
