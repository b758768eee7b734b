/** What must hold for every answer. */
import assert from 'node:assert/strict'
import { statusOf } from '#entry/http/errors.ts'
import { refusalCodes } from '#kernel/errors.ts'
import type { Answer } from '../api.ts'

export function assertHeaders(
  { headers }: Answer,
  types: readonly string[] = ['application/json; charset=utf-8'],
): void {
  assert.ok(types.includes(headers['content-type'] ?? ''), headers['content-type'])
  assert.match(headers['x-request-id'] ?? '', /^[\w.-]{1,64}$/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
  for (const name of ['limit', 'remaining', 'reset']) assert.match(String(headers[`ratelimit-${name}`]), /^\d+$/)
  assert.equal(headers['x-powered-by'], undefined)
}

/** The one error body (decisions, section 2), with this code first, which belongs to this status. */
export function assertError(answer: Answer, status: number = answer.status, code?: string): void {
  assert.equal(answer.status, status, answer.text)
  const { errors, request_id, ...rest } = answer.body
  assert.deepEqual(rest, {})
  assert.equal(request_id, answer.headers['x-request-id'])
  assert.ok(Array.isArray(errors) && errors.length > 0)
  for (const { code, message, field, ...more } of errors) {
    assert.deepEqual(more, {})
    assert.ok(refusalCodes.includes(code), code)
    assert.match(message, /^.{5,}$/s)
    assert.ok(field === undefined || typeof field === 'string')
  }
  assert.equal(statusOf[errors[0].code as keyof typeof statusOf], status)
  if (code !== undefined) assert.equal(errors[0].code, code, answer.text)
  assertHeaders(answer)
  // No error reveals how we are built.
  assert.doesNotMatch(answer.text, /node_modules|\.ts\b|postgres|kysely|fastify|typebox|syntax error/i)
}
