import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../openapi.ts'
import { operationsOf } from '../operations.ts'
import { curlOf } from './curl.ts'
import { sampleDocument } from './sample-document.ts'

const origin = 'http://127.0.0.1:8080'
const curl = (anchor: string) =>
  curlOf(
    sampleDocument,
    operationsOf(sampleDocument, '/provider').find((operation) => operation.anchor === anchor)!,
    origin,
  )
const first = (document: OpenApiDocument) => curlOf(document, operationsOf(document)[0]!, origin)

test('a reading request carries the token and what the query must have', () => {
  assert.equal(
    curl('get-billing-cardpay-payments'),
    `curl 'http://127.0.0.1:8080/billing/cardpay-payments?app_id=APP_ID&from=1&to=1' \\\n  -H "X-AccessToken: $TOKEN"`,
  )
})

test('an id is the document’s example, or is written in capitals', () => {
  assert.match(curl('get-units-id-messages'), /\/provider\/units\/77\/messages'/)
  assert.match(curl('delete-accounts-id'), /curl -X DELETE '.*\/provider\/accounts\/ID'/)
})

test('a body is sent as JSON, and a quote in it does not end the shell’s quote', () => {
  const command = curl('post-accounts')
  assert.match(command, /^curl 'http:\/\/127\.0\.0\.1:8080\/provider\/accounts'/)
  assert.match(command, /-H 'Content-Type: application\/json'/)
  const body = command.split('-d ')[1]!.slice(1, -1).replaceAll(`'\\''`, "'")
  assert.equal(JSON.parse(body).user.name, "depot's user")
})

test('no token is sent where none is needed', () => {
  assert.equal(curl('get-client-hardware-devices'), "curl 'http://127.0.0.1:8080/client/hardware/devices'")
})

test('the server of the document is used, relative or whole', () => {
  const paths = { '/a': { get: {} } }
  assert.equal(first({ openapi: '3.1.0', paths, servers: [{ url: '/v1/' }] }), `curl '${origin}/v1/a'`)
  assert.equal(
    first({
      openapi: '3.1.0',
      paths,
      servers: [{ url: 'https://{host}/api', variables: { host: { default: 'h.example' } } }],
    }),
    "curl 'https://h.example/api/a'",
  )
  assert.equal(first({ openapi: '3.1.0', paths, servers: [{ url: 'http://[' }] }), `curl '${origin}/a'`)
})

test('forms and files are sent in their own way', () => {
  const post = (type: string): OpenApiDocument => ({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content: { [type]: { example: { b: 'c d' } } } } } } },
  })
  assert.match(first(post('application/x-www-form-urlencoded')), /--data-urlencode 'b=c d'/)
  assert.match(first(post('application/octet-stream')), /--data-binary @FILE/)
})
