import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadUsage, BadValue, type Command } from './command.ts'
import { commands } from './commands.ts'
import { details, overview } from './help.ts'
import { parse } from './parse.ts'
import { harmless, render } from './print.ts'
import { duration, id, moment, oneOf, text, tokenId } from './values.ts'

const words = (line: string) => line.split(' ').filter(Boolean)

const wishes: [line: string, name: string, given: object, isJson?: boolean][] = [
  ['dealer list', 'dealer list', {}],
  ['dealer list --json', 'dealer list', {}, true],
  ['--json dealer list', 'dealer list', {}, true],
  [
    'dealer create --dialect partner --name=Acme --verified --json',
    'dealer create',
    { name: 'Acme', dialect: 'partner', verified: true },
    true,
  ],
  ['dealer create --name A --dialect provider', 'dealer create', { name: 'A', dialect: 'provider', verified: false }],
  [
    'dealer create --name=--odd-- --dialect provider',
    'dealer create',
    { name: '--odd--', dialect: 'provider', verified: false },
  ],
  ['dealer verify 314159265358', 'dealer verify', { dealer: 314159265358 }],
  ['company reject --json 7', 'company reject', { dealer: 7 }, true],
  [
    'token create --dealer 7 --dialect provider',
    'token create',
    {
      dealer: 7,
      dialect: 'provider',
      level: 'full',
      expires: 365 * 86400,
      name: 'Created by the operator',
      secrets: false,
    },
  ],
  ['clock advance 1d12h', 'clock advance', { by: 129600 }],
  ['backup', 'backup', {}],
  ['backup /some/where', 'backup', { file: '/some/where' }],
  ['restore x.backup --replace', 'restore', { file: 'x.backup', replace: true }],
]
for (const [line, name, given, isJson = false] of wishes) {
  test(`waymark ${line}`, () => {
    const wish = parse(words(line), commands)
    assert.ok(wish.kind === 'run')
    assert.equal(wish.command.name, name)
    assert.deepEqual(wish.given, given)
    assert.equal(wish.isJson, isJson)
  })
}

const mistakes: [line: string, sentence: string][] = [
  ['', 'Name a command.'],
  ['--json', 'Name a command.'],
  ['deler list', 'There is no command deler. Did you mean dealer list?'],
  ['deler', 'There is no command deler. Did you mean dealer?'],
  ['dotor', 'There is no command dotor. Did you mean doctor?'],
  ['bakup x', 'There is no command bakup. Did you mean backup?'],
  ['something', 'There is no command something.'],
  ['dealer', 'dealer needs one of: create, list, verify, suspend, resume.'],
  ['dealer --json', 'dealer needs one of: create, list, verify, suspend, resume.'],
  ['dealer crate --name x', 'There is no command dealer crate. Did you mean dealer create?'],
  ['--dealer list', 'Put the command before --dealer.'],
  ['dealer list --jsn', 'dealer list has no option --jsn. Did you mean --json?'],
  ['dealer list --quite-another', 'dealer list has no option --quite-another.'],
  ['dealer list -x', 'dealer list has no option -x.'],
  ['dealer list 5', 'dealer list does not take 5.'],
  ['dealer verify', 'dealer verify needs ID.'],
  ['dealer verify five', 'ID must be a number such as 314159265358.'],
  ['dealer create --dialect partner', 'dealer create needs --name NAME.'],
  ['dealer create --name --dialect partner', '--name needs a value: NAME.'],
  ['dealer create --dialect partner --name', '--name needs a value: NAME.'],
  ['dealer create --name A --dialect other', '--dialect must be provider or partner.'],
  ['dealer create --name A --name B --dialect partner', '--name is given twice.'],
  ['dealer create --name A --dialect partner --verified=yes', '--verified takes no value.'],
  ['clock advance', 'clock advance needs DURATION.'],
  ['clock advance 3', 'DURATION must be a time such as 3d, 12h, 1d12h or 90s.'],
  ['restore', 'restore needs FILE.'],
]
for (const [line, sentence] of mistakes) {
  test(`waymark ${line}: ${sentence}`, () => {
    assert.throws(
      () => parse(words(line), commands),
      (error) => error instanceof BadUsage && error.message === sentence,
    )
  })
}

test('help is given for everything, a noun and a command, in any position', () => {
  const topic = (line: string) => {
    const wish = parse(words(line), commands)
    assert.ok(wish.kind === 'help')
    return wish.topic.map(({ name }) => name)
  }
  const dealer = ['dealer create', 'dealer list', 'dealer verify', 'dealer suspend', 'dealer resume']
  for (const line of ['help', '--help', '-h']) assert.equal(topic(line).length, commands.length)
  for (const line of ['help dealer', 'dealer --help', '--help dealer']) assert.deepEqual(topic(line), dealer)
  for (const line of ['help dealer create', 'dealer create --help', 'dealer create --name x -h', '-h dealer create']) {
    assert.deepEqual(topic(line), ['dealer create'])
  }
  assert.deepEqual(topic('backup some.file --help'), ['backup'])
  assert.throws(() => parse(['help', 'delaer'], commands), /Did you mean dealer/)
})

test('every command explains itself and all its words in a sentence', () => {
  assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length)
  for (const command of commands) {
    const abouts = [command, ...Object.values(command.takes), ...Object.values(command.options)].map(
      ({ about }) => about,
    )
    for (const about of abouts) assert.match(about, /^[A-Z].+\.$/)
    assert.ok(overview(commands).includes(command.about) && details(command).includes(command.about))
  }
})

const day = 86_400
const values: [kind: { read(text: string): unknown }, good: [string, unknown][], wrong: string[]][] = [
  [
    duration,
    [
      ['3d', 3 * day],
      ['12h', 43_200],
      ['90m', 5_400],
      ['1s', 1],
      ['1d12h30m5s', 131_405],
    ],
    ['', '0s', '3', 'd', '3w', '-3d', '1.5d', '3d ', '3 d', '99999999d'],
  ],
  [id, [['7', 7]], ['', '0', '-7', '1.5', '1e3', '9007199254740993', '0x10', ' ']],
  [
    moment,
    [
      ['1800000000', new Date(1.8e12)],
      ['2027-01-31', new Date('2027-01-31T00:00:00Z')],
      ['2027-01-31T12:30', new Date('2027-01-31T12:30:00Z')],
      ['2027-01-31T12:30:15+02:00', new Date('2027-01-31T10:30:15Z')],
    ],
    ['', 'tomorrow', '2027-1-1', '2027-13-01', '2027-02-31', '1800000000000', '31.01.2027', '2027-01-31T25:00', '-5'],
  ],
  [text('X', 5), [[' abc ', 'abc']], ['', '   ', 'abcdef']],
  [oneOf(['a', 'b']), [['b', 'b']], ['', 'c', 'A']],
  [
    tokenId,
    [['019A0000-0000-7000-8000-000000000101', '019a0000-0000-7000-8000-000000000101']],
    ['', '7', '019a0000000070008000000000000101'],
  ],
]
test('values are read exactly, or refused with what they must be', () => {
  for (const [kind, good, wrong] of values) {
    for (const [given, value] of good) assert.deepEqual(kind.read(given), value, given)
    for (const given of wrong) {
      assert.throws(
        () => kind.read(given),
        (error) => error instanceof BadValue && error.message.startsWith('must be '),
        given,
      )
    }
  }
})

test('a table is aligned, shows readable times and lets nobody control the terminal', () => {
  const rows = [
    { dealer_id: 7, name: 'A\u001b[2Jcme\nLtd', approved: true, created_at: 0, revoked_at: null },
    { dealer_id: 314159265358, name: 'B', approved: false, created_at: 1_800_000_000, revoked_at: 5 },
  ]
  const plain = { name: 'x' } as Command
  assert.equal(
    render(plain, rows, false),
    [
      'DEALER ID     NAME          APPROVED  CREATED AT               REVOKED AT',
      '7             A [2Jcme Ltd  yes       1970-01-01 00:00:00 UTC  –',
      '314159265358  B             no        2027-01-15 08:00:00 UTC  1970-01-01 00:00:05 UTC',
      '',
    ].join('\n'),
  )
  assert.equal(render(plain, [], false), 'None.\n')
  assert.equal(render(plain, { now: 0, list: [1, 2] }, false), 'NOW   1970-01-01 00:00:00 UTC\nLIST  [1,2]\n')
  assert.deepEqual(JSON.parse(render(plain, rows, true)), rows)
  const link = `https://example.com/console#invitation=${'x'.repeat(80)}`
  assert.equal(render(plain, { url: link }, false), `URL  ${link}\n`)
  assert.match(render(plain, [{ url: link }], false), /^URL\n.{79}…\n$/)
  assert.equal(harmless('\u202ea\u009bb\u2028c'), ' a b c')
})
