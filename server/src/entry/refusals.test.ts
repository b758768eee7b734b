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

test('and so does every cell of the table of access', () => {
  const now = new Date()
  let refusals = 0
  for (const type of [10, null] as const) {
    for (const ack of [null, now]) {
      for (const blocked of [false, true]) {
        for (const caller of callerKinds) {
          const account = { type, ack, blocked, serviceApps: [] }
          for (const { why } of refusedTo(account, [type ? fleetApp : consumerApp], caller)) {
            refusals += 1
            assert.match(why, saysWhatToDo)
          }
        }
      }
    }
  }
  assert.ok(refusals > 50, String(refusals))
})
