/**
 * Trackers that send the sentences of their receiver and say once who they are, over TCP and UDP: T55, CradlePoint, Maxon,
 * Redview and many routers and home-made ones.
 * Sources: recorded traffic and public implementations (docs/protocols.md).
 *
 *   $PGID,<id>*sum  $GPFID,<id>  $IMEI=<id>  IMEI <id>  $DEVID,<id>*sum  $PSIWMDID,<id>*sum  $PCPTI,<id>,…  $CONNECT,<id>,…
 *   or the id before a sentence: <id>$GPRMC,…  <id>,$GPRMC,…  <name>/<id>/$GPRMC,…
 *   GxRMC, GxGGA, GxGLL, GPRMA, TRCCR, GPIOP, GPTXT, PUBX, QZE, $ID,…
 *
 * No replies. A sentence before the id is given with it.
 */

import { checkedIdent, dateAndTime, decimal, degreesMinutes, integer } from '../bytes/text.ts'
import { binary, type Field, putFields, times, word } from '../families/fields.ts'
import { defineLines } from '../families/lines.ts'
import { knots, nearTime, putFix, putRmc } from '../families/nmea.ts'
import { anyOf, digits, except, hexDigits, opening } from '../families/opening.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'

interface State {
  readonly ident?: string
  /** Of a tracker that has not said who it is. */
  readonly pending?: Message
}

const named = ['$PGID,', '$GPFID,', '$IMEI=', 'IMEI ', '$DEVID,', '$PSIWMDID,', '$PCPTI,', '$CONNECT,']

export default defineLines<State>({
  opening: anyOf(
    ...named.map((word) => opening(word, except('#', 4, 4))),
    ...['$GNRMC,', '$GPGGA,', '$GNGGA,', '$TRCCR,'].map((word) => opening(word, digits(4))),
    // ExtremTrac has an id in the place of the time, and digits after it.
    opening('$GPRMC,', digits(4, 20), '.'),
    opening('$GPRMC,', digits(4, 20), ',', except('0123456789', 1, 1)),
    opening('$ID,', digits(15), ','),
    opening('QZE,', digits(15), ','),
    opening(digits(6, 15), '$G'),
    opening(digits(15), ',$G'),
    opening(digits(1, 9), '/', hexDigits(6, 15), '/$G'),
  ),

  read({ text, state, receivedAt }) {
    const into = draft()
    const dollar = text.indexOf('$')
    const said = identOf(text, dollar)
    const sentence = dollar > 0 ? text.slice(dollar) : text
    const inside = putSentence(into, sentence, receivedAt)
    const message = finish(into)
    const ident = said ?? (inside ? checkedIdent(inside) : undefined)
    const known = ident ?? state.ident
    if (known === undefined) return message ? { state: { pending: message } } : {}
    const messages = [...(state.pending ? [state.pending] : []), ...(message ? [message] : [])]
    return {
      ...(ident === undefined ? {} : { ident }),
      ...(messages.length > 0 ? { messages } : {}),
      ...(known === state.ident && !state.pending ? {} : { state: { ident: known } }),
    }
  },
})

/** What a line says of its tracker: before the sentence, in a sentence of its own, or alone. */
function identOf(text: string, dollar: number): string | undefined {
  if (dollar > 0)
    return checkedIdent(
      text
        .slice(0, dollar)
        .split(/[,/]/)
        .filter((part) => part !== '')
        .at(-1) ?? '',
    )
  const start = named.find((word) => text.startsWith(word))
  if (start) return checkedIdent(text.slice(start.length).split(/[*,]/)[0]!.trim().replaceAll(' ', '_'))
  return /^[\dA-F]{6,20}$/.test(text) ? text : undefined
}

/** Tells the id when the sentence has one. */
function putSentence(into: Draft, sentence: string, receivedAt: Date): string | undefined {
  const [body = '', ...after] = sentence.split('*')
  const [name = '', ...fields] = body.split(',')
  switch (name.length === 6 && name.startsWith('$G') ? name.slice(3) : name) {
    case 'RMC':
      putRmc(into, fields)
      return putAfter(into, after.join('*').split(',').slice(1))
    case 'GGA':
      putGga(into, fields, receivedAt)
      return undefined
    case 'GLL':
      put(into, 'timestamp', nearTime(fields[4] ?? '', receivedAt))
      putFix(into, fields[5] === 'A', degreesMinutes(fields[0], fields[1]), degreesMinutes(fields[2], fields[3]))
      return undefined
    case 'RMA':
      putFix(into, fields[0] === 'A', degreesMinutes(fields[1], fields[2]), degreesMinutes(fields[3], fields[4]))
      putFields(into, fields.slice(7), [knots, 'position.direction'])
      return undefined
    case 'IOP':
      putFields(into, fields, inputs)
      return undefined
    case 'TXT':
      return putNetwork(into, fields)
    case '$TRCCR':
      putTrccr(into, fields)
      return undefined
    case '$PUBX':
      return putUblox(into, fields, receivedAt)
    case 'QZE':
      return putQze(into, fields)
    case '$ID':
      putPairs(into, fields.slice(1))
      return fields[0]
    default:
      return undefined
  }
}

/** After the sum: satellites, IMEI, ignition, fuel, battery, and values of the owner's own. */
function putAfter(into: Draft, [satellites, imei, ...rest]: readonly string[]): string | undefined {
  if (imei === undefined || integer(imei) === undefined) return undefined
  put(into, 'position.satellites', integer(satellites))
  putFields(into, rest, ['engine.ignition.status', 'custom.fuel', 'custom.battery'])
  for (const [index, value] of rest.slice(3).entries()) put(into, `custom.value_${index + 1}`, value)
  return imei
}

function putGga(
  into: Draft,
  [time = '', latitude, north, longitude, east, quality, ...rest]: readonly string[],
  receivedAt: Date,
): void {
  put(into, 'timestamp', nearTime(time, receivedAt))
  putFix(into, (integer(quality) ?? 0) > 0, degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(into, rest, ['position.satellites', 'position.hdop', 'position.altitude'])
}

const inputs: readonly Field[] = [
  binary('din'),
  binary('dout'),
  'ain.1',
  'ain.2',
  'ain.3',
  'ain.4',
  'external.powersource.voltage',
  'battery.voltage',
]

function putNetwork(into: Draft, [kind, id, operator, dbm, network = '']: readonly string[]): string | undefined {
  if (kind !== 'NET') return undefined
  const [mcc, mnc] = network.split(' ')
  put(into, 'custom.operator', operator)
  put(into, 'gsm.signal.dbm', integer(dbm))
  put(into, 'gsm.mcc', integer(mcc))
  put(into, 'gsm.mnc', integer(mnc))
  return id
}

function putTrccr(into: Draft, [moment = '', status, latitude, longitude, ...rest]: readonly string[]): void {
  put(into, 'timestamp', dateAndTime(moment.slice(2, 8), moment.slice(8), 'yymmdd'))
  putFix(into, status === 'A', decimal(latitude), decimal(longitude))
  putFields(into, rest, [knots, 'position.direction', 'position.altitude', 'custom.battery'])
}

function putUblox(into: Draft, fields: readonly string[], receivedAt: Date): string | undefined {
  const [, time = '', latitude, north, longitude, east, altitude = '', state, ...rest] = fields
  put(into, 'timestamp', nearTime(time, receivedAt))
  putFix(into, state !== 'NF', degreesMinutes(latitude, north), degreesMinutes(longitude, east))
  putFields(
    into,
    [altitude, ...rest],
    [
      'position.altitude',
      'position.accuracy',
      undefined,
      'position.speed',
      'position.direction',
      undefined,
      undefined,
      'position.hdop',
      'position.vdop',
      undefined,
      'position.satellites',
    ],
  )
  return rest[10]
}

function putQze(
  into: Draft,
  [id, event = '', date = '', time = '', latitude, longitude, ...rest]: readonly string[],
): string | undefined {
  put(into, 'timestamp', dateAndTime(date.slice(0, 4) + date.slice(6), time, 'ddmmyy'))
  putFix(into, rest[2] === 'A', decimal(latitude), decimal(longitude))
  putFields(
    into,
    [event, ...rest],
    ['event.enum', 'position.speed', 'position.direction', undefined, 'engine.ignition.status'],
  )
  return id
}

const pairs: Readonly<Record<string, readonly Field[]>> = {
  S: [(into, text) => putFields(into, text.split(':'), ['custom.satellites_in_view', 'position.satellites'])],
  H: ['position.direction'],
  V: ['position.speed'],
  DD: [times('vehicle.mileage', 0.001)],
  ALARM: [word('custom.alarm')],
}

/** Names followed by their values, after the model and numbers of the tracker. */
function putPairs(into: Draft, fields: readonly string[]): void {
  const gps = fields.findIndex((field) => /^GPSE[XHTD]$/.test(field))
  const find = (name: string) => fields.indexOf(name, name === 'ALARM' ? 0 : gps + 2)
  const valueAt = (name: string, ahead = 1) => fields[find(name) + ahead]
  const has = (name: string) => find(name) >= 0
  if (has('D') && has('T')) put(into, 'timestamp', dateAndTime(valueAt('D') ?? '', valueAt('T') ?? '', 'ddmmyy'))
  const signed = (name: string) => {
    const value = has(name) ? decimal(valueAt(name)) : undefined
    return value === undefined ? undefined : 'SW'.includes(valueAt(name, 2) ?? '-') ? -value : value
  }
  putFix(into, fields[gps + 1] === 'A', signed('La'), signed('Lo'))
  for (const [name, table] of Object.entries(pairs)) if (has(name)) putFields(into, [valueAt(name) ?? ''], table)
}
