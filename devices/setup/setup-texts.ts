/**
 * The SMS that set a tracker's server, for the models that these texts are published for. Only texts that we are sure
 * of.
 */
import type { ProtocolName } from '../protocols/index.ts'

export interface SetupText {
  readonly what: 'apn' | 'server' | 'apn and server' | 'sending'
  readonly text: string
}

interface SetupRow {
  readonly manufacturer: string
  readonly protocol: ProtocolName
  /**
   * Beginnings of titles, or one whole title after an equals sign; absent: all of the maker's models with this
   * protocol.
   */
  readonly titles?: readonly string[]
  readonly texts: readonly SetupText[]
}

const text =
  (what: SetupText['what']) =>
  (text: string): SetupText => ({ what, text })
const apn = text('apn')
const server = text('server')
const both = text('apn and server')
const sending = text('sending')

/** The SMS of Concox, which most makers of GT06 trackers use with the protocol. */
const concoxTexts: readonly SetupText[] = [apn('APN,{apn}#'), server('SERVER,1,{host},{port},0#')]
/** The SMS of Coban's and Xexun's first trackers. */
const adminTexts: readonly SetupText[] = [
  apn('APN123456 {apn}'),
  server('adminip123456 {ip} {port}'),
  sending('gprs123456'),
]
const sinoTrackTexts: readonly SetupText[] = [apn('8030000 {apn}'), server('8040000 {ip} {port}'), sending('7100000')]
/** The SMS of Meiligao's trackers and of those derived from them. */
const meiligaoTexts: readonly SetupText[] = [
  apn('W000000,011,{apn}'),
  server('W000000,012,{ip},{port}'),
  sending('W000000,013,1'),
]
/** Personal alarms of Eview, which MiniFinder sells as well. */
const eviewTexts: readonly SetupText[] = [apn('S1,{apn}'), server('IP1,{host},{port}')]
const watchTexts: readonly SetupText[] = [server('pw,123456,ip,{host},{port}#')]

export const setupRows: readonly SetupRow[] = [
  {
    // SMS begin with login and password, which are empty by default: two spaces.
    manufacturer: 'Teltonika',
    protocol: 'teltonika',
    titles: ['FMB', 'FMC', 'FMM', 'FMU', 'FMP', 'FMT', 'FTC', 'FTM'],
    texts: [apn('  setparam 2001:{apn}'), server('  setparam 2004:{host};2005:{port};2006:0')],
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
    texts: [apn('APN,{apn}#'), server('SERVER,1,{host},{port}#')],
  },
  {
    manufacturer: 'Ruptela',
    protocol: 'ruptela',
    titles: ['FM-'],
    texts: [both('{password} setconnection {apn},,,TCP,{ip},{port}')],
  },
  {
    manufacturer: 'Suntech',
    protocol: 'suntech',
    titles: ['ST300', 'ST310', 'ST340', 'ST350'],
    texts: [both('ST300NTW;{ident};02;0;{apn};;;{ip};{port};;;;')],
  },
  {
    manufacturer: 'Suntech',
    protocol: 'suntech',
    titles: ['ST200', 'ST210', 'ST215', 'ST230', 'ST240'],
    texts: [both('SA200NTW;{ident};02;0;{apn};;;{ip};{port};;;;')],
  },
  ...['ST3300', 'ST3310'].map((title) => ({
    manufacturer: 'Suntech',
    protocol: 'suntech' as const,
    titles: [`=${title}`],
    texts: [both(`${title}NTW;{ident};02;0;{apn};;;{ip};{port};;;;`)],
  })),
  {
    // Its server is a text parameter, its port a number; both take effect after a restart.
    manufacturer: 'CalAmp',
    protocol: 'calamp',
    texts: [apn('!RP,2306,0,{apn}'), server('!RP,2319,0,{host}'), server('!RP,769,0,{port}'), sending('!R3,70,0')],
  },
  {
    // Its password is the end of its own number.
    manufacturer: 'Castel',
    protocol: 'castel',
    texts: [both('*{password}#set gprs#{apn},,,{ip},{port}*')],
  },
  {
    // GPRS only, in one permanent TCP connection; the last field is when the command was sent.
    manufacturer: 'Queclink',
    protocol: 'gl100',
    titles: ['=GL100'],
    texts: [both('AT+GTSRI=gl100,1,1,{apn},,,{ip},{port},,20200101000000')],
  },
  { manufacturer: 'Topshine', protocol: 'meiligao', texts: meiligaoTexts },
  { manufacturer: 'Meiligao', protocol: 'meiligao', texts: meiligaoTexts },
  { manufacturer: 'PST', protocol: 'meiligao', texts: meiligaoTexts },
  {
    // Report mode 3 keeps a TCP connection; the default password is the model's name.
    manufacturer: 'Queclink',
    protocol: 'gl200',
    titles: ['=GL300'],
    texts: [apn('AT+GTBSI=gl300,{apn},,,,,,,0002$'), server('AT+GTSRI=gl300,3,,1,{host},{port},,,,0,1,,,,,0003$')],
  },
  {
    manufacturer: 'Topten',
    protocol: 'meiligao',
    texts: [both('111111WWW:IPN:{ip};COM:{port};APN:{apn},,;RPT:60;SLP:60;RUN:2;')],
  },
  ...(['totem', 'tzone'] as const).map((protocol) => ({
    manufacturer: 'Tzone',
    protocol,
    texts: [apn('*000000,011,{apn},,#'), server('*000000,015,0,{ip},{port}#'), sending('*000000,016,1#')],
  })),
  ...(['tlt2h', 'v680'] as const).map((protocol) => ({
    manufacturer: 'V-SUN',
    protocol,
    texts: [apn('#803#0000#{apn}##'), server('#804#0000#{ip}#{port}##'), sending('7100000')],
  })),
  {
    manufacturer: 'Meitrack',
    protocol: 'meitrack',
    texts: [both('0000,A21,1,{host},{port},{apn},,')],
  },
  { manufacturer: 'SinoTrack', protocol: 'h02', texts: sinoTrackTexts },
  { manufacturer: 'SinoTrack', protocol: 'jt808', texts: sinoTrackTexts },
  { manufacturer: 'Coban', protocol: 'gps103', texts: adminTexts },
  { manufacturer: 'Baanool', protocol: 'gps103', texts: adminTexts },
  { manufacturer: 'TKSTAR', protocol: 'h02', texts: adminTexts },
  { manufacturer: 'LKGPS', protocol: 'h02', texts: adminTexts },
  ...(['xexun', 'xexun2'] as const).map((protocol) => ({
    manufacturer: 'Xexun',
    protocol,
    texts: [apn('APN123456 {apn}'), server('adminip123456 {ip} {port}'), sending('gprsmode123456')],
  })),
  {
    manufacturer: 'Galileosky',
    protocol: 'galileo',
    texts: [apn('APN {apn},,'), server('ServerIp {host},{port}')],
  },
  {
    manufacturer: 'Arusnavi',
    protocol: 'arnavi',
    titles: ['ARNAVI 5'],
    texts: [apn('123456*SETP*#2={apn}, , '), server('123456*SETP*#1={host},{port},0')],
  },
  { manufacturer: 'Wonlex', protocol: 'watch', texts: watchTexts },
  { manufacturer: 'Smart Baby Watch', protocol: 'watch', texts: watchTexts },
  { manufacturer: 'Sentar', protocol: 'watch', texts: watchTexts },
  {
    manufacturer: 'TOPFLYtech',
    protocol: 't800x',
    texts: [apn('APN,0000,{apn},,#'), server('IP,0000,{ip} {port}#'), sending('TIMER,0000,60:60:0:0#')],
  },
  {
    manufacturer: 'ATrack',
    protocol: 'atrack',
    texts: [both('AT$GPRS=1,"{apn}","","","{ip}",{port},1,3,30,0,0'), sending('AT$TRAC=1,60,,,,,2')],
  },
  {
    // The access point is the last of its fields, after user and password.
    manufacturer: 'Xirgo',
    protocol: 'xirgo',
    texts: [apn('+XT:1002,,,{apn}'), server('+XT:1001,{port},{ip},4,0,0')],
  },
  {
    manufacturer: 'iStartek',
    protocol: 'startek',
    texts: [apn('APN,{apn}#'), server('SERVER,1,{host},{port}#'), sending('TIMER,60#')],
  },
  {
    manufacturer: 'Goome',
    protocol: 'eelink',
    texts: [apn('APN,{apn}#'), server('GPRSSET,{ip},{port}#'), sending('TIMER,60#')],
  },
  {
    manufacturer: 'Bofan',
    protocol: 'pt502',
    texts: [apn('000000APN{apn}'), server('000000SVR{ip},{port}'), sending('000000GTI60')],
  },
  ...(['carscop', 'h02', 'jt808'] as const).map((protocol) => ({
    manufacturer: 'Carscop',
    protocol,
    texts: [apn('APN*123456*{apn}'), server('IP*123456*{ip},{port}'), sending('KEEPONLINE*123456')],
  })),
  {
    manufacturer: 'Noran',
    protocol: 'noran',
    texts: [apn('A000000,012,{apn}'), server('A000000,010,{ip},{port}'), sending('A000000,011,1')],
  },
  {
    manufacturer: 'Totem Technology',
    protocol: 'totem',
    texts: [apn('*000000,002,{apn},,#'), server('*000000,003,{ip},{port},1#')],
  },
  {
    manufacturer: 'Maxtrack',
    protocol: 'mxt',
    texts: [both('0000,{ident},2,0,{apn},,,{ip},{port},,.')],
  },
  {
    manufacturer: 'Gator',
    protocol: 'gator',
    texts: [both('S,*{apn}*,*{ip}*,*{port}*,*{ident}*,*{phone}*,*123456*')],
  },
  {
    manufacturer: 'Jointech',
    protocol: 'jt600',
    titles: ['JT600', 'GP'],
    texts: [both('({ident},2,S02,129,1,{ip},{port},{apn})')],
  },
  {
    // They are the parameters of the older Teltonika trackers, and take effect after a restart.
    manufacturer: 'Bitrek',
    protocol: 'teltonika',
    titles: ['BI 5', 'BI 8', 'BI 9'],
    texts: [both('setparam 0242 {apn}; setparam 0245 {host}; setparam 0246 {port}; cpureset;')],
  },
  {
    manufacturer: 'Mictrack',
    protocol: 'tlt2h',
    titles: ['MT700', 'MT710'],
    texts: [apn('#803#0000#{apn}##'), server('#804#0000#{host}#{port}##')],
  },
  {
    // D is the access point, E the server; it ends with a checksum over everything before the asterisk.
    manufacturer: 'GlobalSat',
    protocol: 'globalsat',
    texts: [both('GSS,{ident},3,0,D1={apn},D2=,D3=,E0={ip},E1={port},A1=1*{checksum}!')],
  },
  {
    manufacturer: 'Sanav',
    protocol: 'sanav',
    texts: [
      apn('#username,0000,3,{apn},,*'),
      server('#username,0000,18,{ip}:{port}*'),
      sending('#username,0000,6,60,9999*'),
    ],
  },
  { manufacturer: 'MiniFinder', protocol: 'minifinder', texts: eviewTexts },
  { manufacturer: 'MiniFinder', protocol: 'minifinder2', texts: eviewTexts },
  { manufacturer: 'Eview', protocol: 'minifinder', titles: ['EV-07'], texts: eviewTexts },
  { manufacturer: 'Eview', protocol: 'minifinder2', texts: eviewTexts },
  {
    manufacturer: 'Eview',
    protocol: 'minifinder',
    titles: ['EV-6'],
    texts: [apn('123456S1,{apn}'), server('123456I1,{ip},{port}')],
  },
  ...['Wondex', 'Incutex'].map((manufacturer) => ({
    manufacturer,
    protocol: 'wondex' as const,
    texts: [both('$WP+COMMTYPE=0000,4,,,{apn},,,{ip},{port},0,')],
  })),
  {
    manufacturer: 'Thinkrace',
    protocol: 'vt200',
    texts: [apn('(Set,888888,apn,{apn},,)'), server('(Set,888888,server,{ip},{port})')],
  },
  {
    manufacturer: 'Tramigo',
    protocol: 'tramigo',
    texts: [apn('GPRS,APN,{apn},,'), server('GPRS,Connect,{ip},{port},tcp'), sending('R,10,F,1,1,1,35')],
  },
  {
    manufacturer: 'Winrich',
    protocol: 'tk103',
    texts: [apn('802#{apn}#'), server('803#{ip}#{port}#'), sending('730#60#')],
  },
  {
    manufacturer: 'Yulongda',
    protocol: 'h02',
    texts: [apn('*APN#000000#{apn}#'), server('*IP#000000#{ip}#{port}#'), sending('XT60')],
  },
  {
    manufacturer: 'Topin',
    protocol: 'topin',
    texts: [apn('APN#{apn}#'), server('SERVER#{host}#{port}#'), sending('time#1')],
  },
]
