/**
 * Wristbands that say YX, in text packets over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   000102, u16 length, YX<imei>|V1.0|<model>|{F<type>#<content>}\r\n, FFFEFC
 *   01  battery, number, …                            → {F01#number}
 *   02  longitude,latitude,yyyymmddhhmm,km/h|…
 *   03  mac,dBm_…|cells      04  lac,mnc,mcc,cell,signal:…
 *   64  anything                                      → the same
 *   90  asks for a server    91  firmware             → {F91#yyyy-mm-dd-hh-mm-ss|server}
 *
 * A server is only named if the setting `server` (`host,port`) gives one.
 */
import { ascii, be16, concat, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, integer } from '../bytes/text.ts'
import { prefixed } from '../families/binary.ts'
import { putPoints } from '../families/network.ts'
import { putFix } from '../families/nmea.ts'
import { digits, opening } from '../families/opening.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, type KnownUnit, ProtocolError } from '../protocol.ts'

interface State {
  /** Said at the login, and put into the messages that follow. */
  readonly firmware?: string
}

const start = [0x00, 0x01, 0x02]
const end = [0xff, 0xfe, 0xfc]
const headBytes = 5
const frameBytesMax = 4096

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes) {
    for (let at = 0; at < start.length; at++) {
      if (at >= bytes.length) return 'more'
      if (bytes[at] !== start[at]) return 'no'
    }
    return begins(bytes.subarray(Math.min(headBytes, bytes.length)))
  },

  frame: prefixed({ start, at: 3, size: 2, plus: headBytes + end.length, max: frameBytesMax }),

  decode(frame, state, receivedAt, unit) {
    const text = latin1(frame.subarray(headBytes))
    const [, imei, version, type, content = ''] =
      /^..(\d{5,20})\|([Vv]\d+\.\d+)\|\d+\|\{F(\d+)#?([^}]*)\}/.exec(text) ?? []
    if (imei === undefined) throw new ProtocolError('not a sentence of a wristband')
    const said = answerTo(type!, content, receivedAt, unit)
    const reply = said === undefined ? {} : { reply: packet(`YX${imei}|${version}|0|{F${type}#${said}}\r\n`) }
    return { ident: checkedIdent(imei), ...read(type!, content, state), ...reply }
  },
})

const begins = opening('YX', digits(10, 20), '|')

const packet = (sentence: string): Uint8Array => concat(start, be16(sentence.length), ascii(sentence), end)

const [askServer, login] = ['90', '91']

function answerTo(type: string, content: string, at: Date, unit: KnownUnit | undefined): string | undefined {
  const { server } = unit?.settings ?? {}
  const address = typeof server === 'string' ? server : undefined
  if (type === askServer) return address
  if (type === login) {
    const now = at.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')
    return address === undefined ? now : `${now}|${address}`
  }
  if (type === '01') return content.split(',')[1]
  return type === '64' ? content : undefined
}

function read(type: string, content: string, { firmware }: State): Decoded<State> {
  if (type === login) return { state: { firmware: content.split('|').at(-1)! } }
  if (type === askServer || type === '64') return {}
  const messages = (type === '02' ? content.split('|') : [content]).flatMap((item): Message[] => {
    const into = draft()
    const reader = readers[type]
    if (reader) reader(into, item)
    else put(into, `custom.f${type}`, item)
    if (into.keys > 0) put(into, 'device.firmware.version', firmware)
    const message = finish(into)
    return message ? [message] : []
  })
  return messages.length > 0 ? { messages } : {}
}

const readers: Readonly<Record<string, (into: Draft, content: string) => void>> = {
  '01'(into, content) {
    const [battery, ...values] = content.split(',')
    put(into, 'battery.level', decimal(battery))
    for (const [index, value] of values.entries()) put(into, `custom.value_${index + 2}`, decimal(value))
  },
  '02'(into, content) {
    const [longitude, latitude, moment = '', speed] = content.split(',')
    put(into, 'timestamp', dateAndTime(moment.slice(2, 8), `${moment.slice(8, 12)}00`, 'yymmdd'))
    putFix(into, true, decimal(latitude), decimal(longitude))
    put(into, 'position.speed', decimal(speed))
  },
  '03'(into, content) {
    const [points = '', towers = ''] = content.split('|')
    const heard = points.split('_').map((point) => point.split(','))
    putPoints(
      into,
      heard.map(([mac = '', rssi]) => [mac.replaceAll(':', ''), integer(rssi)]),
    )
    putTowers(into, towers)
  },
  '04': putTowers,
}

function putTowers(into: Draft, content: string): void {
  const towers = content.split(':').map((tower) => tower.split(',').map(integer))
  putCells(
    into,
    towers.map(([lac, mnc, mcc, cellid, rssi]) => ({ mcc, mnc, lac, cellid, rssi })),
  )
}
