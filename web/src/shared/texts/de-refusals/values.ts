/**
 * What a value must be, in German, in the words of the API's schemas: `name must be 1 to 50 characters long`.
 * `server/src/kernel/api/validation.ts` makes these sentences; `server/src/entry/refusals.test.ts` compares.
 */

/** The schemas' own words. */
export const meanings: Readonly<Record<string, string>> = {
  '1 to 500 characters without control characters': '1 bis 500 Zeichen ohne Steuerzeichen',
  '1 to 60 characters on one line, without < > @ or quotation marks':
    '1 bis 60 Zeichen in einer Zeile, ohne < > @ und Anführungszeichen',
  'a card number': 'eine Kartennummer',
  'a colour like #1d4ed8': 'eine Farbe wie #1d4ed8',
  'a country code of two upper-case letters': 'ein Ländercode aus zwei Großbuchstaben',
  'a currency code of three lower-case letters': 'ein Währungscode aus drei Kleinbuchstaben',
  'a host name or an IPv4 address of up to 100 characters': 'ein Name oder eine IPv4-Adresse mit höchstens 100 Zeichen',
  'a language code of two letters': 'ein Sprachcode aus zwei Buchstaben',
  'a number, true or false, or a text of at most 200 characters':
    'eine Zahl, ja oder nein, oder ein Text bis 200 Zeichen',
  'a time in unix seconds (not milliseconds)': 'ein Zeitpunkt in Sekunden',
  'a two-letter country code (ISO 3166) in upper case': 'ein Ländercode aus zwei Großbuchstaben',
  'a web address that begins with https://': 'eine Internetadresse, die mit https:// beginnt',
  'a year': 'ein Jahr',
  'an array of 1 to 50 types of events': '1 bis 50 Arten von Ereignissen',
  'an email address': 'eine E-Mail-Adresse',
  'an object with payment_expected_at, payment_notify_offset, block_offset or use_fleet_lifecycle':
    'eine Abrechnungsautomatik',
  'letters, digits, - and /': 'Buchstaben, Ziffern, - und /',
  'the 3 or 4 digits of the security code': 'die 3 oder 4 Ziffern der Prüfnummer',
  'the id of fleet_app': 'die Flottenanwendung',
  'the name on the card': 'der Name auf der Karte',
  // Of own fields of vehicles.
  'a number of at most 1,000,000,000,000': 'eine Zahl bis 1.000.000.000.000',
  'a day, such as 2027-03-31': 'ein Datum',
  'one of the choices of the field': 'eine Auswahl des Feldes',
  'true or false': 'ja oder nein',
}

const range = (text: string): string =>
  text
    .replace(/^(\S+) to (\S+)$/, 'von $1 bis $2')
    .replace(/^at least (\S+)$/, 'mindestens $1')
    .replace(/^at most (\S+)$/, 'höchstens $1')

/** The forms of `describe`, one after the other. */
const forms: readonly (readonly [RegExp, (found: readonly string[]) => string])[] = [
  [/^null$/, () => 'kein Wert'],
  [/^an object$/, () => 'eine Gruppe von Angaben'],
  [/^an array$/, () => 'eine Liste'],
  [/^a string$/, () => 'ein Text'],
  [/^a text of (.+) characters$/, ([, size]) => `ein Text ${range(size!)} Zeichen`],
  [/^one of (.+)$/, ([, choices]) => `eines von ${choices}`],
  [
    /^(?:a string, )?(\S+ to \S+|at (?:least|most) \S+) characters long$/,
    ([, size]) => `${range(size!).replace(/^von /, '')} Zeichen`,
  ],
  [/^an array of (.+) items$/, ([, size]) => `eine Liste mit ${range(size!).replace(/^von /, '')} Einträgen`],
  [
    /^(a whole number|a number)(?:, (\S+ to \S+|at (?:least|most) \S+))?( in steps of \S+)?$/,
    ([, kind, size = '', steps = '']) => {
      const number = kind === 'a number' ? 'eine Zahl' : 'eine ganze Zahl'
      const bounds = size && `${size.startsWith('at ') ? ',' : ''} ${range(size)}`
      return `${number}${bounds}${steps.replace('in steps of', 'in Schritten von')}`
    },
  ],
]

function described(text: string): string | undefined {
  if (text in meanings) return meanings[text]
  for (const [pattern, own] of forms) {
    const found = pattern.exec(text)
    // “one of a, b or null” is two forms.
    if (found && !(text.startsWith('one of ') && text.includes(' or '))) return own(found)
  }
  const at = text.lastIndexOf(' or ')
  if (at < 0) return undefined
  const [one, other] = [described(text.slice(0, at)), described(text.slice(at + 4))]
  return one && other && `${one} oder ${other}`
}

export function valueRefusal(sentence: string): string | undefined {
  if (/^\S+ is required$/.test(sentence)) return 'Diese Angabe fehlt.'
  if (/^\S+ is not known here$/.test(sentence)) return 'Diese Angabe gibt es hier nicht.'
  if (/^\S+ must be one line of text, not blank and without control characters$/.test(sentence)) {
    return 'Geben Sie eine Zeile Text ohne Steuerzeichen ein.'
  }
  const needed = /^.+? must be (?:a string, )?(.+?)\.?$/.exec(sentence)?.[1]
  const german = needed === undefined ? undefined : described(needed)
  return german && `Erlaubt: ${german}.`
}
