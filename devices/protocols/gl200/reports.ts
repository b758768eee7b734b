/**
 * The reports by their three letters. Source: @Track Air Interface Protocol of GV200 (V3.20), GV300, GV350M, GL200, GL300
 * (V1.02), GL500, GL520M and GMT100; each names the report, its fields before the position and what they mean.
 */

import { decimal, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { readAccessory } from './accessories.ts'
import {
  putSignal,
  readAccessPoints,
  readBattery,
  readCells,
  readInformation,
  readPassedThrough,
  readVersions,
} from './information.ts'
import { cellAt, findCell, findPlaces, putMotionState, putPlace, type Report } from './report.ts'
import { isVehicle, readRest } from './rest.ts'
import { readCan, readObd } from './vehicle.ts'

/** Reads the fields between the name and the position; all fields where there is no position. */
type Row = (into: Draft, prefix: readonly string[], report: Report) => void

const alarm =
  (word: Alarm): Row =>
  (into) =>
    raise(into, word)

const ignition =
  (isOn: boolean): Row =>
  (into, prefix) => {
    put(into, 'engine.ignition.status', isOn)
    // How long it was in the other state.
    put(into, isOn ? 'custom.ignition_off_seconds' : 'custom.ignition_on_seconds', integer(prefix.at(-1)))
  }

const power =
  (word: Alarm, isOn: boolean): Row =>
  (into) => {
    put(into, 'external.powersource.status', isOn)
    raise(into, word)
  }

/** Report id and type: two digits of one field on vehicles, two fields on portable trackers. */
function idAndType(prefix: readonly string[]): [id: number | undefined, type: number | undefined] {
  const last = prefix.at(-2) ?? ''
  if (last.length === 2) return [hexNumber(last[0]), hexNumber(last[1])]
  return [integer(prefix.at(-3)), integer(last)]
}

/** The last two are both at once. */
const harshKinds: readonly (readonly Alarm[])[] = [
  ['harsh_braking'],
  ['harsh_acceleration'],
  ['harsh_cornering'],
  ['harsh_braking', 'harsh_cornering'],
  ['harsh_acceleration', 'harsh_cornering'],
]

/** An input of its own: kind, then its state. */
const input =
  (n: number): Row =>
  (into, prefix) => {
    if (prefix.length > 1) put(into, `din.${n}`, prefix[1] === '1')
  }

const rows: Readonly<Record<string, Row>> = {
  SOS: alarm('sos'),
  SPD: alarm('overspeed'),
  TOW: alarm('towing'),
  CRA: alarm('crash'),
  CRD: alarm('crash'),
  JDR: alarm('jamming'),
  FLA: alarm('fuel_leak'),
  SWG: alarm('geofence'),
  GIN: alarm('geofence_enter'),
  GOT: alarm('geofence_exit'),
  PNA: alarm('power_on'),
  PFA: alarm('power_off'),
  EPN: power('power_restored', true),
  MPN: power('power_restored', true),
  EPF: power('power_cut', false),
  MPF: power('power_cut', false),
  IGN: ignition(true),
  VGN: ignition(true),
  IGF: ignition(false),
  VGF: ignition(false),
  IDN: (into) => {
    put(into, 'idle.status', true)
    raise(into, 'idle')
  },
  IDL: (into) => {
    put(into, 'idle.status', true)
    raise(into, 'idle')
  },
  IDF: (into) => put(into, 'idle.status', false),
  BTC: (into) => put(into, 'battery.charging.status', true),
  STC: (into) => put(into, 'battery.charging.status', false),
  STT: (into, prefix) => {
    putMotionState(into, prefix.find((field) => field.length === 2) ?? '')
    if (into.values['movement.status'] === true) raise(into, 'movement')
  },
  BPL: (into, prefix) => {
    put(into, 'battery.voltage', decimal(prefix.find((field) => field.includes('.'))))
    raise(into, 'low_battery')
  },
  // 1 left, 2 entered.
  JDS: (into, prefix) => raise(into, prefix.includes('2') ? 'jamming' : undefined),
  // Alarm type 1 below, 2 within, 3 above the range; then the temperature.
  TEM: (into, prefix) => {
    put(into, 'device.temperature', decimal(prefix[1]))
    raise(into, prefix[0] === '2' ? undefined : 'temperature')
  },
  TMP: alarm('temperature'),
  // 1 open, 2 short.
  ANT: (into, prefix) => raise(into, prefix[0] === '1' || prefix[0] === '2' ? 'gnss_antenna_cut' : undefined),
  RMD: (into, prefix) => put(into, 'gsm.network.roaming.status', prefix[0] === '1' || prefix[0] === '2'),
  HBM: (into, prefix) => {
    const [, type] = idAndType(prefix)
    for (const alarm of harshKinds[type ?? -1] ?? []) raise(into, alarm)
  },
  GEO: (into, prefix) => {
    const [id, type] = idAndType(prefix)
    put(into, 'geofence.id', id)
    raise(into, type === 1 ? 'geofence_enter' : 'geofence_exit')
  },
  DIS: (into, prefix) => {
    const [id, type] = idAndType(prefix)
    if (id) put(into, `din.${id}`, type === 1)
  },
  DOS: (into, prefix) => {
    const [id, type] = idAndType(prefix)
    if (id) put(into, `dout.${id}`, type === 1)
  },
  IGL: (into, prefix) => {
    const [, type] = idAndType(prefix)
    put(into, 'engine.ignition.status', type === 1)
  },
  LSW: input(1),
  TSW: input(2),
  // Jamming of the receiver: strength, then 1 left, 2 unsure, 3 entered.
  GPJ: (into, prefix) => put(into, 'gnss.jamming.alarm.status', prefix[1] === '3'),
  // A camera that watches the driver: kind of warning, how tired.
  DAR: (into, prefix) => {
    put(into, 'custom.warning_type', integer(prefix[0]))
    put(into, 'custom.fatigue_degree', integer(prefix[1]))
    raise(into, prefix[0] === '1' ? 'fatigue' : undefined)
  },
  // Index, kind, model, alarm, mask; number, model, mask.
  BAA: (into, prefix) => {
    put(into, 'alarm.code', hexNumber(prefix[3]))
    readAccessory(into, 1, prefix, 4, prefix.length)
  },
  BID: (into, prefix) => void readAccessory(into, 1, prefix, 2, prefix.length),
  WIF: (into, _prefix, report) => {
    put(into, 'position.valid', false)
    readAccessPoints(into, report.fields, report.from, report.to)
    put(into, 'battery.level', integer(report.fields[report.to - 1]))
  },
  NMR: (into, prefix) => {
    const [, type] = idAndType(prefix)
    put(into, 'movement.status', type === 1)
  },
  IDA: (into, prefix) => put(into, 'driver.id', longest(prefix)),
  CAN: (into, prefix, { fields, from }) => {
    put(into, 'report.reason', integer(prefix[0]))
    readCan(into, fields, from + 1, from + prefix.length)
  },
  OBD: (into, prefix, { fields, from }) => {
    put(into, 'report.reason', integer(prefix[0]))
    readObd(into, fields, from + 1, from + prefix.length)
  },
  INF: (into, _prefix, report) => readInformation(into, report),
  GSM: (into, _prefix, report) => readCells(into, report),
  LBS: (into, prefix, report) => {
    put(into, 'battery.level', integer(prefix[2]))
    readCells(into, report)
  },
  BAT: (into, _prefix, report) => readBattery(into, report),
  VER: (into, _prefix, report) => readVersions(into, report),
  CID: (into, prefix) => put(into, 'gsm.sim.iccid', prefix[0]),
  CSQ: (into, prefix) => putSignal(into, prefix[0]),
  DTT: (into, prefix) => readPassedThrough(into, prefix),
  DAT: (into, prefix) => readPassedThrough(into, prefix),
}

/** Reports whose fields are read by position, so that nothing is left over to show. */
const readWhole = new Set([
  'WIF',
  'INF',
  'GSM',
  'LBS',
  'BAT',
  'VER',
  'CID',
  'CSQ',
  'DTT',
  'DAT',
  'CAN',
  'OBD',
  'PNA',
  'PFA',
])

const longest = (fields: readonly string[]): string | undefined => {
  const found = fields.reduce((best, field) => (field.length > best.length ? field : best), '')
  return found.length >= 4 ? found : undefined
}

export function readReport(report: Report): Message[] {
  const { fields, from } = report
  const places = findPlaces(report)
  if (places.length === 0) return readWithoutPlace(report)
  const prefix = fields.slice(from, Math.max(places[0]!.from, from))
  return places.map((place, index) => {
    const into = head(report)
    putPlace(into, report, place)
    putPower(into, report, prefix)
    readRow(into, report, prefix)
    if (index === places.length - 1) {
      let rest = place.to
      if (place.cell < 0) {
        const cell = findCell(report, place.to)
        if (cell >= 0) {
          readAccessPoints(into, fields, place.to, cell)
          putCells(into, [cellAt(fields, cell)])
          rest = cell + 4
        }
      }
      readRest(into, report, prefix, rest)
    }
    return finish(into)!
  })
}

/** Reports that are positions and nothing else. */
const plain = new Set(['FRI', 'ERI', 'RTL', 'LBC', 'CTN', 'STR', 'DOG', 'PNL', 'TRI'])

/** What comes before the position of a report without a row is kept as it is. */
function readRow(into: Draft, report: Report, prefix: readonly string[]): void {
  const row = rows[report.type]
  if (row) row(into, prefix, report)
  else if (!plain.has(report.type) && prefix.some((field) => field !== ''))
    put(into, 'message.content', prefix.join(','))
}

function head(report: Report): Draft {
  const into = draft()
  put(into, 'message.type', `GT${report.type}`)
  if (report.header === 'BUFF') put(into, 'message.buffered.status', true)
  if (report.vin) put(into, 'vehicle.vin', report.vin)
  put(into, 'record.seqnum', hexNumber(report.count))
  return into
}

/** Vehicles send the voltage of their supply before report id and type. */
function putPower(into: Draft, { type }: Report, prefix: readonly string[]): void {
  const isSent = prefix.length >= 3 && isVehicle(prefix) && (type === 'FRI' || type === 'ERI')
  const millivolts = isSent ? integer(prefix.at(-3)) : undefined
  if (millivolts !== undefined && millivolts > 0) put(into, 'external.powersource.voltage', millivolts / 1000)
}

function readWithoutPlace(report: Report): Message[] {
  const { fields, from, to, type } = report
  // A report without a version is of an older protocol, of which only positions are known.
  if (!report.version) return []
  const into = head(report)
  put(into, 'timestamp', report.sentAt)
  const prefix = fields.slice(from, to)
  if (report.header === 'ACK') {
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', [`GT${type}`, ...prefix].join(','))
    return [finish(into)!]
  }
  rows[type]?.(into, prefix, report)
  if (readWhole.has(type)) return [finish(into)!]
  const cell = findCell(report, from)
  const rest = cell >= 0 ? cell + cellFields : emptyPlaceEnd(report)
  if (rest < to) {
    put(into, 'position.valid', false)
    if (cell >= 0) putCells(into, [cellAt(fields, cell)])
    readRest(into, report, fields.slice(from, Math.max(rest - placeFields, from)), rest)
  } else {
    put(into, 'message.content', prefix.join(','))
  }
  return [finish(into)!]
}

const cellFields = 4
/** Accuracy to time, and the cell. */
const placeFields = 7 + cellFields

/** Where a fixed report continues after a position whose fields are all empty; the end when it has none. */
function emptyPlaceEnd({ fields, from, to, type }: Report): number {
  const prefix = type === 'FRI' ? 3 : type === 'ERI' ? 4 : to
  const end = from + prefix + placeFields
  return end < to && fields.slice(from + prefix, end).every((field) => field === '') ? end : to
}
