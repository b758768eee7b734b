/** Every refusal because of a state says what to do. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { callerKinds, refusedTo } from '#identity/access/access.ts'
import { activationNeeded } from '#identity/access/account.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'

const source = join(import.meta.dirname, '..')
const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^kernel\/errors\.ts$/.test(file))

/** The last sentence asks for something, or says that there is nothing to do. */
const verbs =
  'Activate|Ask|Cancel|Change|Check|Choose|Complete|Confirm|Contact|Create|Delete|Enable|Enter|Fill|Give|Issue|Its dealer can|Leave|Link|' +
  'Log|Look|Lower|Make|Move|Nothing is left|Open|Order|Pay|Put|Read|Remove|Repeat|Say|Send|Set|Start|Stop|Switch|Synchronize|Take|Try|Turn|' +
  'Unblock|Undo|Use|Wait|ask|request|send|try|use'
const saysWhatToDo = new RegExp(`(?:^|[.:;,] )(?:${verbs})\\b[^.]*(?:\\.[^. ][^.]*)*\\.$`)

/** Sentences that are not literals, each with the place where its words are checked. */
const elsewhere: Readonly<Record<string, string>> = {
  'reasonOf(operation, account, caller)': 'The table of access, below.',
  'activationNeeded[operation]': 'The list in account.ts, below.',
  'error.message': 'The card processor says what is wrong in a sentence of its own.',
}
/** These end with a sentence of the card processor. */
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

/** State and rights; problems of values are described by the value's own rule. */
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
  readonly refusals: { said(sentence: string): string | undefined; about(sentence: string): string | undefined }
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

/** For programs and the command line, which are not in German. */
const notOnPages =
  /^(entry\/cli\/|entry\/http\/(scopes\/(auth|client|cookies|person)|mount|openapi|plain)|kernel\/(api|jobs)\/|kernel\/time|tracking\/messages\/)/

suite('a page in German has in German', () => {
  const { german } = pages
  const plain = (sentence: string) => sentence.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}').replaceAll("\\'", "'")
  const known = new Set(Object.keys(german))
  const asked = found.filter(({ file }) => !notOnPages.test(file)).map(({ sentence }) => plain(sentence))

  test('what a person can be refused', () => {
    const missing = [...asked, ...Object.values(activationNeeded)].filter((sentence) => !known.has(sentence))
    assert.deepEqual([...new Set(missing)], [])
  })

  test('and nothing that no longer exists', () => {
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

/** The text that begins here, with `{}` for what is filled in; undefined if there is none. */
function literalAt(text: string): string | undefined {
  const quote = text[0]
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined
  let plain = ''
  for (let at = 1; at < text.length; at++) {
    if (text[at] === quote) return plain
    if (text[at] === '\\') plain += text[++at]
    else if (quote === '`' && text.startsWith('${', at)) {
      at = endOf(text, at + 2, '}')
      plain += '{}'
    } else plain += text[at]
  }
  return undefined
}

/** The bracket or comma that ends what begins here. */
function endOf(text: string, from: number, ends: string): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (depth === 0 && ends.includes(sign)) return at
    if ('\'"`'.includes(sign)) {
      for (at++; text[at] !== sign; at++) {
        if (text[at] === '\\') at++
        else if (sign === '`' && text.startsWith('${', at)) at = endOf(text, at + 2, '}')
      }
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
  }
  return text.length
}

/** Sentences about single fields. If one begins with the name of its field, that is left open. */
const ofFields = files.flatMap((file): Found[] => {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/\binvalidField\(\s*/g)].flatMap((match): Found[] => {
    const second = endOf(text, match.index + match[0].length, ',)') + 1
    const sentence = literalAt(text.slice(second).trimStart())
    return sentence === undefined ? [] : [{ file, sentence: sentence.replace(/^[a-z{][\w.{}]*(?=[ :,])/, '{}') }]
  })
})

/** Only what is filled in has a meaning: it is checked where it is created. */
const isFilledIn = (sentence: string) => /^\{\}(?: must be|:)? \{\}\.?$/.test(sentence)

const { fields } = (await import(join(source, '../../web/src/shared/texts/de-refusals/fields.ts'))) as {
  readonly fields: Readonly<Record<string, string>>
}
const { meanings, valueRefusal } = (await import(join(source, '../../web/src/shared/texts/de-refusals/values.ts'))) as {
  readonly meanings: Readonly<Record<string, string>>
  valueRefusal(sentence: string): string | undefined
}

const { addresses } = (await import(join(source, '../../web/src/shared/texts/de-refusals/addresses.ts'))) as {
  readonly addresses: Readonly<Record<string, string>>
}

suite('a field in German has in German', () => {
  const { about } = pages.refusals
  const filled = (sentence: string) => sentence.replaceAll('{}', 'x')

  test('what is wrong with it', () => {
    assert.ok(ofFields.length > 150, String(ofFields.length))
    const missing = ofFields.filter(({ file, sentence }) => !notOnPages.test(file) && !isFilledIn(sentence))
    const unknown = missing.map(({ sentence }) => sentence).filter((sentence) => !(sentence in fields))
    assert.deepEqual([...new Set(unknown)], [])
  })

  test('and nothing that no longer exists', () => {
    const all = new Set(ofFields.map(({ sentence }) => sentence))
    assert.deepEqual(
      Object.keys(fields).filter((sentence) => !all.has(sentence)),
      [],
    )
  })

  test('each with its own words, not with those of a wider one', () => {
    for (const [english, german] of Object.entries(fields)) {
      const own = german.replaceAll(/\{\d\}/g, 'x')
      assert.equal(about(filled(english)), own, english)
    }
  })

  test('why an address cannot be called', () => {
    const text = readFileSync(join(source, 'kernel/network/outbound.ts'), 'utf8')
    const said = [...text.matchAll(/'((?:It|Its|The name) [^']+\.)'/g)].map((match) => match[1] as string)
    assert.deepEqual(new Set(said), new Set(Object.keys(addresses)))
    assert.equal(
      about('url cannot be called. It must begin with https://.'),
      'Diese Adresse kann nicht aufgerufen werden. Sie muss mit https:// beginnen.',
    )
  })

  test('the schemas’ own words', () => {
    const said = files
      .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/\bmeaning: '((?:[^'\\]|\\.)*)'/g)])
      .map((match) => match[1] as string)
    assert.deepEqual(
      [...new Set(said)].filter((meaning) => !(meaning in meanings)),
      [],
    )
  })

  const values = [
    ['name is required', 'Diese Angabe fehlt.'],
    ['colour is not known here', 'Diese Angabe gibt es hier nicht.'],
    ['name must be 1 to 50 characters long', 'Erlaubt: 1 bis 50 Zeichen.'],
    ['name must be a string, 1 to 50 characters long or null', 'Erlaubt: 1 bis 50 Zeichen oder kein Wert.'],
    ['count must be a whole number, 1 to 20', 'Erlaubt: eine ganze Zahl von 1 bis 20.'],
    ['size must be a number, at least 0.5 in steps of 0.5', 'Erlaubt: eine Zahl, mindestens 0.5 in Schritten von 0.5.'],
    ['ids must be an array of 1 to 100 items', 'Erlaubt: eine Liste mit 1 bis 100 Einträgen.'],
    ['kind must be one of trip, stop', 'Erlaubt: eines von trip, stop.'],
    ['kind must be one of trip, stop or null', 'Erlaubt: eines von trip, stop oder kein Wert.'],
    ['on must be true or false', 'Erlaubt: ja oder nein.'],
    ['email must be an email address', 'Erlaubt: eine E-Mail-Adresse.'],
    ['Colour of the van must be a text of 1 to 200 characters.', 'Erlaubt: ein Text von 1 bis 200 Zeichen.'],
  ] as const
  for (const [english, german] of values) test(english, () => assert.equal(valueRefusal(english), german))
  test('and nothing about unknown fields', () => assert.equal(valueRefusal('x must be blue-green'), undefined))
})

const doctors = (await import(join(source, '../../web/src/shared/texts/de-refusals/findings.ts'))) as {
  readonly checkNames: Readonly<Record<string, string>>
  readonly findings: Readonly<Record<string, string>>
  finding(says: string): string | undefined
}

suite('a check in German has in German', () => {
  const code = files
    .filter((file) => /^entry\/doctor\/|^kernel\/time\/guarded-clock|^kernel\/geo\/map-file\/map-files/.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8').replaceAll('\\n', ' '))
  const said = code
    .flatMap((text) => [...text.matchAll(/(?<![\w.])['"`]/g)].map(({ index }) => literalAt(text.slice(index)) ?? ''))
    .map((text) => text.trim())
    .filter((text) => /^[A-Z{].* .*(?:[.?]|[.?:] .+)$/.test(text))
  const known = Object.keys(doctors.findings).toSorted((one, other) => other.length - one.length)

  /** What no sentence begins with, and what is not part of one. */
  function unknownIn(text: string): string {
    const rest = text.replace(/^(?:\{\}[. ]*)+(?=[A-Z]|$)/, '')
    const first = known.find((sentence) => rest.startsWith(sentence))
    if (first !== undefined) return unknownIn(rest.slice(first.length).trim())
    return known.some((sentence) => sentence.includes(rest)) ? '' : rest
  }

  test('what it finds', () => {
    assert.ok(said.length > 60, String(said.length))
    assert.deepEqual(said.map(unknownIn).filter(Boolean), [])
  })

  test('and nothing that is no longer found', () => {
    const all = said.join(' ')
    assert.deepEqual(
      known.filter((sentence) => !all.includes(sentence)),
      [],
    )
  })

  test('under a name', () => {
    const names = code.flatMap((text) => [...text.matchAll(/\b(?:name|check): '([a-z ]+)'/g)].map((match) => match[1]!))
    assert.deepEqual(new Set(Object.keys(doctors.checkNames)), new Set(names))
  })

  for (const [english, german] of [
    ['PostgreSQL 18.1 answers.', 'PostgreSQL 18.1 antwortet.'],
    [
      'The map has streets for 12,345 of 20,000 units with a position.',
      'Die Karte hat Straßen für 12.345 von 20.000 Einheiten mit Position.',
    ],
    [
      'Behind: trips of 5 units for 12 min. Messages are stored; the machine is too busy, or the log shows an error.',
      'Im Rückstand: Fahrten bei 5 Einheiten seit 12 min. Nachrichten sind gespeichert; der Rechner ist überlastet, oder das Protokoll nennt einen Fehler.',
    ],
    [
      '3.1 GiB (4 %) are free. Free some space, or move the data folder to a larger disk.',
      '3,1 GiB (4 %) sind frei. Schaffen Sie Platz, oder verlegen Sie den Datenordner auf einen größeren Datenträger.',
    ],
    [
      'The last backup was made 9 days ago: /b/a.waymark. Make another: npx waymark backup',
      'Die letzte Sicherung wurde vor 9 Tagen erstellt: /b/a.waymark. Erstellen Sie eine neue: npx waymark backup',
    ],
    [
      'Stripe handles card payments for dealers with their own key. For everyone else, the sandbox handles them, and test cards work because of the demo.',
      'Stripe wickelt Kartenzahlungen für Händler mit eigenem Schlüssel ab. Für alle anderen ist die Testumgebung zuständig, und Testkarten funktionieren (Grund: Demo).',
    ],
    [
      'Small chunks of messages of 1 unit are waiting to be merged, up to 70 per unit.',
      'Kleine Nachrichtenpakete von 1 Einheit warten auf das Zusammenfassen, bis zu 70 je Einheit.',
    ],
    [
      'Behind: trips of 1 unit for 1 d, stays of 2 units for 3 d. Messages are stored; the machine is too busy, or the log shows an error.',
      'Im Rückstand: Fahrten bei 1 Einheit seit 1 Tag, Aufenthalte bei 2 Einheiten seit 3 Tagen. Nachrichten sind gespeichert; der Rechner ist überlastet, oder das Protokoll nennt einen Fehler.',
    ],
    [
      'Wrong quota counters: 2 (account 5: counter 0, units 1; account 6: counter 4, units 3). Please report this bug of Waymark.',
      'Falsche Kontingentzähler: 2 (Konto 5: Zähler 0, Einheiten 1; Konto 6: Zähler 4, Einheiten 3). Bitte melden Sie diesen Fehler von Waymark.',
    ],
    [
      '2 emails could not be delivered. To see which, and why: npx waymark mail list',
      'Nicht zustellbar: 2 E-Mails. Welche und warum, steht unter „E-Mails“.',
    ],
    [
      'The disk is full. Free some space. (ENOSPC: no space left)',
      'Der Datenträger ist voll. Geben Sie Platz frei. (ENOSPC: no space left)',
    ],
    ['A finding that nobody knows.', undefined],
  ] as const)
    test(english, () => assert.equal(doctors.finding(english), german))
})

/** Every sentence of the access table. */
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

test('and so does every cell of the access table', () => {
  const all = cells()
  for (const why of all) {
    assert.match(why, saysWhatToDo)
    assert.ok(pages.refusals.said(why), why)
  }
  assert.ok(all.length > 50, String(all.length))
})
