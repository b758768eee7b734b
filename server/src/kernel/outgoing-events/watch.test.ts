/** Units that report for the first time, and units that have fallen silent. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit, received } from '#testing/builders.ts'
import { seconds } from '../time/clock.ts'
import { countEvents } from './actions.ts'
import { emitFirstMessages, emitSilentUnits, nextSilence } from './watch.ts'

const api = await openApi({ WAYMARK_UNIT_SILENT_HOURS: '2' })
const { clock } = api.ctx
const hour = 3600

async function told(dealer: Caller): Promise<[type: string, unit: number, lastActive: number][]> {
  await countEvents(api.ctx, dealer.dealer)
  const { body } = await dealer.ask('GET', '/events?types=unit.first_message,unit.silent')
  return body.map(({ type, data }: { type: string; data: Record<string, number> }) => [
    type,
    data.unit_id,
    data.last_active,
  ])
}

/** A unit that the watch knows: its creation was counted. */
async function aWatchedUnit(dealer: Caller) {
  const unit = await aUnit(dealer, (await aManagedAccount(dealer)).id)
  await countEvents(api.ctx, dealer.dealer)
  return unit
}

const sends = (unit: { id: number; ident: string; name: string }) =>
  received(api, unit, [{ timestamp: clock.now().getTime() / 1000, 'position.speed': 1 }])

async function look(): Promise<void> {
  await emitFirstMessages(api.ctx)
  await emitSilentUnits(api.ctx)
}

suite('the first message of a unit', () => {
  test('is reported once, by any number of workers and checks', async () => {
    const dealer = await api.dealer()
    const [unit] = [await aWatchedUnit(dealer), await aWatchedUnit(dealer)]
    await look()
    assert.deepEqual(await told(dealer), [])
    await sends(unit)
    const heard = seconds(clock.now())
    await Promise.all([look(), look(), look()])
    await sends(unit)
    await look()
    assert.deepEqual(await told(dealer), [['unit.first_message', unit.id, heard]])
  })

  test('of a unit that is removed before the check is not reported', async () => {
    const dealer = await api.dealer()
    const unit = await aWatchedUnit(dealer)
    await sends(unit)
    assert.equal((await dealer.ask('DELETE', `/units/${unit.id}`)).status, 200)
    await look()
    assert.deepEqual(await told(dealer), [])
  })

  test('of a unit that was removed before it was counted leaves nothing to watch', async () => {
    const dealer = await api.dealer()
    const unit = await aUnit(dealer, (await aManagedAccount(dealer)).id)
    assert.equal((await dealer.ask('DELETE', `/units/${unit.id}`)).status, 200)
    await countEvents(api.ctx, dealer.dealer)
    const watched = await api.ctx.db.selectFrom('unitWatch').select('unitId').where('unitId', '=', unit.id).execute()
    assert.deepEqual(watched, [])
  })
})

suite('silence', () => {
  test('is reported once it has lasted long enough, and again after the unit was back', async () => {
    const dealer = await api.dealer()
    const unit = await aWatchedUnit(dealer)
    const times: number[] = []
    const send = async () => {
      await sends(unit)
      times.push(seconds(clock.now()))
    }
    await send()
    await look()
    clock.advance(hour)
    await send()
    clock.advance(2 * hour - 1)
    await look()
    assert.deepEqual(await told(dealer), [['unit.first_message', unit.id, times[0]]])
    clock.advance(1)
    await Promise.all([look(), look()])
    const silent = (index: number) => ['unit.silent', unit.id, times[index]]
    const first = [['unit.first_message', unit.id, times[0]], silent(1)]
    assert.deepEqual(await told(dealer), first)
    for (let n = 0; n < 5; n++) {
      clock.advance(hour)
      await look()
    }
    assert.deepEqual(await told(dealer), first)
    await send()
    clock.advance(hour)
    await look()
    assert.deepEqual(await told(dealer), first)
    clock.advance(hour)
    await look()
    assert.deepEqual(await told(dealer), [...first, silent(2)])
  })

  test('of a unit that has never sent anything does not count', async () => {
    const dealer = await api.dealer()
    await aWatchedUnit(dealer)
    clock.advance(30 * 24 * hour)
    await look()
    assert.deepEqual(await told(dealer), [])
  })

  test('falls due when the last message is old enough, so that a moved clock stops there', async () => {
    const dealer = await api.dealer()
    await look()
    const unit = await aWatchedUnit(dealer)
    await sends(unit)
    const heard = clock.now()
    await look()
    assert.deepEqual(await nextSilence(api.ctx), new Date(heard.getTime() + 2 * hour * 1000))
    clock.advance(2 * hour)
    await look()
    assert.equal(await nextSilence(api.ctx), undefined)
  })
})
