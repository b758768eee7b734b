import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentInfo } from '../../api/generated.ts'
import { changeOf, stateOf, takesVerificationBack, valuesOf } from './payment.ts'

const info: PaymentInfo = {
  id: 1,
  verified: true,
  agreement: false,
  name: 'North Tracking',
  email: 'pay@example.com',
  vat: null,
  reg_number: '300',
  address: { city: 'Klaipeda', country: 'LT', line1: 'Harbour 1', line2: null, postal_code: '91001', state: null },
  created_at: 1,
  updated_at: 1,
  calculated_at: null,
  invoiced_at: null,
  data: {},
}
const values = valuesOf(info)

test('only changes are sent, and an emptied field is removed', () => {
  assert.equal(changeOf(values, values), undefined)
  assert.deepEqual(changeOf(values, { ...values, vat: ' LT1 ', reg_number: '', city: 'Vilnius', agreement: true }), {
    vat: 'LT1',
    reg_number: null,
    address: { city: 'Vilnius' },
    agreement: true,
  })
  assert.deepEqual(changeOf(values, { ...values, auto_send_invoice: true }), { auto_send_invoice: true })
})

test('verified details are distinguished from others', () => {
  assert.ok(takesVerificationBack({ address: { city: 'Vilnius' } }))
  assert.ok(takesVerificationBack({ vat: null }))
  assert.ok(!takesVerificationBack({ auto_send_invoice: true, agreement: true }))
  assert.deepEqual([info, { verified: false, name: 'A' }, { verified: false, name: null }].map(stateOf), [
    'verified',
    'waiting',
    'empty',
  ])
})
