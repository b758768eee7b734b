import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { decrypt } from '#testing/fakes/push-service.ts'
import { areKeys, encrypt, payloadBytesMax } from './web-push.ts'

/** The example of RFC 8291, appendix A. */
const example = {
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b' +
    'Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const to = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')
function pair(privateKey: string) {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytes(privateKey))
  return own
}

test('a message is encrypted exactly like the example of RFC 8291', () => {
  const made = encrypt('When I grow up, I want to be a watermelon', to, bytes(example.salt), pair(example.sender))
  assert.equal(made.toString('base64url'), example.body)
})

test('the longest message is read by its browser, and a longer one is never sent', () => {
  const text = 'x'.repeat(payloadBytesMax)
  const made = encrypt(text, to)
  assert.equal(made.length, 4096)
  assert.equal(decrypt(made, pair(example.receiver), bytes(to.auth)), text)
  assert.throws(() => encrypt(`${text}x`, to))
})

test('invalid points of the curve and short keys are refused', () => {
  const off = Buffer.concat([bytes(to.p256dh).subarray(0, 64), Buffer.from([1])]).toString('base64url')
  assert.deepEqual([to, { ...to, p256dh: off }, { ...to, p256dh: '' }, { ...to, auth: 'AAAA' }].map(areKeys), [
    true,
    false,
    false,
    false,
  ])
})
