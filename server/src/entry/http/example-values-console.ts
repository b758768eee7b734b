/** Example values of what the console of dealers shows. */
import { fleetApp } from '#kernel/applications.ts'

type Values = Readonly<Record<string, unknown>>

const planId = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const accountId = 481920573316
const unitId = 730418265951
const time = 1790000000
const smallestPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const consoleOwners: Readonly<Record<string, Values>> = {
  Visit: {
    ...{ at: time, until: time + 3600, dealer: 'North Tracking', prefix: 'service' },
    acts: [{ at: time, action: 'visits.look', subject: 'GET /client/units', count: 3 }],
  },
  Connection: {
    ...{ at: time + 0.25, event: 'closed', connected_at: time - 3600.5, peer: '198.51.100.24:40112' },
    ...{ protocol: 'teltonika', tls: false, reason: 'nothing came for 1800 s' },
  },
  CompanyReview: {
    changes: [{ field: 'marketing_info.about', before: 'We install.', after: 'We install and maintain.' }],
  },
  Brand: { logo: smallestPicture, colour: '#1d4ed8', sender_name: 'North Tracking' },
  ApiRequest: {
    ...{ id: 90211, at: time + 0.127, method: 'GET', path: '/provider/units', status: 200, ms: 4.31 },
    request_id: '0b8f4b52-6f0e-4c0e-9d0b-6a3f4f7f2f11',
  },
  by: { kind: 'token', id: planId, name: 'Our ERP' },
  Today: {
    at: time,
    clients: { total: 42, waiting: 3, notice: 2, overdue: 1, blocked: 1, blocked_soon: 1 },
    units: { all: 310, connected: 298, silent: 4, never: 12 },
    failed: { webhook_deliveries: 0, mails: 0 },
    needs: [
      { kind: 'accounts.overdue', count: 1, ids: [accountId], amounts: [{ currency: 'eur', amount: 2500 }] },
      { kind: 'units.silent', count: 4, ids: [unitId], amounts: [] },
    ],
  },
}

export const consoleOperations: Readonly<Record<string, Values>> = {
  'PATCH /brand': { logo: smallestPicture, colour: '#1d4ed8', sender_name: 'North Tracking' },
  'PATCH /payment-information': {
    ...{ name: 'North Tracking', email: 'office@example.com', vat: 'LT100001234567', reg_number: '300123456' },
    ...{ agreement: true, auto_send_invoice: true, 'PaymentInfo.verified': false },
  },
  'POST /units/import': {
    dry_run: false,
    'ImportedUnits.rows': [{ row: 0, ok: true, id: unitId }],
    created: 1,
    refused: 0,
    rows: [
      { name: 'Van 1', ident: '352093081452251', model: 'Teltonika FMB920', app_id: fleetApp, account_id: accountId },
    ],
  },
}
