/** A connection to a mail server, the operator's or a dealer's. The only file that knows how email is sent. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../config/config.ts'
import type { Sender } from '../email-address.ts'
import { noAddress } from '../network/outbound.ts'

export interface MailFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Buffer
}

export interface Outgoing {
  readonly to: string
  /** Null: the installation's own. */
  readonly senderName: string | null
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly at: Date
  /** The same key is the same Message-ID, by which mail programs show a repeated email once. */
  readonly key: string
  readonly file?: MailFile | undefined
}

/** The mail server does not accept us at all: this says nothing about any email. */
export class ServerDown extends Error {
  override readonly name = 'ServerDown'
  /** Nothing answered at this address; another one of the same name may. */
  readonly isUnreachable: boolean

  constructor(message: string, isUnreachable = false) {
    super(message)
    this.isUnreachable = isUnreachable
  }
}

/** One email was not accepted. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  /** The server will never accept it. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

export interface Line {
  /** Resolves once the server has accepted it; throws `NotTaken`. After that the connection may be dead. */
  send(mail: Outgoing): Promise<void>
  isOpen(): boolean
  close(): void
}

export interface Patience {
  readonly connectMs: number
  /** A server that scans an email takes long to answer; disconnecting would cause a duplicate. */
  readonly answerMs: number
  /** For one email, or for the login, however the time is spent. */
  readonly wholeMs: number
}

export const usualPatience: Patience = { connectMs: 10_000, answerMs: 60_000, wholeMs: 120_000 }

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom'>

/** Signs emails in the name of the sender's domain. */
interface Signing {
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
}

interface Way {
  readonly options: Readonly<Record<string, unknown>>
  readonly auth: { readonly credentials: { readonly user: string; readonly pass: string } } | undefined
  readonly from: Sender
  readonly signing?: Signing | undefined
}

export const openLine = (config: Settings, patience = usualPatience): Promise<Line> =>
  openWay({ ...readUrl(config.smtpUrl ?? '', patience), from: config.mailFrom }, patience)

export const securities = ['tls', 'starttls', 'none'] as const

export interface OtherServer {
  readonly host: string
  /** The resolved and checked addresses: the connection goes there and nowhere else. */
  readonly addresses: readonly string[]
  readonly port: number
  readonly security: (typeof securities)[number]
  readonly username: string | null
  readonly password: string
  readonly fromAddress: string
  readonly signing: Signing | undefined
}

/** For a server that someone else has named. */
export async function openLineTo(server: OtherServer, patience: Patience): Promise<Line> {
  const { host, port, security, username, password, fromAddress, signing } = server
  let failure = new ServerDown(noAddress)
  for (const address of server.addresses.slice(0, addressesMax)) {
    const options = {
      ...{ host: address, port, secure: security === 'tls' },
      ...(!isNumeric(host) && { servername: host }),
      ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none', tls: { minVersion: 'TLSv1.2' } },
      ...timesOf(patience),
    }
    const auth = username === null ? undefined : { credentials: { user: username, pass: password } }
    try {
      return await openWay({ options, auth, from: { name: '', address: fromAddress }, signing }, patience)
    } catch (error) {
      if (!(error instanceof ServerDown)) throw error
      failure = error
      if (!error.isUnreachable) break
    }
  }
  throw failure
}

const addressesMax = 4
/** An address instead of a name, for which no certificate is checked. */
const isNumeric = (host: string) => /^[\d.]+$|:/.test(host)

async function openWay({ options, auth, from, signing }: Way, patience: Patience): Promise<Line> {
  const domain = domainOf(from)
  const connection = new SMTPConnection({ ...options, name: domain })
  let isOpen = true
  const hangUp = Promise.withResolvers<never>()
  // Without a listener every broken connection would be an unhandled rejection.
  hangUp.promise.catch(() => {})
  const end = (error: Error) => {
    isOpen = false
    hangUp.reject(error)
    const socket = connection._socket
    connection.close()
    // A server that has stopped responding would not answer QUIT either.
    if (socket) socket.destroy()
  }
  connection.on('error', end)
  connection.once('end', () => end(new Error('The mail server closed the connection.')))
  /** Whichever comes first: the answer, the end of the connection, the deadline. */
  const within = <T>(work: (done: (error?: Error | null, value?: T) => void) => void): Promise<T | undefined> => {
    const answer = Promise.withResolvers<T | undefined>()
    const timer = setTimeout(() => end(new Error('The mail server takes too long.')), patience.wholeMs)
    work((error, value) => (error ? answer.reject(error) : answer.resolve(value)))
    return Promise.race([answer.promise, hangUp.promise]).finally(() => clearTimeout(timer))
  }

  try {
    await within((done) => connection.connect(done))
    if (auth) await within<boolean>((done) => connection.login(auth, done))
  } catch (error) {
    connection.close()
    throw new ServerDown(reasonOf(error), unreachable.includes((error as { code?: string }).code ?? ''))
  }
  return {
    isOpen: () => isOpen,
    async send(mail) {
      const message = await signed(await compose(mail, from, domain), domain, signing)
      try {
        await within((done) => connection.send({ from: from.address, to: [mail.to] }, message, done))
      } catch (error) {
        end(error as Error)
        throw new NotTaken(reasonOf(error), isFinal(error))
      }
    },
    close() {
      isOpen = false
      connection.quit()
    },
  }
}

const unreachable = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS']

const signed = async (message: Buffer, domainName: string, signing: Signing | undefined): Promise<Buffer> =>
  signing === undefined
    ? message
    : buffer(new DKIM({ domainName, keySelector: signing.selector, privateKey: signing.privateKey }).sign(message))

const compose = (mail: Outgoing, from: Sender, domain: string): Promise<Buffer> =>
  new MailComposer({
    from: { ...from, ...(mail.senderName !== null && { name: mail.senderName }) },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    ...(mail.file && {
      attachments: [{ filename: mail.file.name, contentType: mail.file.contentType, content: mail.file.bytes }],
    }),
    date: mail.at,
    messageId: messageId(mail.key, domain),
    headers: { 'Auto-Submitted': 'auto-generated' },
    // The contents of an email are text, and never name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()

/** Keys may have any characters; a Message-ID may not. */
const messageId = (key: string, domain: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`

const domainOf = ({ address }: Sender) => address.slice(address.lastIndexOf('@') + 1)

/** An error about the sender or about us is for the operator to fix; one about the recipient or the email is final. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && /^(RCPT TO|DATA)/.test(command)
}

/** The server's answer, on one line; never what we sent. */
function reasonOf(error: unknown): string {
  const { message, response } = error as { message: string; response?: string }
  return (response ?? message).replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 500)
}

const isOurselves = (host: string) => /^(localhost|127\.[\d.]+|::1)$/.test(host)

function readUrl(text: string, patience: Patience) {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  const isSecure = url.protocol === 'smtps:'
  return {
    auth: user ? { credentials: { user, pass: decodeURIComponent(url.password) } } : undefined,
    options: {
      host,
      port: Number(url.port) || (isSecure ? 465 : user ? 587 : 25),
      secure: isSecure,
      // A password does not leave this machine unencrypted. Connections within the machine need no certificate.
      requireTLS: user !== '' && !isOurselves(host),
      tls: { rejectUnauthorized: !isOurselves(host) },
      ...timesOf(patience),
    },
  }
}

const timesOf = ({ connectMs, answerMs }: Patience) => ({
  dnsTimeout: connectMs,
  connectionTimeout: connectMs,
  greetingTimeout: connectMs,
  socketTimeout: answerMs,
  logger: false,
})
