/**
 * How trackers are told by SMS where to send: the texts of their makers' manuals, for the models these manuals are of.
 * Only texts we are sure of; how a model without any is set up is in setup-ways.ts.
 *
 * Filled in: {host} a name or an address, {ip} an address where the tracker takes no name, {port}, {apn} the access point
 * of the SIM card, {ident} the unit's ident. {password} is the tracker's own and stays as it is; where a maker ships all
 * trackers with the same one, that stands in the text.
 */
import type { ProtocolName } from './protocols/index.ts'

export interface SetupText {
  readonly what: 'apn' | 'server' | 'apn and server' | 'sending'
  readonly text: string
}

interface SetupRow {
  readonly manufacturer: string
  readonly protocol: ProtocolName
  /** Beginnings of titles, or one whole title behind an equals sign; absent: all of the maker that speak the protocol. */
  readonly titles?: readonly string[]
  readonly texts: readonly SetupText[]
}

/** The SMS of Concox, which most makers of GT06 trackers have taken over with the protocol. */
const concoxTexts: readonly SetupText[] = [
  { what: 'apn', text: 'APN,{apn}#' },
  { what: 'server', text: 'SERVER,1,{host},{port},0#' },
]
/** The SMS of Coban's and Xexun's first trackers. */
const adminTexts: readonly SetupText[] = [
  { what: 'apn', text: 'APN123456 {apn}' },
  { what: 'server', text: 'adminip123456 {ip} {port}' },
  { what: 'sending', text: 'gprs123456' },
]
const sinoTrackTexts: readonly SetupText[] = [
  { what: 'apn', text: '8030000 {apn}' },
  { what: 'server', text: '8040000 {ip} {port}' },
  { what: 'sending', text: '7100000' },
]
/** The SMS of Meiligao's trackers and of those that were built after them. */
const meiligaoTexts: readonly SetupText[] = [
  { what: 'apn', text: 'W000000,011,{apn}' },
  { what: 'server', text: 'W000000,012,{ip},{port}' },
  { what: 'sending', text: 'W000000,013,1' },
]
const watchTexts: readonly SetupText[] = [{ what: 'server', text: 'pw,123456,ip,{host},{port}#' }]

const rows: readonly SetupRow[] = [
  {
    // SMS begin with login and password, which are empty when they leave the factory: two blanks.
    manufacturer: 'Teltonika',
    protocol: 'teltonika',
    titles: ['FMB', 'FMC', 'FMM', 'FMU', 'FMP', 'FMT', 'FTC', 'FTM'],
    texts: [
      { what: 'apn', text: '  setparam 2001:{apn}' },
      { what: 'server', text: '  setparam 2004:{host};2005:{port};2006:0' },
    ],
  },
  { manufacturer: 'Concox', protocol: 'gt06', texts: concoxTexts },
  { manufacturer: 'Jimi IoT', protocol: 'gt06', texts: concoxTexts },
  { manufacturer: 'WanWay', protocol: 'gt06', texts: concoxTexts },
  { manufacturer: 'Protrack', protocol: 'gt06', texts: concoxTexts },
  { manufacturer: 'AOVX', protocol: 'gt06', texts: concoxTexts },
  { manufacturer: 'AOVX', protocol: 'jt808', texts: concoxTexts },
  {
    manufacturer: 'Eelink',
    protocol: 'eelink',
    texts: [
      { what: 'apn', text: 'APN,{apn}#' },
      { what: 'server', text: 'SERVER,1,{host},{port}#' },
    ],
  },
  {
    manufacturer: 'Ruptela',
    protocol: 'ruptela',
    titles: ['FM-'],
    texts: [{ what: 'apn and server', text: '{password} setconnection {apn},,,TCP,{ip},{port}' }],
  },
  {
    manufacturer: 'Suntech',
    protocol: 'suntech',
    titles: ['ST300', 'ST310', 'ST340', 'ST350'],
    texts: [{ what: 'apn and server', text: 'ST300NTW;{ident};02;0;{apn};;;{ip};{port};;;;' }],
  },
  {
    manufacturer: 'Suntech',
    protocol: 'suntech',
    titles: ['ST200', 'ST210', 'ST215', 'ST230', 'ST240'],
    texts: [{ what: 'apn and server', text: 'SA200NTW;{ident};02;0;{apn};;;{ip};{port};;;;' }],
  },
  ...['ST3300', 'ST3310'].map((title) => ({
    manufacturer: 'Suntech',
    protocol: 'suntech' as const,
    titles: [`=${title}`],
    texts: [{ what: 'apn and server' as const, text: `${title}NTW;{ident};02;0;{apn};;;{ip};{port};;;;` }],
  })),
  {
    // Its server is a text parameter, its port a number; both count after a restart.
    manufacturer: 'CalAmp',
    protocol: 'calamp',
    texts: [
      { what: 'apn', text: '!RP,2306,0,{apn}' },
      { what: 'server', text: '!RP,2319,0,{host}' },
      { what: 'server', text: '!RP,769,0,{port}' },
      { what: 'sending', text: '!R3,70,0' },
    ],
  },
  {
    // Its password is the end of its own number.
    manufacturer: 'Castel',
    protocol: 'castel',
    texts: [{ what: 'apn and server', text: '*{password}#set gprs#{apn},,,{ip},{port}*' }],
  },
  {
    // Only GPRS, in one lasting TCP connection; the last field is when the command was sent.
    manufacturer: 'Queclink',
    protocol: 'gl100',
    titles: ['=GL100'],
    texts: [{ what: 'apn and server', text: 'AT+GTSRI=gl100,1,1,{apn},,,{ip},{port},,20200101000000' }],
  },
  {
    manufacturer: 'Sanav',
    protocol: 'sanav',
    titles: ['=CT-58'],
    texts: [{ what: 'server', text: '#username,0000,18,{ip}:{port}*' }],
  },
  { manufacturer: 'Topshine', protocol: 'meiligao', texts: meiligaoTexts },
  { manufacturer: 'Meiligao', protocol: 'meiligao', texts: meiligaoTexts },
  {
    // Report mode 3 keeps a TCP connection; a tracker comes with its model's name for a password.
    manufacturer: 'Queclink',
    protocol: 'gl200',
    titles: ['=GL300'],
    texts: [
      { what: 'apn', text: 'AT+GTBSI=gl300,{apn},,,,,,,0002$' },
      { what: 'server', text: 'AT+GTSRI=gl300,3,,1,{host},{port},,,,0,1,,,,,0003$' },
    ],
  },
  {
    manufacturer: 'Topten',
    protocol: 'meiligao',
    texts: [{ what: 'apn and server', text: '111111WWW:IPN:{ip};COM:{port};APN:{apn},,;RPT:60;SLP:60;RUN:2;' }],
  },
  {
    manufacturer: 'Tzone',
    protocol: 'totem',
    texts: [
      { what: 'apn', text: '*000000,011,{apn},,#' },
      { what: 'server', text: '*000000,015,0,{ip},{port}#' },
      { what: 'sending', text: '*000000,016,1#' },
    ],
  },
  {
    manufacturer: 'V-SUN',
    protocol: 'tlt2h',
    texts: [
      { what: 'apn', text: '#803#0000#{apn}##' },
      { what: 'server', text: '#804#0000#{ip}#{port}##' },
    ],
  },
  {
    manufacturer: 'Meitrack',
    protocol: 'meitrack',
    texts: [{ what: 'apn and server', text: '0000,A21,1,{host},{port},{apn},,' }],
  },
  { manufacturer: 'SinoTrack', protocol: 'h02', texts: sinoTrackTexts },
  { manufacturer: 'SinoTrack', protocol: 'jt808', texts: sinoTrackTexts },
  { manufacturer: 'Coban', protocol: 'gps103', texts: adminTexts },
  { manufacturer: 'Baanool', protocol: 'gps103', texts: adminTexts },
  { manufacturer: 'TKSTAR', protocol: 'h02', texts: adminTexts },
  { manufacturer: 'LKGPS', protocol: 'h02', texts: adminTexts },
  {
    manufacturer: 'Xexun',
    protocol: 'xexun',
    texts: [
      { what: 'apn', text: 'APN123456 {apn}' },
      { what: 'server', text: 'adminip123456 {ip} {port}' },
    ],
  },
  {
    manufacturer: 'Galileosky',
    protocol: 'galileo',
    texts: [
      { what: 'apn', text: 'APN {apn},,' },
      { what: 'server', text: 'ServerIp {host},{port}' },
    ],
  },
  {
    manufacturer: 'Arusnavi',
    protocol: 'arnavi',
    titles: ['ARNAVI 5'],
    texts: [
      { what: 'apn', text: '123456*SETP*#2={apn}, , ' },
      { what: 'server', text: '123456*SETP*#1={host},{port},0' },
    ],
  },
  { manufacturer: 'Wonlex', protocol: 'watch', texts: watchTexts },
  { manufacturer: 'Smart Baby Watch', protocol: 'watch', texts: watchTexts },
  { manufacturer: 'Sentar', protocol: 'watch', texts: watchTexts },
]

/** Templates for a model; empty when none are known. */
export const setupTextsOf = (
  manufacturer: string,
  { title, protocol }: { readonly title: string; readonly protocol: string },
): readonly SetupText[] =>
  rows
    .filter((row) => row.manufacturer === manufacturer && row.protocol === protocol)
    .filter(({ titles }) => !titles || titles.some((start) => start === `=${title}` || title.startsWith(start)))
    .flatMap(({ texts }) => texts)

export interface SetupValues {
  readonly host: string
  readonly ip: string
  readonly port: number
  readonly ident: string
  readonly apn?: string | undefined
}

/** A template with what is known; the rest keeps its braces. */
export function filledSetup(text: string, values: SetupValues): string {
  const known: Readonly<Record<string, string | undefined>> = { ...values, port: String(values.port) }
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
  )
}

/** For the check that every row is of somebody. */
export const setupRows = rows
