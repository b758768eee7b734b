import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login is answered',
    link: 'udp',
    frame: ascii('0#EV=1,TS=24100,ID=WAYMARK01,VIN=WAYMARKTESTVIN001,SK=TEST*4D'),
    ident: 'WAYMARK01',
    messages: [{ 'vehicle.vin': 'WAYMARKTESTVIN001' }],
    reply: ascii('1#EV=1,RX=1,TS=24100*A8'),
  },
  {
    what: 'a logout',
    link: 'udp',
    frame: ascii('1#EV=2,TS=1900100,ID=WAYMARK01*3C'),
    ident: 'WAYMARK01',
    reply: ascii('1#EV=2,RX=1,TS=1900100*0D'),
  },
  {
    what: 'a record with engine values',
    link: 'udp',
    frame: ascii(
      'WAYMARK01#0:71000,11:170526,10:11595850,A:54.687157,B:25.279800,C:112,D:43,E:90,F:9,12:2,20:1;-2;97,24:1251,30:2020,81:-71,104:56,105:88,10C:1450,10D:42,111:31,1A2:7*1A',
    ),
    ident: 'WAYMARK01',
    messages: [
      {
        'custom.uptime': 71000,
        'position.altitude': 112,
        'position.speed': 43,
        'position.direction': 90,
        'position.satellites': 9,
        'position.hdop': 2,
        'x.acceleration': 0.01,
        'y.acceleration': -0.02,
        'z.acceleration': 0.97,
        'external.powersource.voltage': 12.51,
        'segment.vehicle.mileage': 2.02,
        'gsm.signal.dbm': -71,
        'can.engine.load.level': 56,
        'can.engine.coolant.temperature': 88,
        'can.engine.rpm': 1450,
        'can.vehicle.speed': 42,
        'can.throttle.level': 31,
        'custom.pid_1a2': 7,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        timestamp: 1779019198.5,
      },
    ],
  },
  {
    what: 'two records without a position, one with a time alone',
    link: 'udp',
    frame: ascii('WAYMARK01#0:52000,20:0;0;0,24:415,0:53500,10:11595800,82:420*92'),
    ident: 'WAYMARK01',
    messages: [
      {
        'custom.uptime': 52000,
        'x.acceleration': 0,
        'y.acceleration': 0,
        'z.acceleration': 0,
        'external.powersource.voltage': 4.15,
        'position.valid': false,
      },
      {
        'custom.uptime': 53500,
        'device.temperature': 42,
        'position.valid': false,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'the older sign between names and values',
    link: 'udp',
    frame: ascii('1#0=71000,11=70526,10=9595850,A=-54.687157,B=-25.279800,21=1;2;3,22=4;5;6,23=215,25=7;8;9*30'),
    ident: '1',
    messages: [
      {
        'custom.uptime': 71000,
        'custom.gyroscope_x': 1,
        'custom.gyroscope_y': 2,
        'custom.gyroscope_z': 3,
        'custom.magnetometer_x': 4,
        'custom.magnetometer_y': 5,
        'custom.magnetometer_z': 6,
        'sensor.temperature.1': 21.5,
        'custom.yaw': 7,
        'custom.pitch': 8,
        'custom.roll': 9,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': true,
        timestamp: 1778147998.5,
      },
    ],
  },
  {
    what: 'a wrong sum is noted',
    link: 'udp',
    frame: ascii('WAYMARK01#0:52000,24:415*00'),
    ident: 'WAYMARK01',
    messages: [
      {
        'custom.uptime': 52000,
        'external.powersource.voltage': 4.15,
        'position.valid': false,
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'an event without an ident',
    link: 'udp',
    frame: ascii('1#EV=3,TS=12*D2'),
  },
]

export default samples
