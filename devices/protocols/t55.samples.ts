import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'says who it is',
    link: 'tcp',
    frame: ascii('$PGID,864504031916915*0F\r\n'),
    ident: '864504031916915',
  },
  {
    what: 'recommended minimum',
    frame: ascii('$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'the fix, whose day is the nearest',
    frame: ascii('$GNGGA,115958.00,5441.2294,N,02516.7880,E,1,12,0.84,112.3,M,44.8,M,,*4E\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.satellites': 12,
        'position.hdop': 0.84,
        'position.altitude': 112.3,
      },
    ],
  },
  {
    what: 'a position and its time',
    frame: ascii('$GNGLL,5441.2294,S,02516.7880,W,115958.00,V,A*77\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
      },
    ],
  },
  {
    what: 'a position without a time',
    frame: ascii('$GPRMA,A,5441.2294,N,02516.7880,E,,,10.0,90.5,,*00\r\n'),
    messages: [
      {
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'inputs and voltages',
    frame: ascii('$GPIOP,00000001,00000010,1.20,0.00,0.00,0.00,12.51,3.98*21\r\n'),
    messages: [
      {
        din: 1,
        dout: 2,
        'ain.1': 1.2,
        'ain.2': 0,
        'ain.3': 0,
        'ain.4': 0,
        'external.powersource.voltage': 12.51,
        'battery.voltage': 3.98,
      },
    ],
  },
  {
    what: 'decimal degrees',
    frame: ascii('$TRCCR,20260517115958.000,A,54.687157,25.279800,10.0,90.5,112.3,50,*3a\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'position.altitude': 112.3,
        'custom.battery': 50,
      },
    ],
  },
  {
    what: 'a sentence before the name waits for it',
    link: 'tcp',
    frame: ascii('$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n'),
  },
  {
    what: 'and comes with it',
    frame: ascii('$GPFID,ID123456ABC\r\n'),
    ident: 'ID123456ABC',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'an IMEI, ignition and more after the sum',
    link: 'tcp',
    frame: ascii(
      '$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A,11,864504031916915,1,090,086,5\r\n',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'position.satellites': 11,
        'engine.ignition.status': true,
        'custom.fuel': 90,
        'custom.battery': 86,
        'custom.value_1': '5',
      },
    ],
  },
  {
    what: 'the name before the sentence',
    link: 'tcp',
    frame: ascii('864504031916915$GPGGA,115958.00,5441.2294,N,02516.7880,E,0,00,9.9,0.0,M,,M,,*4E\r\n'),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': false,
        'position.satellites': 0,
        'position.hdop': 9.9,
        'position.altitude': 0,
      },
    ],
  },
  {
    what: 'a name and a number before it',
    link: 'tcp',
    frame: ascii('4711/022789000688081/$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n'),
    ident: '022789000688081',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'the network',
    link: 'tcp',
    frame: ascii('IMEI 864504031916915\r\n'),
    ident: '864504031916915',
  },
  {
    what: 'its operator',
    frame: ascii('$GPTXT,NET,864504031916915,Operator,-71,246 02*33\r\n'),
    ident: '864504031916915',
    messages: [{ 'custom.operator': 'Operator', 'gsm.signal.dbm': -71, 'gsm.mcc': 246, 'gsm.mnc': 2 }],
  },
  {
    what: 'a u-blox receiver',
    frame: ascii(
      '$PUBX,00,115958.00,5441.2294,N,02516.7880,E,112.3,G3,2.1,2.0,18.5,90.5,0.1,,0.9,1.1,0.8,9,864504031916915,0*5F\r\n',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.altitude': 112.3,
        'position.accuracy': 2.1,
        'position.speed': 18.5,
        'position.direction': 90.5,
        'position.hdop': 0.9,
        'position.vdop': 1.1,
        'position.satellites': 9,
      },
    ],
  },
  {
    what: 'an event with the ignition',
    link: 'tcp',
    frame: ascii('QZE,864504031916915,32,17052026,115958,54.687157,25.279800,43,90,A,1\r\n'),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'event.enum': 32,
        'position.speed': 43,
        'position.direction': 90,
        'engine.ignition.status': true,
      },
    ],
  },
  {
    what: 'names and values',
    link: 'tcp',
    frame: ascii(
      '$ID,864504031916915,4,WMCS-34,0,ALARM,0x00004000,IOP,O,0x01,I,0x00,GPSEX,A,D,170526,T,115958,S,9:5,La,54.687157,S,Lo,25.27980,W,H,21.5,V,43.0,DD,1200\r\n',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': true,
        'custom.satellites_in_view': 9,
        'position.satellites': 5,
        'position.direction': 21.5,
        'position.speed': 43,
        'vehicle.mileage': 1.2,
        'custom.alarm': '0x00004000',
      },
    ],
  },
  {
    what: 'over UDP',
    link: 'udp',
    frame: ascii('864504031916915,$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A'),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
]

export default samples
