/**
 * The text frames, `*HQ,<id>,<kind>,<fields>#`.
 *
 *   V1, V2, V5, V6, V19, VI1   time, A|V, latitude, N|S, longitude, E|W, knots, course, [a number], date, [telephone,
 *                              ICCID,] status, [network]
 *   V4     the command it answers and its parameters, our time, then as V1
 *   VP1    A and a position without a time of day, or V and the cells
 *   NBR    time, MCC, MNC, timing advance, number of cells, { LAC, cell, signal }, date, status, [battery]
 *   V3     time, MCC and MNC in one, number of cells, { LAC, cell, timing advance, dBm }, …, date, status
 *   BS     time, MCC, MNC, { LAC, cell, signal } in hex, date, status, battery in percent
 *   BASE   time, MCC, MNC, LAC, cell, date, status
 *   LINK   time, signal, satellites, battery in percent, steps, turns, date, status
 *   HTBT   [battery in percent];   V0, XT: heartbeats
 *   SMS    the text of an answer
 */
import { ascii, latin1 } from '../../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Cell, type Draft, draft, finish, put, putCells } from '../../message.ts'
import { type Decoded, ProtocolError } from '../../protocol.ts'
import { putPlace, putVehicle } from './place.ts'
import { putBattery, putStatus } from './status.ts'

export function readText<State extends { head?: string }>(
  frame: Uint8Array,
  receivedAt: Date,
  state: State,
): Decoded<State> {
  const text = latin1(frame)
  const end = text.indexOf('#')
  const [maker = '', id = '', kind, ...fields] = text.slice(1, end < 0 ? undefined : end).split(',')
  if (kind === undefined || maker.length !== 2) throw new ProtocolError('a text frame has a maker, an id and a kind')
  const ident = id === '' ? undefined : checkedIdent(id)
  const into = draft()
  const keep = (kinds.get(kind) ?? readPosition)(into, fields, id)
  const message = keep === false ? undefined : finish(into)
  const answer = ident === undefined ? undefined : answerTo(kind, receivedAt)
  const head = `*${maker},${id}`
  return {
    ident,
    messages: message && [message],
    reply: answer === undefined ? undefined : ascii(`*${maker},${id},${answer}#`),
    ...(kind === 'V4' ? { answers: [{ text: withoutOurTime(message?.['message.content']) }] } : {}),
    ...(ident === undefined || head === state.head ? {} : { state: { ...state, head } }),
  }
}

/** What a position or a heartbeat is confirmed with. */
function answerTo(kind: string, receivedAt: Date): string | undefined {
  if (kind === 'HTBT' || kind === 'V0') return kind
  if ((kind !== 'V1' && kind !== 'NBR') || Number.isNaN(receivedAt.getTime())) return undefined
  const clock = receivedAt.toISOString()
  const digits = clock.slice(0, 4) + clock.slice(5, 7) + clock.slice(8, 10)
  return `V4,${kind},${digits}${clock.slice(11, 13)}${clock.slice(14, 16)}${clock.slice(17, 19)}`
}

/** False: there was nothing in it worth a message. */
type Kind = (into: Draft, fields: readonly string[], id: string) => boolean

const nothing: Kind = () => false

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['', nothing],
  ['V0', nothing],
  ['XT', nothing],
  ['HTBT', readHeartbeat],
  ['LINK', readLink],
  ['NBR', readNeighbours],
  ['V3', readCellsV3],
  ['BS', readBaseStations],
  ['BASE', readBase],
  ['SMS', readAnswer],
  ['V4', readConfirmation],
  ['VP1', readPlaceOrCells],
])

function readPosition(into: Draft, fields: readonly string[], id: string): boolean {
  const placeAt = putPlace(into, fields)
  if (placeAt !== undefined) {
    putVehicle(into, fields.slice(placeAt), id)
    return true
  }
  // Without a fix some send neither position nor hemisphere, but the same number of fields.
  if (fields.length < 10 || (fields[1] !== 'V' && fields[1] !== 'A')) return false
  put(into, 'timestamp', moment(fields[8], fields[0]))
  put(into, 'position.valid', false)
  putVehicle(into, fields.slice(9), id)
  return true
}

function readConfirmation(into: Draft, fields: readonly string[], id: string): boolean {
  const placeAt = putPlace(into, fields)
  const hemisphere = placeAt === undefined ? -1 : fields.findIndex((field) => field === 'N' || field === 'S')
  // Before the position stands the vehicle's time; ours, which it repeats, belongs to the answer.
  const words = hemisphere < 0 ? fields : fields.slice(0, Math.max(0, hemisphere - 3))
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', words.join(','))
  if (placeAt !== undefined) putVehicle(into, fields.slice(placeAt), id)
  return true
}

/** What it did, without the time of our command, which it repeats. */
function withoutOurTime(content: unknown): string {
  const words = String(content ?? '').split(',')
  const last = words.at(-1)!
  return (words.length > 1 && last.length === 6 && isDigits(last) ? words.slice(0, -1) : words).join(',')
}

function readPlaceOrCells(into: Draft, fields: readonly string[], id: string): boolean {
  // B is a position by the cells.
  if (fields[0] === 'A' || fields[0] === 'B') return readPosition(into, fields, id)
  put(into, 'position.valid', false)
  const [, mcc, mnc, ...rest] = fields
  const cells = rest.join(',').split('Y')
  return putNetwork(
    into,
    mcc,
    mnc,
    decimalCells(
      cells.flatMap((cell) => cell.split(',').slice(0, 3)),
      3,
    ),
  )
}

function readHeartbeat(into: Draft, [battery]: readonly string[]): boolean {
  put(into, 'battery.level', integer(battery))
  return true
}

function readLink(into: Draft, fields: readonly string[]): boolean {
  const [time, signal, satellites, battery, steps, turns, date, status] = fields
  put(into, 'timestamp', moment(date, time))
  put(into, 'custom.rssi', integer(signal))
  put(into, 'position.satellites', integer(satellites))
  put(into, 'battery.level', integer(battery))
  put(into, 'steps.counter', integer(steps))
  put(into, 'custom.turnovers', integer(turns))
  putStatus(into, hexNumber(status))
  return true
}

function readNeighbours(into: Draft, fields: readonly string[]): boolean {
  const [time, mcc, mnc, , count] = fields
  const after = 5 + (integer(count) ?? 0) * 3
  const [date, status, battery] = fields.slice(after)
  put(into, 'timestamp', moment(date, time))
  putStatus(into, hexNumber(status))
  putBattery(into, integer(battery))
  return putNetwork(into, mcc, mnc, decimalCells(fields.slice(5, after), 3))
}

function readCellsV3(into: Draft, fields: readonly string[]): boolean {
  const [time, operator = '', count] = fields
  put(into, 'timestamp', moment(fields.at(-2), time))
  putStatus(into, hexNumber(fields.at(-1)))
  if (fields.at(-3) === 'X') put(into, 'custom.battery', hexNumber(fields.at(-5)))
  const cells = decimalCells(fields.slice(3, 3 + (integer(count) ?? 0) * 4), 4)
  return putNetwork(into, operator.slice(0, 3), operator.slice(3), cells)
}

function readBaseStations(into: Draft, fields: readonly string[]): boolean {
  const [time, mcc, mnc, ...rest] = fields
  const [date, status, battery] = rest.slice(-3)
  put(into, 'timestamp', moment(date, time))
  putStatus(into, hexNumber(status))
  put(into, 'battery.level', integer(battery))
  const cells: Cell[] = []
  for (let at = 0; at + 3 <= rest.length - 3; at += 3) {
    cells.push({ mcc: hexNumber(mcc), mnc: hexNumber(mnc), lac: hexNumber(rest[at]), cellid: hexNumber(rest[at + 1]) })
  }
  putCells(into, cells)
  return 'gsm.cellid' in into.values
}

function readBase(into: Draft, fields: readonly string[]): boolean {
  const [time, mcc, mnc, lac = '', cell = '', date, status] = fields
  put(into, 'timestamp', moment(date, time))
  putStatus(into, hexNumber(status))
  return putNetwork(into, mcc, mnc, decimalCells([lac, cell], 2))
}

function readAnswer(into: Draft, fields: readonly string[]): boolean {
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', fields.join(','))
  return true
}

const moment = (date = '', time = ''): number | undefined => dateAndTime(date, time, 'ddmmyy')

/** Groups of `size` fields: LAC, cell, and last the signal, which is in dBm when it is below zero. */
function decimalCells(fields: readonly string[], size: number): Cell[] {
  const cells: Cell[] = []
  for (let at = 0; at + 2 <= fields.length; at += size) {
    const signal = size > 2 ? decimal(fields[at + size - 1]) : undefined
    const dbm = signal !== undefined && signal < 0 ? signal : undefined
    cells.push({ lac: integer(fields[at]), cellid: integer(fields[at + 1]), dbm })
  }
  return cells
}

function putNetwork(into: Draft, mcc: string | undefined, mnc: string | undefined, cells: readonly Cell[]): boolean {
  putCells(
    into,
    cells.map((cell) => ({ mcc: integer(mcc), mnc: integer(mnc), ...cell })),
  )
  return 'gsm.cellid' in into.values
}
