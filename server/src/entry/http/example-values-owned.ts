/** Example values of what dealers do for accounts that their clients own, and of devices that speak MQTT or HTTP. */
import { consumerApp } from '#kernel/applications.ts'

type Values = Readonly<Record<string, unknown>>

const created = 1788000000
const order: Values = {
  ...{ id: '019a8f0e-9a27-7c18-b4d1-3e6f50a1c7d2', number: '2026-000042', status: 'open', app_id: consumerApp },
  ...{ plan: 'premium', months: 12, type: 'td-cardpay', amount_total: 6000, currency: 'eur' },
  url: 'https://tracking.example.com/pay/cs_test_a1TRvAGReTWZWLMqZDASTWr7',
}
const invitation: Values = {
  ...{ id: '019a8f0e-9b40-7a91-8c02-71d5e3f4b6a8', email: 'owner@example.com', app_id: consumerApp, status: 'open' },
  ...{ created_at: created, expires_at: created + 14 * 86_400 },
}

const token: Values = {
  ...{ id: '019a8f0e-9c88-7f03-9e57-2b6a4d8c0e15', name: 'ChirpStack in the harbour', created_at: created },
  token: 'wi_shownOnceAndThenNeverAgain',
}

export const ownedOwners: Readonly<Record<string, Values>> = {
  SubscriptionOffer: { app_id: consumerApp, plan: 'premium', period: 'month', amount: 500, currency: 'eur' },
  SubscriptionOrder: order,
  Invitation: invitation,
  ReceivedInvitation: { ...invitation, dealer: 'North Tracking' },
  IntakeToken: token,
  IntakeTokenWithSecret: token,
}

export const ownedOperations: Readonly<Record<string, Values>> = {
  'POST /accounts/:id/subscriptions': order,
  'POST /accounts/:id/detach': { '': 481920573316 },
  'POST /invitations': invitation,
  'DELETE /invitations/:id': { '': invitation.id },
  'POST /intake-tokens': token,
  'DELETE /intake-tokens/:id': { '': token.id },
}
