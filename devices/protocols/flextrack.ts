/**
 * Flextrack Lommy (Pro, Personal), protocol FlexCl, in text over TCP.
 * Sources: the maker's page for servers of customers, which names the protocol; public implementations and recorded
 * traffic (docs/protocols.md).
 *
 *   number,LOGON,id,iccid                                                    → number,ACK\r
 *   number,UNITSTAT,yyyymmdd,hhmmss,id,N55.46.0812,E009.21.1665,km/h,course,satellites,millivolts,dBm,state,network,metres,
 *          HDOP in tenths,cell,age of the fix,area,metres driven             → number,ACK\r
 */
import { ascii } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, hexNumber, integer } from '../bytes/text.ts'
import { type Field, hexTimes, putFields, times } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { ProtocolError } from '../protocol.ts'

interface State {
  /** Said at the login, and put into the messages that follow. */
  readonly iccid?: string
}

export default defineLines<State>({
  opening: anyOf(
    ...['-', ''].flatMap((sign) => [
      opening(sign, digits(1, 10), ',LOGON,', digits(4, 20), ','),
      opening(sign, digits(1, 10), ',UNITSTAT,', digits(8), ','),
    ]),
  ),
  end: '\r',

  read({ text, state }) {
    const [number = '', kind, ...fields] = text.split(',')
    if (integer(number) === undefined || kind === undefined) throw new ProtocolError('a line begins with its number')
    const reply = ascii(`${number},ACK\r`)
    const into = draft()
    switch (kind) {
      case 'LOGON': {
        const [id = '', iccid = ''] = fields
        return { ident: checkedIdent(id), reply, state: { iccid } }
      }
      case 'UNITSTAT':
        putStatus(into, fields)
        put(into, 'gsm.sim.iccid', state.iccid)
        return { ...told(checkedIdent(fields[2] ?? ''), into), reply }
      default:
        put(into, 'message.type', kind)
        put(into, 'message.content', fields.join(','))
        return { ...told(undefined, into), reply }
    }
  },
})

const table: readonly Field[] = [
  'position.speed',
  'position.direction',
  'position.satellites',
  times('battery.voltage', 0.001),
  'gsm.signal.dbm',
  hexTimes('custom.state'),
  undefined,
  'position.altitude',
  times('position.hdop', 0.1),
  undefined,
  'position.fix.age',
  undefined,
  times('vehicle.mileage', 0.001),
]

function putStatus(into: Draft, fields: readonly string[]): void {
  const [date = '', time = '', , latitude, longitude, ...values] = fields
  put(into, 'timestamp', dateAndTime(date.slice(2), time, 'yymmdd'))
  putFix(into, true, degreesOf(latitude), degreesOf(longitude))
  putFields(into, values, table)
  const [network = '', , , cell, , area] = values.slice(6)
  putCells(into, [
    {
      mcc: integer(network.slice(0, 3)),
      mnc: integer(network.slice(3)),
      lac: hexNumber(area),
      cellid: hexNumber(cell),
    },
  ])
}

/** The hemisphere, degrees, and minutes after a dot. */
function degreesOf(text: string | undefined): number | undefined {
  const [, side, degrees, minutes] = /^([NSEW])(\d{1,3})\.(\d{1,2}\.\d{1,8})$/.exec(text ?? '') ?? []
  if (degrees === undefined) return undefined
  const value = Number(degrees) + Number(minutes) / 60
  return side === 'S' || side === 'W' ? -value : value
}
