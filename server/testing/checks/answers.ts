/** Assertions about answers, in one line each. */
import assert from 'node:assert/strict'
import type { DialectName } from '#kernel/api/dialects.ts'
import type { Answer } from '../api.ts'

export type Envelope = 'bare' | 'data'

/** The payload of an answer with this status and this envelope. */
export function payloadOf(answer: Answer, status: number, envelope: Envelope) {
  assert.equal(answer.status, status, answer.text)
  if (envelope === 'bare') return answer.body
  assert.deepEqual(Object.keys(answer.body), ['data'])
  return answer.body.data
}

/** Most operations: bare in provider, wrapped in partner, 200 in both. */
export const payloadIn = (dialect: DialectName, answer: Answer, status = 200) =>
  payloadOf(answer, status, dialect === 'provider' ? 'bare' : 'data')

/** Refused with exactly these problems, each given as its code and, if one field is invalid, the field. */
export function assertRefused(answer: Answer, status: number, ...problems: readonly string[]): void {
  assert.equal(answer.status, status, answer.text)
  const { errors, request_id, ...rest } = answer.body
  assert.deepEqual(rest, {})
  assert.equal(request_id, answer.headers['x-request-id'])
  const seen = (errors as { code: string; field?: string }[]).map(({ code, field }) => `${code} ${field ?? ''}`.trim())
  assert.deepEqual(seen.sort(), [...problems].sort())
}

/** Exactly these keys, in any order. */
export const assertKeys = (value: object, keys: readonly string[]): void =>
  assert.deepEqual(Object.keys(value).sort(), [...keys].sort())

/** A new account as its dialect shows it; `change` lists what differs from the first day. */
export function accountIn(dialect: DialectName, account: { id: number; pid: number; at: number }, change: object = {}) {
  const { id, pid, at } = account
  return {
    id,
    pid,
    title: String(id),
    description: '',
    link_app: null,
    created_at: at,
    updated_at: at,
    ack: 0,
    subscriptions: {},
    service_apps: [],
    is_attached: false,
    attached_at: null,
    added_time: at,
    is_premium: false,
    blocked: false,
    ...(dialect === 'partner' ? { blocked_at: null } : { client_payment_lifecycle: noAutomation }),
    ...change,
  }
}

export const noAutomation = {
  payment_expected_at: null,
  payment_notify_offset: null,
  block_offset: null,
  use_fleet_lifecycle: false,
}
