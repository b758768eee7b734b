import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runDunning } from '#customers/accounts/dunning/dunning-run.ts'
import { dialectNames } from '#kernel/api/dialects.ts'
import type { ActorContext } from '#kernel/context.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, anOwnedAccount, anUnclaimedAccount, aPlan } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'

const api = await openApi()
const provider = await api.dealer('provider')
const partner = await api.tokenOf(provider.dealer, 'partner')
const callers = { provider, partner }
const now = () => seconds(api.ctx.clock.now())
const day = 86_400
const worker: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'accounts.carry-out-dues', address: null, requestId: null },
}

async function aPayingAccount() {
  const plan = await aPlan(provider)
  const lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }
  await provider.ask('PATCH', `/client-plans/${plan.id}/payment-lifecycle`, lifecycle)
  return { plan: plan.id as string, ...(await anActivatedAccount(api, provider, plan.id)) }
}

suite('an account explains its state', () => {
  for (const dialect of dialectNames) {
    const caller = callers[dialect]
    const explain = async (id: number) => payloadIn(dialect, await caller.ask('GET', `/accounts/${id}/explain`), 200)

    test(`with its past and what is to come (${dialect})`, async () => {
      const account = await aPayingAccount()
      const due = account.client_payment_lifecycle.payment_expected_at
      const explained = await explain(account.id)
      assert.equal(explained.state, 'active')
      assert.deepEqual(
        explained.past.map(({ action }: { action: string }) => action),
        ['accounts.create', 'accounts.activate'],
      )
      assert.deepEqual(
        explained.next.map(({ what, at }: { what: string; at: number }) => [what, at]),
        [
          ['notice', due - 3 * day],
          ['due', due],
          ['block', due + 5 * day],
        ],
      )
      assert.match(explained.rules, /values of its plan/)
    })

    test(`with what is refused in this state, in the words of the refusal (${dialect})`, async () => {
      const waiting = await aManagedAccount(provider)
      const owned = await anOwnedAccount(api, provider)
      const refusal = async (id: number, operation: string) =>
        (await explain(id)).refused.find((one: { operation: string }) => one.operation === operation)
      const answers = [
        [
          waiting.id,
          'accounts.block',
          await caller.ask('PATCH', `/accounts/${waiting.id}/set-blocked`, { blocked: true }),
        ],
        [owned.id, 'accounts.remove', await caller.ask('DELETE', `/accounts/${owned.id}`)],
      ] as const
      for (const [id, operation, answer] of answers) {
        assert.deepEqual(await refusal(id, operation), { operation, by: 'dealer', why: answer.body.errors[0].message })
      }
      assert.match((await refusal(waiting.id, 'client.view')).why, /not activated yet/)
      assert.deepEqual(
        (await explain((await aPayingAccount()).id)).refused.map((one: { operation: string }) => one.operation),
        ['accounts.detach', 'subscriptions.buy', 'client.manage-units', 'client.buy', 'client.erase'],
      )
    })

    test(`after it was blocked for not paying (${dialect})`, async () => {
      const account = await aPayingAccount()
      const before = api.ctx.clock.now()
      api.ctx.clock.advance(account.client_payment_lifecycle.payment_expected_at - now() + 5 * day)
      await runDunning(worker)
      const explained = await explain(account.id)
      assert.equal(explained.state, 'blocked')
      assert.match(explained.why, /A payment or a person can lift the block/)
      assert.deepEqual(explained.next, [])
      const last = explained.past.at(-1)
      assert.deepEqual([last.action, last.by], ['accounts.block', 'job'])
      api.ctx.clock.set(before)
    })
  }

  test('before its activation', async () => {
    const explained = (await provider.ask('GET', `/accounts/${(await anUnclaimedAccount(provider)).id}/explain`)).body
    assert.deepEqual([explained.state, explained.next], ['inactive', []])
  })
})

suite('the time machine', () => {
  const play = (body: object) => provider.ask('POST', '/lifecycle/simulate', body)

  test('simulates one account, and writes nothing', async () => {
    const account = await aPayingAccount()
    const before = (await provider.ask('GET', `/accounts/${account.id}`)).text
    const played = (await play({ account_id: account.id, months: 12 })).body
    assert.deepEqual(played.totals, { notice: 1, due: 1, block: 1, unblock: 0 })
    assert.deepEqual(
      played.steps.map(({ what }: { what: string }) => what),
      ['notice', 'due', 'block'],
    )
    assert.equal((await provider.ask('GET', `/accounts/${account.id}`)).text, before)
  })

  test('simulates a plan with other settings, for clients who pay', async () => {
    const account = await aPayingAccount()
    const settings = { payment_period: 2, payment_notify_offset: 0, block_offset: 0 }
    const played = (await play({ tariff_plan_id: account.plan, months: 12, payments: 'on_time', settings })).body
    // The first due date is kept; the others follow every second month within the year.
    assert.deepEqual([played.accounts, played.totals.due, played.totals.block], [1, 6, 0])
    assert.equal(played.without_amount, 6)
  })

  test('simulates what the job then does', async () => {
    const account = await aPayingAccount()
    const played = (await play({ account_id: account.id, months: 3 })).body
    for (const { at, what } of played.steps) {
      api.ctx.clock.advance(at - now())
      await runDunning(worker)
      const rows = await api.ctx.db
        .selectFrom('milestones')
        .select(['kind', 'at'])
        .where('accountId', '=', account.id)
        .orderBy('at', 'desc')
        .execute()
      assert.deepEqual([rows[0]?.kind, seconds(rows[0]?.at as Date)], [what, at])
    }
  })

  test('can be streamed line by line, with the same answer at the end', async () => {
    const lines = await provider.ask('POST', '/lifecycle/simulate', { months: 2 }, { accept: 'application/x-ndjson' })
    assert.equal(lines.status, 200)
    assert.match(String(lines.headers['content-type']), /^application\/x-ndjson/)
    const [...explained] = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { result } = explained.pop()
    assert.deepEqual(result, (await play({ months: 2 })).body)
    const { progress } = explained.at(-1)
    assert.deepEqual(progress, { done: result.accounts, total: result.accounts })
  })

  test('refuses as usual, even when streamed', async () => {
    const lines = { accept: 'application/x-ndjson' }
    const nobody = await provider.ask('POST', '/lifecycle/simulate', { months: 2, account_id: 1 }, lines)
    assertRefused(nobody, 404, 'NOT_FOUND')
    const faulty = await provider.ask('POST', '/lifecycle/simulate', { months: 99 }, lines)
    assertRefused(faulty, 400, 'FAILED_VALIDATION months')
  })

  for (const [what, body, ...problems] of [
    ['no months', {}, 'INVALID_PAYLOAD months'],
    ['0 months', { months: 0 }, 'FAILED_VALIDATION months'],
    ['25 months', { months: 25 }, 'FAILED_VALIDATION months'],
    ['clients who pay sometimes', { months: 1, payments: 'sometimes' }, 'FAILED_VALIDATION payments'],
    [
      'half the settings',
      { months: 1, settings: { payment_period: 1 } },
      'INVALID_PAYLOAD settings.payment_notify_offset',
      'INVALID_PAYLOAD settings.block_offset',
    ],
    [
      'somebody else’s plan',
      { months: 1, tariff_plan_id: '019a0000-0000-7000-8000-00000000ffff' },
      'FAILED_VALIDATION tariff_plan_id',
    ],
  ] as const) {
    test(`refuses ${what}`, async () => assertRefused(await play(body), 400, ...problems))
  }
})
