/** Problems of settings that their schema cannot express. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostUrls } from '../db/hosts.ts'
import { readSender } from '../email-address.ts'
import { ratesProblem } from '../money/money.ts'

export function furtherProblems(
  given: Readonly<Record<string, string>>,
  isNumber: (name: string) => boolean,
): [name: string, sentence: string][] {
  const proxies = listOf(given.WAYMARK_TRUST_PROXY ?? '')
  const { WAYMARK_GATEWAY_TLS_CERT: cert, WAYMARK_GATEWAY_TLS_KEY: key } = given
  return [
    // The conversion to a number would read 80.5 as 80 and true as 1.
    ...Object.entries(given)
      .filter(([name, value]) => isNumber(name) && !/^\d+$/.test(value))
      .map(([name]): [string, string] => [name, 'It must be a whole number.']),
    ...databaseUrlProblem('WAYMARK_DATABASE_URL', given.WAYMARK_DATABASE_URL),
    ...databaseUrlProblem('WAYMARK_DATABASE_DIRECT_URL', given.WAYMARK_DATABASE_DIRECT_URL),
    ...(given.WAYMARK_DATABASE_DIRECT_URL && !given.WAYMARK_DATABASE_URL
      ? [
          ['WAYMARK_DATABASE_DIRECT_URL', 'WAYMARK_DATABASE_URL, the address of the pooler, is missing.'] as [
            string,
            string,
          ],
        ]
      : []),
    ...proxies
      .filter((part) => !isIP(part.replace(/\/\d{1,3}$/, '')))
      .map((part): [string, string] => ['WAYMARK_TRUST_PROXY', `${part} is not an address or a network.`]),
    ...listOf(given.WAYMARK_DNS_SERVERS ?? '')
      .filter((part) => !isIP(part.replace(/^\[(.+)\](:\d+)?$/, '$1')) && !/^[\d.]+:\d+$/.test(part))
      .map((part): [string, string] => ['WAYMARK_DNS_SERVERS', `${part} is not the address of a DNS server.`]),
    ...(['WAYMARK_OUTBOUND_ALLOW', 'WAYMARK_OUTBOUND_ALLOW_CLIENTS'] as const).flatMap((name) =>
      listOf(given[name] ?? '')
        .filter((part) => !isNetwork(part))
        .map((part): [string, string] => [name, `${part} is not an address or a network.`]),
    ),
    ...webAddresses
      .filter((name) => given[name] && !URL.canParse(given[name]))
      .map((name): [string, string] => [name, 'It is not a web address.']),
    ...(given.WAYMARK_SMTP_URL && !isUrlWithHost(given.WAYMARK_SMTP_URL)
      ? [
          [
            'WAYMARK_SMTP_URL',
            'It must look like smtp://user:password@mail.example.com:587, with / and @ in a password as %2F and %40.',
          ] as [string, string],
        ]
      : []),
    ...(given.WAYMARK_MAIL_FROM && !readSender(given.WAYMARK_MAIL_FROM)
      ? [['WAYMARK_MAIL_FROM', 'It must be one email address.'] as [string, string]]
      : []),
    ...(/^.k_test_/.test(given.WAYMARK_STRIPE_KEY ?? '') && given.WAYMARK_CLOCK !== 'test'
      ? [['WAYMARK_STRIPE_KEY', 'A test key is for a test installation (WAYMARK_CLOCK=test).'] as [string, string]]
      : []),
    ...(given.WAYMARK_RATES ? ratesFileProblem(given.WAYMARK_RATES) : []),
    ...backupProblems(given),
    ...(cert && !key ? [['WAYMARK_GATEWAY_TLS_CERT', 'WAYMARK_GATEWAY_TLS_KEY is missing.'] as [string, string]] : []),
    ...(key && !cert ? [['WAYMARK_GATEWAY_TLS_KEY', 'WAYMARK_GATEWAY_TLS_CERT is missing.'] as [string, string]] : []),
  ]
}

function backupProblems(given: Readonly<Record<string, string>>): [string, string][] {
  const { WAYMARK_BACKUP_S3_URL: url = '', WAYMARK_BACKUP_TO: to = '' } = given
  const missing = ['WAYMARK_BACKUP_S3_KEY_ID', 'WAYMARK_BACKUP_S3_SECRET'].filter((name) => !given[name])
  return [
    ...(to.startsWith('s3://') && missing.length > 0
      ? [['WAYMARK_BACKUP_TO', `S3-compatible storage needs ${missing.join(' and ')}.`] as [string, string]]
      : []),
    ...(url && !URL.canParse(url.replace('{bucket}', 'bucket'))
      ? [['WAYMARK_BACKUP_S3_URL', 'It is not a web address.'] as [string, string]]
      : []),
  ]
}

const webAddresses = [
  'WAYMARK_PUBLIC_URL',
  'WAYMARK_LOGIN_URL',
  'WAYMARK_MAP_STYLE_URL',
  'WAYMARK_GEOCODER_URL',
  'WAYMARK_GEOCODER_SEARCH_URL',
] as const

/** After a slash in a password, its first part would be read as the host. */
const isUrlWithHost = (text: string) =>
  URL.canParse(text) && new URL(text).hostname !== '' && !new URL(text).pathname.includes('@')

function databaseUrlProblem(name: string, url = ''): [string, string][] {
  // Without a host it points to a socket, which only the driver understands.
  const isReadable = hostUrls(url).every((one) => URL.canParse(one.replace('@/', '@socket/')))
  const sentence =
    'It must look like postgres://user:password@host:5432/name, with / and @ in a password as %2F and %40.'
  return url === '' || isReadable ? [] : [[name, sentence]]
}

export const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function ratesFileProblem(file: string): [string, string][] {
  try {
    const problem = ratesProblem(readJson(file))
    return problem === undefined ? [] : [['WAYMARK_RATES', problem]]
  } catch {
    return [['WAYMARK_RATES', 'It is not a JSON file.']]
  }
}

/** An address, optionally with a prefix length. */
export function isNetwork(part: string): boolean {
  const [address = '', prefix = '0', ...more] = part.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits
}

export const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
