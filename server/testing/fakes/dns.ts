/** A real DNS server (RFC 1035 over UDP) for made-up names. Unknown names do not exist. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after } from 'node:test'

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof types

export interface DnsServer {
  /** As a setting names it. */
  readonly address: string
  /** All records of a type for a name. */
  set(name: string, type: RecordType, ...values: readonly string[]): void
  /** While true, every answer is a server failure. */
  isBroken: boolean
}

export async function startDns(): Promise<DnsServer> {
  const records = new Map<string, readonly string[]>()
  const socket = createSocket('udp4')
  const self = {
    address: '',
    isBroken: false,
    set: (name: string, type: RecordType, ...values: readonly string[]) => void records.set(`${type} ${name}`, values),
  }
  socket.on('message', (question, { address, port }) => {
    const [name, end] = nameIn(question, 12)
    const asked = question.readUInt16BE(end)
    const found = (Object.keys(types) as RecordType[]).flatMap((type) =>
      types[type] === asked || type === 'CNAME'
        ? (records.get(`${type} ${name}`) ?? []).map((value) => recordOf(type, value))
        : [],
    )
    const isKnown = [...records.keys()].some((key) => key.endsWith(` ${name}`))
    const head = Buffer.alloc(12)
    question.copy(head, 0, 0, 2)
    // An answer, with recursion available; SERVFAIL, or NXDOMAIN for unknown names.
    head.writeUInt16BE(0x8180 | (self.isBroken ? 2 : isKnown ? 0 : 3), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(self.isBroken ? 0 : found.length, 6)
    const answers = self.isBroken ? [] : found
    socket.send(Buffer.concat([head, question.subarray(12, end + 4), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  self.address = `127.0.0.1:${socket.address().port}`
  after(() => void socket.close())
  return self
}

function nameIn(message: Buffer, start: number): readonly [string, number] {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return [labels.join('.'), at + 1]
}

function recordOf(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(12)
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(types[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(1, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: RecordType, value: string): Buffer {
  // A text is a row of strings of at most 255 bytes.
  if (type === 'TXT') {
    const parts = value.match(/.{1,255}/gs) ?? ['']
    return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
  }
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA')
    return Buffer.from(value.split(':').flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')]))
  const labels = value.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
