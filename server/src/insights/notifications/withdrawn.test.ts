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
const account = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
const unit = await aUnit(dealer, account.id)

test('of two geofences entered at one moment each keeps its own notification', async () => {
  api.ctx.clock.set(new Date(routeStart * 1000))
  const ask = await askFor(api, dealer, account.user)
  const made = async (path: string, body: object) => {
    const answer = await ask('POST', path, body)
    assert.equal(answer.status, 201, answer.text)
  }
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  for (const name of ['Depot', 'North']) await made('/geofences', { name, shape, min_seconds: 60 })
  await made('/notification-rules', { name: 'In', condition: { type: 'geofence', crossings: ['enter'] } })
  api.ctx.clock.set(new Date((routeStart + 300) * 1000))

  const at = (seconds: number, degrees: number) => ({
    ...{ timestamp: routeStart + seconds, 'position.latitude': 50, 'position.longitude': 10 + degrees },
  })
  /** In turn: the places of what is notified. */
  const after = async (...messages: ReturnType<typeof at>[]) => {
    await receivedAtOnce(api, unit, messages)
    await follow(acting, [visitProjection])
    await computeVisits(acting)
    await notifyNew(acting)
    await withdrawFalse(acting)
    return (await ask('GET', '/notifications')).body
      .filter((one: { withdrawn_at: number | null }) => one.withdrawn_at === null)
      .map(({ facts }: { facts: { geofence_name: string } }) => facts.geofence_name)
      .sort()
  }
  assert.deepEqual(await after(at(0, 0.03), at(60, 0), at(200, 0)), ['Depot', 'North'])
  // It was two kilometres away in between, so it was not there for long enough.
  assert.deepEqual(await after(at(130, 0.03)), [])
  // Only an outlier.
  assert.deepEqual(await after(at(129, 0)), ['Depot', 'North'])
})
