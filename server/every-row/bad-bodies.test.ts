/** Invalid bodies: each gets the usual error body, and nothing is done. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyBytesMax } from '#entry/http/body.ts'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { type Answer, openApi } from '#testing/api.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { type Row, rows, urlOf } from '#testing/checks/rows.ts'
import { filled, RawJson, type Shape, slotsOf, typesOf, writeJson } from '#testing/checks/slots.ts'
import { keptSamples, samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()
const worlds = {} as Record<DialectName, World>
before(async () => {
  for (const dialect of dialectNames) worlds[dialect] = await aWorld(api, await api.dealer(dialect))
})

const withBody = rows.filter(({ route }) => route.body)

const unused = keptSamples()

type Send = (body: string | Buffer, type?: string | null) => Promise<Answer>

/** For each row: a way to send any body in an otherwise valid request; afterwards nothing may have changed. */
function forEachRow(list: readonly Row[], work: (send: Send, row: Row, good: object) => Promise<void>): void {
  for (const row of list) {
    test(row.name, async () => {
      const { caller } = worlds[row.dialect]
      const [sample] = await unused(row, worlds[row.dialect])
      const before = await digestOf(api.ctx.db)
      const send: Send = (body, type = 'application/json') =>
        api.ask(row.route.method, urlOf(row, sample), body, {
          'x-accesstoken': caller.token,
          ...(type !== null && { 'content-type': type }),
        })
      await work(send, row, sample.body ?? {})
      assert.equal(await digestOf(api.ctx.db), before)
    })
  }
}

const jsonTypes = [
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; charset = utf-8',
  'Application/JSON',
  'APPLICATION/JSON; CHARSET=UTF-8',
  'application/json ',
  'application/json\t',
  'application/json;\tcharset=utf-8',
]
const otherTypes = [
  ...['', ' ', ';', 'json', 'text/json', 'text/plain', 'text/plain; charset=utf-8', 'text/html', 'application'],
  ...['application/', '/json', 'application/javascript', 'application/xml', 'application/octet-stream'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x'],
  ...['application/json5', 'application/jsonp', 'application/json-patch+json', 'application/merge-patch+json'],
  ...['application/vnd.api+json', 'application/ld+json', 'application/problem+json', 'application/*', '*/*'],
  ...['application/json, application/json', 'application/json, text/plain', 'text/plain, application/json'],
  ...['text/plain; application/json', 'application/json; charset=latin1', 'application/json; charset=utf-16'],
  ...['application/json; charset=', 'application/json; foo=bar', 'application/json; charset=utf-8; foo=bar'],
  ...['application/json;;', 'application/json; application/xml', 'application /json', 'application\\json'],
  ...[
    '"application/json"',
    'application/jsоn',
    'application%2Fjson',
    'application/json\u0000',
    'constructor',
    '__proto__',
  ],
]

suite('a body without a JSON content type is not read', () => {
  forEachRow(withBody, async (send, _row, good) => {
    for (const type of otherTypes) assertError(await send(writeJson(good), type), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertError(await send(writeJson(good), null), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

suite('a body is validated however its JSON type is spelled', () => {
  forEachRow(withBody, async (send) => {
    for (const type of jsonTypes) assertError(await send('{"nonsense":1}', type), 400, 'INVALID_PAYLOAD')
  })
})

test('a valid body is accepted under every spelling of JSON', async () => {
  const { caller } = worlds.provider
  for (const type of jsonTypes) {
    const answer = await caller.ask('PATCH', '/company', '{"name":"Any"}', { 'content-type': type })
    assert.equal(answer.status, 200, type)
  }
})

const nested = (open: string, close: string, depth: number, inside = '1') =>
  open.repeat(depth) + inside + close.repeat(depth)

const notObjects: Readonly<Record<string, string | Buffer>> = {
  'white space': ' \n',
  null: 'null',
  true: 'true',
  'a number': '42',
  'a huge number': '1e400',
  'a string': '"text"',
  'an array': '[]',
  'an array of objects': '[{}]',
  'half an object': '{"a":',
  'an object and more': '{}{}',
  'single quotes': "{'a':1}",
  'a comma too many': '{"a":1,}',
  'a name without quotes': '{a:1}',
  'a comment': '/* hello */{}',
  NaN: '{"a":NaN}',
  Infinity: '{"a":-Infinity}',
  'a leading zero': '{"a":01}',
  'a plus': '{"a":+1}',
  'a bare point': '{"a":.5}',
  'hexadecimal digits': '{"a":0x10}',
  'a line feed in a string': '{"a":"\n"}',
  'a bad escape': '{"a":"\\x41"}',
  'half an escape': '{"a":"\\u12"}',
  'a form': 'name=x&login_key=y',
  XML: '<?xml version="1.0"?><a/>',
  'a byte order mark alone': '\ufeff',
  'two byte order marks': '\ufeff\ufeff{}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'an overlong NUL': Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'a surrogate in UTF-8': Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'half a character': Buffer.from([0x7b, 0x22, 0xe2, 0x82]),
  'UTF-16': Buffer.from('{"title":"abcd"}', 'utf16le'),
  gzip: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  'arrays in arrays': nested('[', ']', 400),
  'objects in objects': nested('{"a":', '}', 100),
}

suite('a body that is not one JSON object is refused', () => {
  forEachRow(withBody, async (send) => {
    for (const body of Object.values(notObjects)) assertError(await send(body), 400, 'INVALID_PAYLOAD')
    assertError(await send(''), 400, 'INVALID_PAYLOAD')
  })
})

test('a body that is nothing but nesting is refused', async () => {
  const deep = [
    nested('[', ']', 500_000),
    nested('{"a":', '}', 150_000),
    '['.repeat(1_000_000),
    '{"a":'.repeat(200_000),
  ]
  for (const body of deep) {
    const answer = await worlds.partner.caller.ask('PATCH', '/company', body, { 'content-type': 'application/json' })
    assertError(answer, 400, 'INVALID_PAYLOAD')
  }
})

const inObject: Readonly<Record<string, string>> = {
  'a field called __proto__': '"__proto__":{"blocked":true}',
  'a field called constructor': '"constructor":{"prototype":{"x":1}}',
  'a field called prototype': '"prototype":1',
  'a field name with NUL': '"a\\u0000":1',
  'a field name with half a character': '"\\ud800":1',
  'a field without a name': '"":1',
  'a deep field': `"deep":${nested('[', ']', 30)}`,
  'a deep __proto__': '"deep":{"__proto__":1}',
  'many fields': Array.from({ length: 1000 }, (_, index) => `"f${index}":1`).join(),
}

suite('a valid object with something odd in it is refused', () => {
  forEachRow(withBody, async (send, _row, good) => {
    const text = writeJson(good)
    for (const odd of Object.values(inObject)) {
      assertError(await send(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${odd}}`), 400, 'INVALID_PAYLOAD')
    }
    // Otherwise the second of two equal names would win: a proxy may have checked the first.
    const first = Object.keys(good)[0] as string
    const twice = `{${JSON.stringify(first)}:${writeJson((good as Record<string, unknown>)[first])},${text.slice(1)}`
    assertError(await send(twice), 400, 'INVALID_PAYLOAD')
  })
})

const badStrings = ['a\0bcdefgh', '\0', '\ud800abcdefgh', 'abcdefgh\udc00', '\udc00\ud800']
const hugeNumbers = ['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e309']

suite('no string accepts a NUL or half a character, and no number accepts infinity', () => {
  forEachRow(withBody, async (send, row, good) => {
    for (const { path, shape } of slotsOf(row.route.body as Shape)) {
      const types = typesOf(shape)
      const bad = types.includes('string')
        ? badStrings.map((text) => new RawJson(JSON.stringify(text)))
        : types.some((type) => type === 'integer' || type === 'number')
          ? hugeNumbers.map((text) => new RawJson(text))
          : []
      // Ownership of the account or unit is checked before anything else is wrong, and nobody has one with that number.
      const isOwned = path[0] === 'account_id' || path[0] === 'unit_ids' || path.at(-1) === 'unit_id'
      const status = isOwned ? 404 : 400
      for (const value of bad) assertError(await send(writeJson(filled(good, path, value))), status)
    }
  })
})

suite('a body of a megabyte, or of its row’s maximum, is read; one byte more is not', () => {
  forEachRow(withBody, async (send, { route }) => {
    const bytesMax = route.bodyBytesMax ?? bodyBytesMax
    const body = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`
    assertError(await send(body(bytesMax)), 400, 'INVALID_PAYLOAD')
    assertError(await send(body(bytesMax + 1)), 413, 'PAYLOAD_TOO_LARGE')
    assertError(await send(body(bytesMax + 1), 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

suite('an operation without a body reads none, but does not let one flood it either', () => {
  const changing = rows.filter(({ route }) => !route.body && route.method !== 'GET')
  forEachRow(changing, async (send) => {
    assertError(await send(Buffer.alloc(bodyBytesMax + 1)), 413, 'PAYLOAD_TOO_LARGE')
  })
  test('activating ignores its body', async () => {
    const row = rows.find(({ key }) => key === 'PUT /accounts/:id/activate') as Row
    const [sample] = await samplesOf(row, worlds.provider)
    for (const [body, type] of [
      ['{"a":1}', 'application/json'],
      ['not JSON', 'application/json'],
      ['x', 'text/plain'],
    ] as const) {
      const answer = await worlds.provider.caller.ask('PUT', urlOf(row, sample), body, { 'content-type': type })
      assert.equal(answer.status, 200, answer.text)
    }
  })
})

test('a byte order mark before a valid object is harmless', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await worlds.provider.caller.ask('PATCH', '/company', '\ufeff{"name":"Any"}', headers)
  assert.equal(answer.status, 200, answer.text)
})

test('all problems of a body are reported at once', async () => {
  const answer = await worlds.provider.caller.ask('PATCH', '/company', {
    name: '',
    typo: 1,
    marketing_info: {
      ...{ website: 1, email: 'nobody', working_days: [8, 0, '1'], phones: [''], areas: ['moon'], schedule: null },
      ...{ about: [], shown: 'yes', more: 1, less: 2 },
    },
  })
  assertError(answer, 400)
  const info = ['website', 'email', 'working_days.0', 'working_days.1', 'working_days.2', 'phones.0', 'areas.0']
  const more = ['schedule', 'about', 'shown', 'more', 'less']
  assert.deepEqual(
    answer.body.errors.map(({ field }: { field: string }) => field).sort(),
    ['name', 'typo', ...[...info, ...more].map((name) => `marketing_info.${name}`)].sort(),
  )
})

test('a body with a hundred thousand unknown fields is refused briefly', async () => {
  const body = `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join()}}`
  const answer = await worlds.provider.caller.ask('PATCH', '/company', body, { 'content-type': 'application/json' })
  assertError(answer, 400, 'INVALID_PAYLOAD')
  assert.ok(answer.text.length < 64 * 1024)
})
