import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount } from '#testing/builders.ts'
import { payloadIn } from '#testing/checks/answers.ts'

const api = await openApi()

for (const dialect of dialectNames) {
  test(`a dealer sees in ${dialect} when its staff opened an account and what they viewed`, async () => {
    const dealer = await api.dealer(dialect)
    const account = await anActivatedAccount(api, dealer)
    const read = async (id: number) => payloadIn(dialect, await dealer.ask('GET', `/accounts/${id}/visits`))
    assert.deepEqual(await read(account.id), [])
    const enter = () => dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`)
    // A token that was never used is not a support session.
    await enter()
    const made = (await enter()).body
    const { key } = made.data ?? made
    const at = seconds(api.ctx.clock.now())
    for (const path of ['/client/me', '/client/units', '/client/units']) {
      await api.ask('GET', path, undefined, { authorization: `Bearer ${key}` })
    }
    assert.deepEqual(await read(account.id), [
      {
        at,
        until: at + 3600,
        dealer: `Dealer ${dialect}`,
        prefix: 'service',
        app_id: fleetApp,
        acts: [
          { at, action: 'visits.look', subject: 'GET /client/me', count: 1 },
          { at, action: 'visits.look', subject: 'GET /client/units', count: 2 },
        ],
      },
    ])
    const other = await anUnclaimedAccount(dealer, [consumerApp])
    assert.deepEqual(await read(other.id), [])
  })
}
