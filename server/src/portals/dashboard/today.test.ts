import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { attentionItemsOf, attentionKinds, type Facts } from './today.ts'

const some = { count: 0, ids: [] }
const expected = { accounts: 0, amounts: [], withoutAmount: 0 }
const calm: Facts = {
  money: {
    dueThisWeek: expected,
    overdue: expected,
    paidThisMonth: { bills: 0, amounts: [] },
    open: { bills: 0, amounts: [] },
  },
  clients: { total: 5, waiting: 1, notice: 1, overdue: 0, blocked: 1, blockedSoon: 0 },
  units: { all: 9, connected: 8, silent: 0, neverHeard: 0 },
  overdueInvoices: { ...some, amounts: [] },
  turnedAway: some,
  failedDeliveries: some,
  failedMails: 0,
  isCompanyApproved: true,
  isPaymentVerified: true,
  isCardTest: false,
  overdueIds: [],
  blockedSoonIds: [],
  silentIds: [],
  waitingLong: some,
}

suite('what needs attention', () => {
  test('is empty when all is well', () => assert.deepEqual(attentionItemsOf(calm), []))

  test('is sorted by possible loss, each item once and with its ids', () => {
    const bad: Facts = {
      ...calm,
      money: { ...calm.money, overdue: { ...expected, accounts: 2, amounts: [{ currency: 'eur', amount: 100 }] } },
      clients: { ...calm.clients, overdue: 2, blockedSoon: 1 },
      units: { ...calm.units, silent: 3, neverHeard: 1 },
      overdueInvoices: { count: 2, ids: [], amounts: [{ currency: 'eur', amount: 300 }] },
      turnedAway: { count: 1, ids: [7] },
      failedDeliveries: { count: 4, ids: ['a'] },
      failedMails: 1,
      isCompanyApproved: false,
      isPaymentVerified: false,
      isCardTest: true,
      overdueIds: [1, 2],
      blockedSoonIds: [2],
      silentIds: [5],
      waitingLong: { count: 1, ids: [9] },
    }
    const items = attentionItemsOf(bad)
    assert.deepEqual(
      items.map(({ kind }) => kind),
      attentionKinds,
    )
    const overdue = items.find(({ kind }) => kind === 'accounts.overdue')
    assert.deepEqual(overdue, {
      kind: 'accounts.overdue',
      count: 2,
      ids: [1, 2],
      amounts: [{ currency: 'eur', amount: 100 }],
    })
  })
})
