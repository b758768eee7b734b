/** A real SMTP server that stores what it receives, behind a wire that can be cut at any stage of a conversation. */
import { connect, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** In the order of a conversation. After the dot the server has the email and its answer is lost. */
export const stages = ['connect', 'tls', 'ehlo', 'auth', 'mail', 'rcpt', 'data', 'dot', 'quit'] as const
export type Stage = (typeof stages)[number]

export interface Delivered extends Email {
  readonly recipients: readonly string[]
}

export interface MailServer {
  readonly url: string
  readonly delivered: readonly Delivered[]
  /** The same, byte by byte. */
  readonly raw: readonly Buffer[]
  /** The most connections that were open at once. */
  readonly openMax: number
  /** The next `times` conversations that reach this stage are cut there. */
  cutAt(stage: Stage, times?: number): void
  /** A refusal of a command: its code, or undefined to accept. */
  refuse: (stage: 'connect' | 'auth' | 'mail' | 'rcpt' | 'dot', address: string) => number | undefined
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly user?: string
  readonly password?: string
  /** Offers STARTTLS, with a self-signed certificate. */
  readonly hasTls?: boolean
  /** On a port that dealers may use for mail servers, at its own loopback address. */
  readonly isOnMailPort?: boolean
}

let started = 0
const ownAddress = () => `127.${1 + ((process.pid >> 8) % 254)}.${process.pid % 256}.${++started}`

export async function startMailServer(given: MailServerOptions = {}): Promise<MailServer> {
  const { user, password, hasTls = false, isOnMailPort = false } = given
  const delivered: Delivered[] = []
  const raw: Buffer[] = []
  const cuts = new Map<Stage, number>()
  let open = 0
  let openMax = 0
  type Done = (error?: Error | null) => void
  const answer = (stage: Parameters<MailServer['refuse']>[0], address: string, done: Done) => {
    const responseCode = self.refuse(stage, address)
    done(responseCode === undefined ? null : Object.assign(new Error(`Refused at ${stage}.`), { responseCode }))
  }
  const options: SMTPServerOptions = {
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => answer('connect', '', done),
    onAuth(auth, _session, done) {
      const isRight = auth.username === user && auth.password === password
      if (!isRight) return done(Object.assign(new Error('No.'), { responseCode: 535 }))
      answer('auth', '', (error) => (error ? done(error) : done(null, { user: auth.username ?? '' })))
    },
    onMailFrom: ({ address }, _session, done) => answer('mail', address, done),
    onRcptTo: ({ address }, _session, done) => answer('rcpt', address, done),
    async onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      const recipients = envelope.rcptTo.map(({ address }) => address)
      const bytes = Buffer.concat(parts)
      const email = await PostalMime.parse(bytes)
      answer('dot', recipients[0] ?? '', (error) => {
        if (!error) {
          delivered.push({ ...email, recipients })
          raw.push(bytes)
        }
        done(error)
      })
    },
  }
  const server = new SMTPServer(options)
  // A cut wire is what is tested here.
  server.on('error', () => {})
  const serverPort = await listening(server.listen(0, '127.0.0.1'))

  const isCut = (stage: Stage): boolean => {
    const left = cuts.get(stage) ?? 0
    if (left > 0) cuts.set(stage, left - 1)
    return left > 0
  }
  const wires = new Set<Socket>()
  const wire = createServer((near) => {
    if (isCut('connect')) return near.destroy()
    open++
    openMax = Math.max(openMax, open)
    const far = connect(serverPort, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      wires.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        wires.delete(socket)
        other.destroy()
      })
    }
    near.once('close', () => open--)
    lay(near, far, isCut)
  })
  const host = isOnMailPort ? ownAddress() : '127.0.0.1'
  const port = await listening(wire.listen(isOnMailPort ? 2525 : 0, host))

  const self: MailServer = {
    url: `smtp://${user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`}${host}:${port}`,
    delivered,
    raw,
    get openMax() {
      return openMax
    },
    cutAt: (stage, times = 1) => void cuts.set(stage, (cuts.get(stage) ?? 0) + times),
    refuse: () => undefined,
    async close() {
      for (const socket of wires) socket.destroy()
      await new Promise<void>((resolve) => wire.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return self
}

const commands: readonly [Stage, RegExp][] = [
  ['ehlo', /^EHLO /im],
  ['auth', /^AUTH /im],
  ['mail', /^MAIL FROM/im],
  ['rcpt', /^RCPT TO/im],
  ['data', /^DATA\r/im],
  ['quit', /^QUIT\r/im],
]

/** What comes before the fatal command still arrives, as if the packets had been cut apart there. */
function lay(near: Socket, far: Socket, isCut: (stage: Stage) => boolean): void {
  let isSecret = false
  let isMail = false
  let isDone = false
  let tail = ''
  near.on('data', (bytes: Buffer) => {
    if (isSecret) return far.write(bytes)
    const text = bytes.toString('latin1')
    if (isMail) {
      tail = (tail + text).slice(-5)
      isDone = tail === '\r\n.\r\n'
      isMail = !isDone
      return far.write(bytes)
    }
    isDone = false
    for (const [stage, pattern] of commands) {
      const at = text.search(pattern)
      if (at < 0 || !isCut(stage)) continue
      far.write(bytes.subarray(0, at))
      return near.destroy()
    }
    if (/^STARTTLS\r/im.test(text)) {
      isSecret = true
      if (isCut('tls')) near.once('data', () => near.destroy())
    }
    isMail = /^DATA\r/im.test(text)
    return far.write(bytes)
  })
  far.on('data', (bytes: Buffer) => {
    if (isDone && bytes.toString('latin1').startsWith('250') && isCut('dot')) return near.destroy()
    return near.write(bytes)
  })
}

const listening = (server: {
  once(event: 'listening', done: () => void): unknown
  address(): unknown
}): Promise<number> =>
  new Promise((resolve) => server.once('listening', () => resolve((server.address() as { port: number }).port)))
