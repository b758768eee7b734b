/** `heard`: the device connects to none of our ports; gateways detect and report it. */
export const transports = ['tcp', 'udp', 'both', 'http', 'heard'] as const
export type Transport = (typeof transports)[number]

export interface Protocol {
  /** In the API as `protocol_id` of units and, as a protocol has exactly one channel, as `channel_id`. Never reused. */
  readonly id: number
  readonly name: string
  readonly title: string
  /** Counted from the gateway's base port, so that one setting moves all channels. */
  readonly port: number
  readonly transport: Transport
  /** The unit of the speed in all its packets, if copies of it send another unit; it can be set. */
  readonly speedIn?: 'knots' | 'mph' | 'km/h'
  /** Its decoder checks a checksum, and can be set to ignore it. */
  readonly checks?: true
  /**
   * No decoder: messages come as JSON, or gateways report it. The others have a decoder in `<name>.ts` next to this
   * list.
   */
  readonly decoded?: false
}

/**
 * Ids and ports are used by clients' units and trackers in the field: a line may get a better title but never another
 * id or port, and a protocol that we drop leaves its numbers unused. A new one takes the next id and needs no other
 * line: its decoder is found by its name (recognition.ts). Pages import this list, so it imports no decoder.
 */
export const protocols = [
  { id: 1, name: 'teltonika', title: 'Teltonika codec 8, 8E and 16', port: 27, transport: 'both', checks: true },
  { id: 2, name: 'gt06', title: 'GT06 (Concox, Jimi IoT)', port: 23, transport: 'tcp', speedIn: 'km/h', checks: true },
  { id: 3, name: 'gl200', title: 'Queclink @Track', port: 4, transport: 'both' },
  { id: 4, name: 'jt808', title: 'JT/T 808', port: 15, transport: 'tcp', speedIn: 'km/h', checks: true },
  { id: 5, name: 'h02', title: 'H02 (SinoTrack)', port: 13, transport: 'both', speedIn: 'knots' },
  { id: 6, name: 'gps103', title: 'GPS103 (Coban)', port: 1, transport: 'both', speedIn: 'knots' },
  { id: 7, name: 'ruptela', title: 'Ruptela', port: 46, transport: 'tcp', checks: true },
  { id: 8, name: 'suntech', title: 'Suntech', port: 11, transport: 'tcp', speedIn: 'km/h' },
  { id: 9, name: 'meitrack', title: 'Meitrack', port: 20, transport: 'both', speedIn: 'km/h', checks: true },
  { id: 10, name: 'osmand', title: 'OsmAnd over HTTP', port: 55, transport: 'http' },
  { id: 11, name: 'tk103', title: 'TK103', port: 2, transport: 'both', speedIn: 'km/h' },
  { id: 12, name: 'wialon', title: 'Wialon IPS', port: 39, transport: 'both', speedIn: 'km/h', checks: true },
  { id: 13, name: 'galileo', title: 'Galileosky', port: 34, transport: 'tcp', checks: true },
  { id: 14, name: 'navis', title: 'Navtelecom NTCB and FLEX', port: 19, transport: 'tcp', checks: true },
  { id: 15, name: 'calamp', title: 'CalAmp LM Direct', port: 82, transport: 'udp' },
  { id: 16, name: 'watch', title: 'SeTracker watches', port: 93, transport: 'tcp', speedIn: 'km/h' },
  { id: 17, name: 'eelink', title: 'Eelink', port: 64, transport: 'both', speedIn: 'km/h', checks: true },
  { id: 18, name: 't800x', title: 'TOPFLYtech', port: 94, transport: 'both' },
  { id: 19, name: 'atrack', title: 'ATrack', port: 44, transport: 'both', checks: true },
  { id: 20, name: 'castel', title: 'Castel', port: 86, transport: 'both', checks: true },
  { id: 21, name: 'egts', title: 'EGTS', port: 162, transport: 'tcp', checks: true },
  { id: 22, name: 'arnavi', title: 'Arnavi', port: 100, transport: 'tcp', speedIn: 'knots', checks: true },
  { id: 23, name: 'cellocator', title: 'Cellocator', port: 33, transport: 'both', checks: true },
  { id: 24, name: 'xexun', title: 'Xexun text', port: 6, transport: 'tcp', speedIn: 'knots' },
  { id: 25, name: 'minifinder2', title: 'Eview and MiniFinder', port: 187, transport: 'tcp', checks: true },
  { id: 26, name: 'bce', title: 'BCE', port: 80, transport: 'tcp', checks: true },
  { id: 27, name: 'meiligao', title: 'Meiligao', port: 9, transport: 'both', speedIn: 'knots', checks: true },
  { id: 28, name: 'topin', title: 'Topin', port: 199, transport: 'tcp', speedIn: 'km/h' },
  { id: 29, name: 'dmt', title: 'Digital Matter', port: 137, transport: 'tcp' },
  { id: 30, name: 'starlink', title: 'ERM StarLink', port: 136, transport: 'tcp', checks: true },
  { id: 31, name: 'xexun2', title: 'Xexun binary', port: 233, transport: 'tcp', checks: true },
  { id: 40, name: 'tags', title: 'Tags that gateways hear', port: 999, transport: 'heard', decoded: false },
  // MQTT has its own port, the others the web address.
  { id: 41, name: 'mqtt', title: 'MQTT with JSON', port: 183, transport: 'tcp', decoded: false },
  { id: 42, name: 'httpjson', title: 'JSON over HTTP', port: 280, transport: 'http', decoded: false },
  { id: 43, name: 'lorawan', title: 'LoRaWAN network servers over HTTP', port: 281, transport: 'http', decoded: false },
  { id: 44, name: 'minifinder', title: 'MiniFinder Pico and Atto', port: 62, transport: 'tcp' },
  { id: 45, name: 'startek', title: 'Startek', port: 222, transport: 'tcp', checks: true },
  { id: 46, name: 'totem', title: 'Totem', port: 7, transport: 'tcp' },
  { id: 47, name: 'v680', title: 'V680 and TLT-1', port: 16, transport: 'both', speedIn: 'knots' },
  { id: 48, name: 'tlt2h', title: 'TLT-2H and Mictrack MT600 to MT710', port: 30, transport: 'both', speedIn: 'knots' },
  { id: 49, name: 'pt502', title: 'PT502 and PT510', port: 17, transport: 'tcp', speedIn: 'knots' },
  { id: 50, name: 'trv', title: 'Thinkrace watches (IW, TRV)', port: 10, transport: 'tcp', speedIn: 'km/h' },
  { id: 51, name: 'laipac', title: 'Laipac', port: 48, transport: 'tcp', speedIn: 'knots', checks: true },
  { id: 52, name: 'taip', title: 'TAIP (Trimble, Lantrix, Virloc)', port: 31, transport: 'both' },
  { id: 53, name: 't55', title: 'NMEA sentences (T55, routers)', port: 5, transport: 'both' },
  { id: 54, name: 'megastek', title: 'Megastek', port: 24, transport: 'tcp', speedIn: 'knots' },
  { id: 55, name: 'xirgo', title: 'Xirgo', port: 81, transport: 'both' },
  { id: 56, name: 'fifotrack', title: 'Fifotrack', port: 124, transport: 'tcp', checks: true },
  { id: 57, name: 'globalsat', title: 'GlobalSat', port: 43, transport: 'tcp', checks: true },
  { id: 58, name: 'wondex', title: 'Wondex and TK5000', port: 32, transport: 'both' },
  { id: 59, name: 'gotop', title: 'Gotop', port: 50, transport: 'tcp', speedIn: 'km/h' },
  { id: 60, name: 'easytrack', title: 'EasyTrack', port: 56, transport: 'tcp', speedIn: 'km/h' },
  { id: 61, name: 'tr20', title: 'TR-10 and TR-20', port: 18, transport: 'both' },
  { id: 62, name: 'gpsgate', title: 'GpsGate', port: 26, transport: 'tcp', speedIn: 'knots', checks: true },
  { id: 63, name: 'gosafe', title: 'GoSafe', port: 78, transport: 'both' },
  { id: 64, name: 'upro', title: 'Upro', port: 95, transport: 'tcp', speedIn: 'knots' },
  { id: 65, name: 'ulbotech', title: 'Ulbotech', port: 72, transport: 'tcp', checks: true },
  { id: 66, name: 'gt02', title: 'GT02', port: 22, transport: 'tcp', speedIn: 'km/h' },
  { id: 67, name: 'khd', title: 'KHD', port: 58, transport: 'tcp', speedIn: 'km/h', checks: true },
  { id: 68, name: 'flexapi', title: 'InHand FlexAPI', port: 235, transport: 'tcp', speedIn: 'knots' },
  { id: 69, name: 'telic', title: 'Telic', port: 67, transport: 'tcp' },
  { id: 70, name: 'tzone', title: 'Tzone', port: 29, transport: 'tcp' },
  { id: 71, name: 'its', title: 'AIS-140 (India)', port: 179, transport: 'tcp', speedIn: 'km/h' },
  { id: 72, name: 'jt600', title: 'Jointech JT600 and JT701', port: 14, transport: 'tcp' },
  { id: 73, name: 'aplicom', title: 'Aplicom', port: 49, transport: 'tcp' },
  { id: 74, name: 'cguard', title: 'C-Guard', port: 123, transport: 'tcp' },
  { id: 75, name: 'huasheng', title: 'Huasheng OBD', port: 111, transport: 'tcp' },
  { id: 76, name: 'vt200', title: 'VT200 OBD', port: 143, transport: 'tcp', checks: true },
  { id: 77, name: 'box', title: 'Box tracker', port: 65, transport: 'tcp' },
  { id: 78, name: 'intellitrac', title: 'IntelliTrac', port: 37, transport: 'both' },
  { id: 79, name: 'mobilogix', title: 'Mobilogix', port: 216, transport: 'tcp' },
  { id: 80, name: 'tramigo', title: 'Tramigo', port: 73, transport: 'tcp' },
  { id: 81, name: 'tk102', title: 'TK102', port: 36, transport: 'tcp', speedIn: 'knots' },
  { id: 82, name: 'mictrack', title: 'Mictrack MT700, MT710 and MT810', port: 191, transport: 'both' },
  { id: 83, name: 'tmg', title: 'TMG', port: 132, transport: 'tcp' },
  { id: 84, name: 'at2000', title: 'Teltonika AT2000', port: 128, transport: 'tcp' },
  { id: 85, name: 'gl100', title: 'Queclink GL100 and GT300', port: 3, transport: 'both' },
  { id: 86, name: 'ivt401', title: 'IVT-401', port: 153, transport: 'tcp', checks: true },
  { id: 87, name: 'pt60', title: 'PT60 and S6 watches', port: 164, transport: 'tcp' },
  { id: 88, name: 'carscop', title: 'Carscop', port: 40, transport: 'tcp', speedIn: 'knots' },
  { id: 89, name: 'freematics', title: 'Freematics', port: 170, transport: 'udp', checks: true },
  { id: 90, name: 'aquila', title: 'Aquila (iTriangle)', port: 89, transport: 'tcp', speedIn: 'km/h', checks: true },
  { id: 91, name: 'arknavx8', title: 'Arknav X8', port: 119, transport: 'tcp', speedIn: 'knots' },
  { id: 92, name: 'gator', title: 'Gator', port: 52, transport: 'both', speedIn: 'km/h', checks: true },
  { id: 93, name: 'sanav', title: 'Sanav', port: 51, transport: 'both', speedIn: 'knots', checks: true },
  { id: 94, name: 'adm', title: 'ADM (Neomatica)', port: 92, transport: 'tcp' },
  { id: 95, name: 'cityeasy', title: 'Cityeasy', port: 88, transport: 'tcp', speedIn: 'knots' },
  {
    id: 96,
    name: 'l100',
    title: 'Atlanta Systems (L100, ATL)',
    port: 112,
    transport: 'tcp',
    speedIn: 'knots',
    checks: true,
  },
  { id: 97, name: 'noran', title: 'Noran', port: 53, transport: 'udp' },
  { id: 98, name: 'plugin', title: 'Plugin', port: 192, transport: 'tcp' },
  { id: 99, name: 'alematics', title: 'Alematics', port: 140, transport: 'tcp' },
  { id: 100, name: 'eseal', title: 'eSeal', port: 169, transport: 'tcp' },
  { id: 101, name: 'granit', title: 'Granit', port: 113, transport: 'tcp', speedIn: 'knots', checks: true },
  { id: 102, name: 'mxt', title: 'Maxtrack MXT', port: 87, transport: 'tcp', checks: true },
  { id: 103, name: 'oigo', title: 'Oigo', port: 121, transport: 'udp' },
  { id: 104, name: 'rst', title: 'RST', port: 196, transport: 'udp' },
  { id: 105, name: 'tt8850', title: 'TT8850', port: 79, transport: 'tcp' },
  { id: 106, name: 'skypatrol', title: 'SkyPatrol', port: 21, transport: 'udp', speedIn: 'knots' },
  { id: 107, name: 'wristband', title: 'YX wristbands', port: 174, transport: 'tcp' },
  { id: 108, name: 'armoli', title: 'Armoli', port: 238, transport: 'tcp' },
  { id: 109, name: 'autofon', title: 'AutoFon', port: 77, transport: 'tcp', speedIn: 'knots' },
  { id: 110, name: 'blue', title: 'Blue', port: 206, transport: 'tcp', speedIn: 'knots', checks: true },
  { id: 111, name: 'dway', title: 'D-Way', port: 150, transport: 'tcp' },
  { id: 112, name: 'esky', title: 'eSky', port: 147, transport: 'both' },
  { id: 113, name: 'extremtrac', title: 'ExtremTrac', port: 126, transport: 'tcp', speedIn: 'knots' },
  { id: 114, name: 'flextrack', title: 'Flextrack Lommy', port: 90, transport: 'tcp' },
  { id: 115, name: 'hyn600', title: 'HYN600', port: 258, transport: 'tcp' },
  { id: 116, name: 'maestro', title: 'Maestro MicroTracker', port: 129, transport: 'both', speedIn: 'mph' },
  { id: 117, name: 'owntracks', title: 'OwnTracks over HTTP', port: 144, transport: 'http' },
  { id: 118, name: 'visiontek', title: 'Visiontek', port: 69, transport: 'tcp', speedIn: 'km/h' },
] as const satisfies readonly Protocol[]

export type ProtocolName = (typeof protocols)[number]['name']

const all: readonly Protocol[] = protocols
const byName: ReadonlyMap<string, Protocol> = new Map(all.map((protocol) => [protocol.name, protocol]))

/** A name from the list always finds its protocol; any other text may not. */
export function protocolByName(name: ProtocolName): Protocol
export function protocolByName(name: string): Protocol | undefined
export function protocolByName(name: string): Protocol | undefined {
  return byName.get(name)
}

/** Protocols with a decoder. The order of the list is also the order of precedence when first bytes are recognised. */
export const spoken: readonly Protocol[] = all.filter((protocol) => protocol.decoded !== false)
