/** Billing type, set-up state and retention: set by people, read in both dialects. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit, received } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { aClient } from '#testing/people/client.ts'

const api = await openApi()

for (const dialect of dialectNames) {
  const dealer = await api.dealer(dialect)
  suite(`settings of a unit that people make, in ${dialect}`, () => {
    test('are null at first, and then as they were set', async () => {
      const { id } = await aManagedAccount(dealer)
      const unit = await aUnit(dealer, id)
      const read = async () => {
        const { ready, completed, b_type, messages_ttl, messages_rotate } = payloadIn(
          dialect,
          await dealer.ask('GET', `/units/${unit.id}`),
        )
        return [ready, completed, b_type, messages_ttl, messages_rotate]
      }
      const set = (body: object) => dealer.ask('PATCH', `/console/units/${unit.id}`, body)
      assert.deepEqual(await read(), [null, null, null, 31_536_000, 0])
      assert.equal((await set({ b_type: 'rental', messages_ttl: 86_400, messages_rotate: 500 })).status, 200)
      assert.deepEqual(await read(), [null, null, 'rental', 86_400, 500])
      await received(api, unit, [{ timestamp: 1_772_000_000 }])
      assert.deepEqual((await read())[0], null)
      await set({ completed: false })
      assert.deepEqual((await read()).slice(0, 2), [false, false])
      await set({ completed: true, b_type: null })
      assert.deepEqual((await read()).slice(0, 3), [true, true, null])
      for (const [body, field] of [
        [{ b_type: 'lease' }, 'b_type'],
        [{ messages_ttl: 86_399 }, 'messages_ttl'],
        [{ messages_ttl: 315_360_001 }, 'messages_ttl'],
        [{ messages_rotate: -1 }, 'messages_rotate'],
      ] as const)
        assertRefused(await set(body), 400, `FAILED_VALIDATION ${field}`)
      const audit = await api.ctx.db.selectFrom('audit').select('action').execute()
      assert.ok(audit.some(({ action }) => action === 'units.change-settings'))
    })

    test('belong to the client if the account does', async () => {
      const owner = await aClient(api, dealer)
      const unit = await aUnit(dealer, owner.account.id, { app_id: consumerApp })
      assertRefused(await dealer.ask('PATCH', `/console/units/${unit.id}`, { completed: true }), 403, 'FORBIDDEN')
      const kept = { messages_ttl: 2_592_000, messages_rotate: 1000 }
      const { body } = await owner.ask('PUT', `/units/${unit.id}/retention`, kept)
      assert.deepEqual([body.messages_ttl, body.messages_rotate], [2_592_000, 1000])
      const other = await aUnit(dealer, (await aClient(api, dealer)).account.id, { app_id: consumerApp })
      assertRefused(await owner.ask('PUT', `/units/${other.id}/retention`, kept), 404, 'NOT_FOUND')
    })
  })
}
