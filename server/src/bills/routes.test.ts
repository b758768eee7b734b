import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fleetApp } from '../applications.ts'
import { dialectNames } from '../http/dialects.ts'
import { openApi } from '../testing/api.ts'
import { anActivatedAccount } from '../testing/builders.ts'

const api = await openApi()

suite('smoke', () => {
  for (const dialect of dialectNames) {
    test(dialect, async () => {
      const dealer = await api.dealer(dialect)
      const account = await anActivatedAccount(api, dealer)
      const made = await dealer.ask('POST', '/billing/cardpay-payments', {
        app_id: fleetApp,
        account_id: account.id,
        name: 'March',
        prices: [{ quantity: 2, unit_amount: 1250, currency: 'eur', name: 'Tracking' }],
      })
      console.log(made.text, api.failures)
      assert.equal(made.status, 201)
      const bill = made.body.data ?? made.body
      const now = bill.created
      const list = await dealer.ask('GET', `/billing/cardpay-payments?app_id=${fleetApp}&from=${now}&to=${now}`)
      console.log(list.text)
      const items = await dealer.ask(
        'GET',
        `/billing/cardpay-payments/${bill.id}/items?app_id=${fleetApp}&account_id=${account.id}`,
      )
      console.log(items.text)
      const ex = await dealer.ask(
        'POST',
        `/billing/cardpay-payments/${bill.id}/expire`,
        { app_id: fleetApp, account_id: account.id },
        { 'idempotency-key': 'x' },
      )
      console.log(ex.text)
      const ex2 = await dealer.ask(
        'POST',
        `/billing/cardpay-payments/${bill.id}/expire`,
        { app_id: fleetApp, account_id: account.id },
        { 'idempotency-key': 'x' },
      )
      assert.equal(ex2.text, ex.text)
      const sk = await dealer.ask('GET', `/billing/secret-key?app_id=${fleetApp}`)
      console.log(sk.text, api.failures)
    })
  }
})
