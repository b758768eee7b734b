/**
 * How a model's server is set, if not by an SMS that we know: with the maker's program, on the device's own page, in a
 * service. A tool is named only if the maker uses that name. Everything without a row is set up as its manual says.
 */
import type { ProtocolName } from '../protocols/index.ts'
import { setupTextsOf } from './setup.ts'

/**
 * `sms`: the texts of setup.ts. `program`: on a computer. `page`: a page that the device itself shows in a browser.
 * `service`: settings that the maker's service sends to the tracker. `commands`: of the maker's list, of which we know
 * the names but not how each model writes them. `app`: the device is an app and has settings. `own`: its maker wrote
 * its program. `network`: the LoRaWAN network server forwards messages. `detected`: nothing, gateways detect it.
 * `manual`: as the manual says.
 */
export const setupWays = [
  'sms',
  'program',
  'page',
  'service',
  'commands',
  'app',
  'own',
  'network',
  'detected',
  'manual',
] as const
export type SetupWay = (typeof setupWays)[number]

export interface Setup {
  readonly way: SetupWay
  /** The maker's name for its program, page, service or commands. */
  readonly tool?: string
  /** What to select in a tracker with several protocols. */
  readonly choose?: string
}

interface WayRow extends Omit<Setup, 'choose'> {
  readonly manufacturer: string
  /** Absent: all protocols of the maker's models. */
  readonly protocol?: ProtocolName
  /** Beginnings of titles; absent: all. */
  readonly titles?: readonly string[]
}

/** The first matching row applies. */
const rows: readonly WayRow[] = [
  { manufacturer: 'Teltonika', titles: ['RUT'], way: 'page', tool: 'WebUI' },
  { manufacturer: 'Teltonika', way: 'program', tool: 'Teltonika Configurator' },
  { manufacturer: 'Queclink', protocol: 'gl200', way: 'program', tool: 'Queclink Manage Tool' },
  { manufacturer: 'Suntech', way: 'program', tool: 'SyncTrak' },
  { manufacturer: 'Ruptela', way: 'program', tool: 'Ruptela Device Center' },
  { manufacturer: 'Navtelecom', way: 'program', tool: 'NTC Configurator' },
  { manufacturer: 'Neomatica', way: 'program', tool: 'ADM Configurator' },
  { manufacturer: 'Omnicomm', way: 'program', tool: 'Omnicomm Configurator' },
  { manufacturer: 'TechnoKom', way: 'program', tool: 'AutoGRAPH GSMConf' },
  { manufacturer: 'Arusnavi', way: 'program', tool: 'ARNAVI Configurator' },
  { manufacturer: 'GLONASSSoft', way: 'program', tool: 'UMKa3XX Configurator' },
  { manufacturer: 'Cellocator', way: 'program', tool: 'Cellocator Programmer' },
  { manufacturer: 'Aplicom', way: 'program', tool: 'Aplicom Configurator' },
  { manufacturer: 'BCE', way: 'program', tool: 'FMSET' },
  { manufacturer: 'Digital Communications Technologies', way: 'program', tool: 'Syrus Desk' },
  { manufacturer: 'fifotrack', way: 'commands', tool: 'B00, B01' },
  // Each camera has its own way to set the server.
  { manufacturer: 'Jimi IoT', titles: ['JC'], way: 'commands', tool: 'APN, SERVER' },
  { manufacturer: 'Gotop', titles: ['TL-201', 'TL-206', 'VT-108'], way: 'commands', tool: 'C' },
  { manufacturer: 'SkyPatrol', titles: ['GSM5108'], way: 'commands', tool: 'AT+CGDCONT, AT$FRIEND, AT$UDPAPI' },
  { manufacturer: 'Digital Matter', way: 'service', tool: 'OEM Server' },
  { manufacturer: 'Sierra Wireless', way: 'page', tool: 'ACEmanager' },
  { manufacturer: 'Cradlepoint', way: 'page' },
  { manufacturer: 'Peplink', way: 'page' },
  { manufacturer: 'MultiTech', way: 'page' },
  { manufacturer: 'InHand Networks', way: 'page' },
  { manufacturer: 'Aspicore', way: 'app' },
  { manufacturer: 'GpsGate', way: 'app' },
  { manufacturer: 'Damoov', way: 'own' },
  { manufacturer: 'Freematics', way: 'own' },
]

/** Where the protocol is enough to know. */
const ways: Readonly<Partial<Record<string, SetupWay>>> = {
  osmand: 'app',
  owntracks: 'app',
  mqtt: 'own',
  httpjson: 'own',
  lorawan: 'network',
  tags: 'detected',
}

/** Trackers with their own protocol also support EGTS or Wialon IPS, and routers several. */
const choices: Readonly<Partial<Record<string, string>>> = { egts: 'EGTS', wialon: 'Wialon IPS' }
const choicesOfPages: typeof choices = { taip: 'TAIP', t55: 'NMEA' }

export function setupOf(manufacturer: string, model: { readonly title: string; readonly protocol: string }): Setup {
  if (setupTextsOf(manufacturer, model).length > 0) return { way: 'sms' }
  const row = rows.find(
    (one) =>
      one.manufacturer === manufacturer &&
      (!one.protocol || one.protocol === model.protocol) &&
      (!one.titles || one.titles.some((start) => model.title.startsWith(start))),
  )
  const way = row?.way ?? ways[model.protocol] ?? 'manual'
  const choose = choices[model.protocol] ?? (way === 'page' ? choicesOfPages[model.protocol] : undefined)
  return { way, ...(row?.tool ? { tool: row.tool } : {}), ...(choose ? { choose } : {}) }
}

/** For the test that every row applies to a model. */
export const setupWayRows = rows
