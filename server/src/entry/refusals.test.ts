/** Every refusal because of a state says what to do about it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { callerKinds, refusedTo } from '#identity/access/access.ts'
import { activationNeeded } from '#identity/access/account.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'

const source = join(import.meta.dirname, '..')
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^kernel\/errors\.ts$/.test(file))

/** The last sentence asks for something, or says that nothing is left to ask for. */
const verbs =
  'Activate|Ask|Cancel|Change|Check|Choose|Complete|Confirm|Contact|Create|Delete|Enable|Enter|Fill|Give|Issue|Its dealer can|Leave|Link|' +
  'Log|Look|Lower|Make|Move|Nothing is left|Open|Order|Pay|Put|Read|Remove|Repeat|Say|Send|Set|Start|Stop|Switch|Take|Try|Turn|' +
  'Unblock|Undo|Use|Wait|ask|request|send|try|use'
const saysWhatToDo = new RegExp(`(?:^|[.:;,] )(?:${verbs})\\b[^.]*(?:\\.[^. ][^.]*)*\\.$`)

/** What is said in other words than a literal, each with the place where its words are judged. */
const elsewhere: Readonly<Record<string, string>> = {
  'reasonOf(operation, account, caller)': 'The table of access, below.',
  'activationNeeded[operation]': 'The list in account.ts, below.',
  'error.message': 'The card processor says what is wrong in a sentence of its own.',
}
/** The end of these is a sentence of the card processor. */
const processors = /card processor (?:rejected|would not|did not)[^.]*\. \$\{reason\}$/

interface Found {
  readonly file: string
  readonly sentence: string
}

const constants = new Map(
  files.flatMap((file) =>
    [
      ...readFileSync(join(source, file), 'utf8').matchAll(
        /const (\w+) =\s*(?:\([^)]*\) =>)?\s*['`]((?:[^'`\\\n]|\\.)+)['`]/g,
      ),
    ].map((match) => [match[1] as string, match[2] as string] as const),
  ),
)

/** State and rights; what is wrong with a value is said by the value's own rule. */
const calls =
  /(?:\bconflict\(|\bforbidden\(|\brefuse\(\s*'(?:CONFLICT|FORBIDDEN|QUOTA_EXCEEDED|BLOCKED)',|code: '(?:CONFLICT|FORBIDDEN|QUOTA_EXCEEDED|BLOCKED)',\s*message:)\s*/g

function sentencesOf(file: string): Found[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(calls)].flatMap((match): Found[] => {
    const rest = text.slice(match.index + match[0].length)
    const literal = /^(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\]|\\.)*)")/.exec(rest)
    if (literal) return [{ file, sentence: literal[1] ?? literal[2] ?? literal[3] ?? '' }]
    const argument = /^[\w.]+(?:\([^)]*\)|\[\w+\])?/.exec(rest)?.[0] ?? ''
    if (argument in elsewhere) return []
    return [
      {
        file,
        sentence:
          constants.get(argument.replace(/\(.*/, '')) ?? `(${argument}: not a sentence that this test can read)`,
      },
    ]
  })
}

const found = files.flatMap(sentencesOf)

const pages = (await import(join(source, '../../web/src/shared/texts/de/refusals.ts'))) as {
  readonly german: Readonly<Record<string, string>>
  readonly refusals: { said(sentence: string): string | undefined }
}

test('refusals are found in the code', () => {
  assert.ok(found.length > 30, String(found.length))
})

suite('a refusal says what to do', () => {
  for (const { file, sentence } of found) {
    test(`${file}: ${sentence}`, () => {
      if (!processors.test(sentence)) assert.match(sentence, saysWhatToDo)
    })
  }
  for (const sentence of Object.values(activationNeeded)) test(sentence, () => assert.match(sentence, saysWhatToDo))
})

/** Said to programs and on the command line, where German has no place. */
const notOnPages =
  /^(entry\/cli\/|entry\/http\/(auth|client|cookies|mount|openapi|person|plain)|kernel\/(api|jobs)\/|kernel\/time|tracking\/messages\/)/

suite('a page in German says in German', () => {
  const { german } = pages
  const plain = (sentence: string) => sentence.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}').replaceAll("\\'", "'")
  const known = new Set(Object.keys(german))
  const asked = found.filter(({ file }) => !notOnPages.test(file)).map(({ sentence }) => plain(sentence))

  test('what a person can be refused', () => {
    const missing = [...asked, ...Object.values(activationNeeded)].filter((sentence) => !known.has(sentence))
    assert.deepEqual([...new Set(missing)], [])
  })

  test('and nothing that is no longer said', () => {
    const all = new Set([
      ...found.map(({ sentence }) => plain(sentence)),
      ...Object.values(activationNeeded),
      ...cells(),
    ])
    assert.deepEqual(
      [...known].filter((sentence) => !all.has(sentence)),
      [],
    )
  })

  test('with what the server fills in', () => {
    assert.equal(
      pages.refusals.said('There are 20 links, the maximum. Delete one first.'),
      'Es gibt 20 Links, mehr sind nicht möglich. Löschen Sie zuerst einen.',
    )
    assert.equal(pages.refusals.said('A sentence that nobody says.'), undefined)
  })
})

/** Every sentence of the table of access. */
function cells(): readonly string[] {
  const now = new Date()
  const all: string[] = []
  for (const type of [10, null] as const) {
    for (const ack of [null, now]) {
      for (const blocked of [false, true]) {
        for (const caller of callerKinds) {
          const account = { type, ack, blocked, serviceApps: [] }
          for (const { why } of refusedTo(account, [type ? fleetApp : consumerApp], caller)) all.push(why)
        }
      }
    }
  }
  return all
}

test('and so does every cell of the table of access', () => {
  const all = cells()
  for (const why of all) {
    assert.match(why, saysWhatToDo)
    assert.ok(pages.refusals.said(why), why)
  }
  assert.ok(all.length > 50, String(all.length))
})
